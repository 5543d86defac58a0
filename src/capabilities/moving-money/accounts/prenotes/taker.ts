// What becomes of a prenote. Silence until the third banking day after its settlement verifies the account.
import { hadBreak } from '#capabilities/bank-books/index.ts';
import {
  blockForDebits,
  findInstrument,
  instrumentDeactivated,
  instrumentUpdated,
  markAccountVerified,
} from '#capabilities/instruments/index.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import type { OrderReport, Takers, Taking } from '../../orders/attempts/taker.ts';
import { failureRule } from '../../orders/order/failure-reasons.ts';
import { followCorrection } from '../corrections/account-corrected.ts';
import { failureOf, giveUpAccount, isUseless } from '../trial-deposits/give-up-account.ts';
import { prenoteNumbered } from './prenote.ts';
import type { PrenoteOutcome, PrenoteRow } from './tables.ts';

export const prenoteTaker: NonNullable<Takers['prenote']> = {
  emits: [instrumentUpdated, instrumentDeactivated],
  async take(work, tx, outcome) {
    const { personId, subject, number, what, reason } = outcome;
    const row = await prenoteNumbered(tx, personId, subject.id, number);
    if (row === undefined) return;
    const account = { personId, instrumentId: row.instrument_id };
    switch (what) {
      case 'confirmed':
        return silent(work, tx, row);
      case 'corrected':
        if (row.outcome === null) end(work, tx, row, 'corrected');
        return followCorrection(work, tx, { holderId: personId, instrumentId: row.instrument_id }, outcome);
      case 'returned':
        end(work, tx, row, 'returned');
        return cameBack(work, tx, account, reason);
      case 'refused':
      case 'voided':
        if (row.outcome === null) end(work, tx, row, 'notSent');
        if (what === 'refused' && isUseless(reason)) await giveUpAccount(work, tx, account, reason);
    }
  },
};

/** The bank of the account has neither sent it back nor told other numbers; what it said otherwise is for a person. */
async function silent(work: Taking, tx: Tx, row: PrenoteRow): Promise<void> {
  if (row.outcome !== null) return;
  if (await hadBreak(tx, row.attempt_id)) return end(work, tx, row, 'unclear');
  end(work, tx, row, 'verified');
  await markAccountVerified(work, tx, row.person_id, row.instrument_id);
}

interface Account {
  readonly personId: string;
  readonly instrumentId: string;
}

/** What was verified before stays so, unless nothing can come of it; a holder who wants no debits gets none. */
async function cameBack(work: Taking, tx: Tx, account: Account, reason: OrderReport['reason']): Promise<void> {
  const { personId, instrumentId } = account;
  const instrument = await findInstrument(tx, personId, instrumentId);
  if (isUseless(reason) || instrument?.verified !== true) return giveUpAccount(work, tx, account, reason);
  if (failureRule(reason ?? 'other').instrument !== 'inactiveForDebits') return;
  await blockForDebits(work, tx, personId, instrumentId, failureOf(reason));
}

function end({ now }: Pick<Taking, 'now'>, tx: Tx, row: PrenoteRow, outcome: PrenoteOutcome): void {
  tx.write(
    tx.db
      .updateTable('prenotes')
      .set({ outcome, ended_at: now })
      .where('person_id', '=', row.person_id)
      .where('instrument_id', '=', row.instrument_id)
      .where('number', '=', row.number),
  );
}
