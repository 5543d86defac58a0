import { errorKinds } from '#platform/errors.ts';

export const prenoteErrors = errorKinds({
  PrenoteNotPossible: {
    status: 409,
    title: 'No prenote can be sent to the account now',
    remedy:
      'data.reason says why: underWay (wait until it has ended), tooMany (an account gets two within 30 days, whichever borrower has it), inactive, blocked (for debits), or notVerifiable (only bank accounts that are not external are).',
  },
});
