import { errorKinds } from '#platform/errors.ts';

export const trialErrors = errorKinds({
  TrialDepositsDoNotMatch: {
    status: 409,
    title: 'These are not the amounts that were sent to the account',
    remedy:
      'Send the two amounts in cents, as the statement of the account shows them. data.triesLeft says how often this may still be tried; after the last one another pair is sent, if data.isNewPairSent says so.',
  },
  TrialDepositsNotOpen: {
    status: 409,
    title: 'There are no trial deposits that could be named now',
    remedy:
      'data.reason says why: underWay (wait until both have arrived), expired or none (another pair was sent if data.isNewPairSent says so; an account gets two pairs within 30 days), verified, inactive, or notVerifiable (only bank accounts that are not external are).',
  },
});
