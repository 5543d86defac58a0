// How commands end that say what is wrong in a sentence. They stand apart from the commands, so that the answer to an
// error loads none of those.

/** A mistake in the file or in the question about it. */
export class CalcRefused extends Error {}

/** Why we cannot listen. */
export class ListenRefused extends Error {
  /** True when another try may succeed. */
  readonly mayPass: boolean;

  constructor(sentence: string, mayPass: boolean) {
    super(sentence);
    this.mayPass = mayPass;
  }
}

/** Loans differ from what their timelines give. */
export class LoansDiffer extends Error {}
