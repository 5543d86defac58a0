// What becomes of money that is paid out. It is on the books from the day on which it is there, and never before the
// provider has accepted it; what is refused or comes back was never there. A message that fits no more does nothing.

import { type Day, dateOf, dayOf } from '@tenor/engine/values/day.ts';
import { recordBreak } from '#capabilities/bank-books/index.ts';
import {
  blockForCredits,
  giveUpInstrument,
  instrumentDeactivated,
  instrumentErrors,
  instrumentUpdated,
} from '#capabilities/instruments/index.ts';
import {
  failureRule,
  followCorrection,
  type OrderReport,
  type Takers,
  type Taking,
} from '#capabilities/moving-money/index.ts';
import { errors } from '#platform/errors.ts';
import type { EventKind } from '#platform/events/event-kind.ts';
import { ledgerEvents } from '../../core/books/ledger-events.ts';
import { findLoan } from '../../core/lifecycle/loan.ts';
import { startOfDay, todayOf } from '../../core/loan/today.ts';
import { touchLoan } from '../../core/transactions/commands/update-transaction.ts';
import { transactionErrors } from '../../core/transactions/errors.ts';
import { movedTo, tellDisbursement } from './disbursement.ts';
import type { Effects, PaidOut } from './effect.ts';
import { disbursementEvents } from './events.ts';
import { disbursementStates } from './states.ts';
import type { DisbursementRow } from './tables.ts';
import { payouts } from './tables.ts';

type Heard = PaidOut & { readonly work: Taking; readonly outcome: OrderReport; readonly effects: Effects };

/** All that its outcomes, and its days, may tell. */
export const emittedBy = (effects: Effects): readonly EventKind[] => [
  ...new Set([...disbursementEvents, ...ledgerEvents, ...Object.values(effects).flatMap(({ emits }) => emits)]),
];

export const disbursementTaker = (effects: Effects): NonNullable<Takers['disbursement']> => ({
  refuses: [errors.Locked, instrumentErrors.PaymentProcessorNotConfigured, transactionErrors.InstrumentCannotBeCharged],
  emits: [...emittedBy(effects), instrumentUpdated, instrumentDeactivated],
  async take(work, tx, outcome) {
    const row = await payouts.withId(tx, outcome.personId, outcome.subject.id);
    const held = row && (await findLoan(tx, { personId: row.person_id, loanId: row.loan_id }));
    if (row === undefined || held === undefined) {
      work.log.error({ disbursement: outcome.subject.id, what: outcome.what }, 'an order was of no disbursement');
      return;
    }
    await hear({ work, tx, held, row, outcome, effects });
  },
});

async function hear(one: Heard): Promise<void> {
  const { row, outcome } = one;
  const { what } = outcome;
  if (what === 'accepted' && row.status === 'initiated') return accept(one);
  if (what === 'confirmed' && row.status === 'pending') return confirm(one);
  if (what === 'corrected') return correctPayee(one);
  if (what === 'disputeWon' && row.status === 'failed') return reinstate(one);
  const isRefused = what === 'refused' || what === 'returned';
  if (isRefused && ['initiated', 'pending', 'succeeded'].includes(row.status)) return fail(one);
  if (what === 'voided' && ['initiated', 'pending'].includes(row.status)) return end(one, 'void', {});
}

async function accept({ work, tx, held, row, outcome, effects }: Heard): Promise<void> {
  const { to, emits } = disbursementStates.move(row.status, 'accept');
  const today = todayOf(held.row, work.now);
  const on = outcome.entryDate === null ? today : dayOf(outcome.entryDate as never);
  const pending: DisbursementRow = {
    ...movedTo(row, to, work.now),
    effective_on: dateOf(on),
    act_at: on > today ? startOfDay(on, held.row.zone) : null,
    details: { ...row.details, providerId: outcome.providerId },
  };
  tellDisbursement(work, held.row, pending, emits);
  if (on <= today) return beginPayout({ work, tx, held, row: pending, effects }, on);
  payouts.write(tx, pending);
  touchLoan(tx, held.row);
}

/** The day on which the money is there has come. */
export async function beginPayout(
  { effects, ...paid }: PaidOut & { readonly effects: Effects },
  on: Day,
): Promise<void> {
  const details = await effects[paid.row.kind].begin(paid, on);
  payouts.write(paid.tx, { ...paid.row, details, is_on_books: true, act_at: null, updated_at: paid.work.now });
}

async function confirm({ work, tx, held, row, effects }: Heard): Promise<void> {
  const { to, emits } = disbursementStates.move(row.status, 'confirm');
  const safe = movedTo(row, to, work.now);
  await effects[row.kind].confirm({ work, tx, held, row: safe });
  payouts.write(tx, safe);
  tellDisbursement(work, held.row, safe, emits);
}

async function fail(one: Heard): Promise<void> {
  const { work, tx, row, outcome } = one;
  const failureReason = outcome.reason ?? 'other';
  const { instrument, short, long } = failureRule(failureReason);
  await end(one, row.status === 'initiated' ? 'refuse' : 'return', { failureReason, code: outcome.code });
  if (row.receiver === 'merchant') return;
  const failure = { reason: failureReason, short, long };
  if (instrument === 'inactive') await giveUpInstrument(work, tx, row.person_id, row.instrument_id, failure);
  if (instrument === 'inactiveForCredits') await blockForCredits(work, tx, row.person_id, row.instrument_id, failure);
}

/** The return was undone: the money is out after all, whether or not the books can have it. */
async function reinstate({ work, tx, held, row, outcome, effects }: Heard): Promise<void> {
  const { to, emits } = disbursementStates.move(row.status, 'reinstate');
  const details = { ...row.details, failureReason: null, code: null };
  const stands: DisbursementRow = { ...movedTo(row, to, work.now), details };
  const on = row.effective_on === null ? undefined : dayOf(row.effective_on);
  const putBack =
    row.is_on_books || on === undefined
      ? undefined
      : await effects[row.kind].putBack({ work, tx, held, row: stands }, on);
  const isOn = row.is_on_books || putBack !== undefined;
  if (row.is_on_books) touchLoan(tx, held.row);
  payouts.write(tx, { ...stands, details: putBack ?? details, is_on_books: isOn });
  tellDisbursement(work, held.row, stands, emits);
  if (isOn) return;
  const detail = `${row.id} came back and was paid out after all, and its loan does not have it.`;
  recordBreak(tx, work, { kind: 'contradiction', detail }, { personId: row.person_id, attemptId: outcome.attemptId });
}

/** A merchant's account is no payment instrument: a person who knows the merchant looks at it. */
async function correctPayee({ work, tx, row, outcome }: Heard): Promise<void> {
  if (row.receiver === 'merchant') {
    const detail = `The bank corrects the account of a merchant to whom ${row.id} was paid (${outcome.code}).`;
    const about = { personId: row.person_id, attemptId: outcome.attemptId };
    return recordBreak(tx, work, { kind: 'changeOpen', detail }, about);
  }
  await followCorrection(work, tx, { holderId: row.person_id, instrumentId: row.instrument_id }, outcome);
}

async function end(
  { work, tx, held, row, effects }: Heard,
  verb: 'refuse' | 'return' | 'void',
  why: Partial<DisbursementRow['details']>,
): Promise<void> {
  const { to, emits } = disbursementStates.move(row.status, verb);
  const ended: DisbursementRow = { ...movedTo(row, to, work.now), act_at: null, details: { ...row.details, ...why } };
  const isOff = await effects[row.kind].takeBack({ work, tx, held, row: ended });
  if (!isOff) work.log.error({ disbursement: row.id }, 'money that came back stays on the books: more was done since');
  const off = { ...ended, is_on_books: !isOff };
  payouts.write(tx, off);
  tellDisbursement(work, held.row, off, emits);
}

/** In a command: nobody outside has heard of the order. */
export async function withdrawPayout(effects: Effects, paid: PaidOut): Promise<DisbursementRow> {
  const { work, tx, held, row } = paid;
  const { to, emits } = disbursementStates.move(row.status, 'void');
  const off = movedTo(row, to, work.now);
  await effects[row.kind].takeBack({ ...paid, row: off });
  payouts.write(tx, off);
  tellDisbursement(work, held.row, off, emits);
  return off;
}
