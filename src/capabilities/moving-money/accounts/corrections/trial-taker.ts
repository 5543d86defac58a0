import type { Takers } from '../../orders/attempts/taker.ts';
import { lockPair } from '../trial-deposits/pair.ts';
import { trialDepositTaker } from '../trial-deposits/taker.ts';
import { followCorrection } from './account-corrected.ts';

/** What banks say of trial deposits, and of the account to which they went. */
export const trialTaker: NonNullable<Takers['trialDeposit']> = {
  ...trialDepositTaker,
  async take(work, tx, outcome) {
    if (outcome.what !== 'corrected') return trialDepositTaker.take(work, tx, outcome);
    const pair = await lockPair(tx, outcome.personId, outcome.subject.id);
    if (pair === undefined) return;
    const account = { holderId: outcome.personId, instrumentId: pair.instrument_id };
    await followCorrection(work, tx, account, outcome);
  },
};
