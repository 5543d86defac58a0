// Whether a password is hard enough to guess. No rules of composition: what counts is how many guesses it takes somebody
// who knows what people choose, and the user.
import { Refusal, refuseField } from '#platform/errors.ts';
import { signingInErrors } from './errors.ts';

const leastLength = 8;
const lengthMax = 256;
/** The scale is 0 to 4; this is at least 100 million guesses. */
const scoreEnough = 3;
/** So much of it is looked at: what is hard to guess in its beginning stays so. */
const lookedAt = 32;

/** What everybody would try at a lender. */
const ofTheTrade = ['tenor', 'loan', 'loans', 'lender', 'lending', 'borrower', 'credit', 'payment', 'bank', 'agent'];

/** The lists are large, so whoever sets no password does not load them. The limits bound what a hostile text costs. */
async function loadEstimator() {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: lookedAt, l33tMaxSubstitutions: 3 });
}

let estimator: ReturnType<typeof loadEstimator> | undefined;

const said: Readonly<Record<string, string>> = {
  topTen: 'it is one of the passwords that are tried first',
  topHundred: 'it is one of the passwords that are tried first',
  common: 'it is one of the passwords that are tried first',
  similarToCommon: 'it is like one of the passwords that are tried first',
  straightRow: 'it is a row of keys',
  keyPattern: 'it is a pattern of keys',
  simpleRepeat: 'it repeats a sign',
  extendedRepeat: 'it repeats a few signs',
  sequences: 'it is a row of signs',
  recentYears: 'it is little more than a year',
  dates: 'it is little more than a date',
  userInputs: 'it is the own name or address with little else',
};

/** `own`: what anybody knows of the user, who signs in with it. Errors: WeakPassword, InvalidRequest. */
export async function mustBeStrong(password: string, own: readonly string[], path: string): Promise<void> {
  const text = password.normalize('NFKC');
  const length = [...text].length;
  if (length > lengthMax) throw refuseField(path, 'is too long', `at most ${lengthMax} signs`);
  const missing = length < leastLength ? `it needs ${leastLength} signs; it has ${length}` : await guessable(text, own);
  if (missing === undefined) return;
  throw new Refusal(signingInErrors.WeakPassword, `${path}: ${missing}.`, { data: { path, missing: [missing] } });
}

async function guessable(text: string, own: readonly string[]): Promise<string | undefined> {
  estimator ??= loadEstimator();
  const parts = own
    .flatMap((name) => [name, ...name.split('@'), ...name.split(/[@\s.]/)])
    .filter((part) => part.length > 2);
  const { score, feedback } = (await estimator).check(text, [...parts, ...ofTheTrade]);
  if (score >= scoreEnough) return undefined;
  return said[feedback.warning ?? ''] ?? 'it takes few guesses; add another word or two';
}
