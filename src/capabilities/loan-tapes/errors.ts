import { errorKinds, Refusal } from '#platform/errors.ts';

export const tapeErrors = errorKinds({
  TapeTypeNotActive: {
    status: 409,
    title: 'The version of the tape type is not in use',
    remedy: 'Name the active version: GET /companies/current/loan-tape-types?status=active.',
  },
  TapeNotMade: {
    status: 409,
    title: 'The tape could not be made as its type says',
    remedy: 'The message says why. Correct the type, and make another tape.',
  },
  TapeNotProved: {
    status: 409,
    title: 'The totals of the tape are not those of the ledger',
    remedy: 'The proof of the tape names loans. Verify their books: tenor verify.',
  },
  TapeNotThere: {
    status: 409,
    title: 'The tape has no file, or has it no more',
    remedy:
      'Read the tape: its state says whether it is still made, has failed, or was canceled. Where its file has gone, make another tape of the same day and knownAt.',
  },
  TapeIsComparison: {
    status: 409,
    title: 'The tape is itself a comparison of two',
    remedy: 'Compare two tapes of loans: comparedWithId of both is null.',
  },
  TapeAddressExpired: {
    status: 410,
    title: 'The address of the file has expired',
    remedy: 'Ask for another one: GET …/loan-tapes/{loanTapeId}/download with returnUrl=true.',
  },
});

export class TapeNotMade extends Refusal {
  constructor(message: string) {
    super(tapeErrors.TapeNotMade, message);
  }
}
