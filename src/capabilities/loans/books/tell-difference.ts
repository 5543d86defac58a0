// The events of a loan follow from its books: events that a replay no longer has are retracted, new ones are emitted.
import type { LoanEvent } from '@tenor/engine/account/records.ts';
import type { LoanState } from '@tenor/engine/account/state.ts';
import { zeroCents } from '@tenor/engine/values/cents.ts';
import { dateOf } from '@tenor/engine/values/day.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { takeBack } from '#platform/events/take-back.ts';
import { obligationId } from '../loan/derived-id.ts';
import {
  isLedgerEvent,
  kindOfLedgerEvent,
  obligationChanged,
  paymentApplied,
  tellStatus,
  toldOfLoan,
} from '../loan/events.ts';
import { instantOf } from '../loan/moments.ts';
import type { LoanRow } from '../loan/tables.ts';
import type { LoanContext, Replayed } from './replayed.ts';
import { transactionOf } from './write-splits.ts';

/** `before` is the row before the change; the events are the difference of the two replays. */
export function tellDifference(
  ctx: LoanContext,
  tx: Tx,
  before: LoanRow,
  loan: LoanRow,
  { difference: { events }, after }: Pick<Replayed, 'difference' | 'after'>,
): void {
  const gone = events.gone.filter(({ type }) => isLedgerEvent(type));
  if (gone.length > 0) {
    const facts = gone.map((event) => ({ type: event.type, cause: causeOf(loan, event) }));
    takeBack(ctx, tx, loan.person_id, facts);
  }
  for (const event of events.come.filter(({ type }) => isLedgerEvent(type))) {
    const fields = { ...toldOfLoan(loan), ...obligationOf(loan, after, event), ...moneyOf(after, event) };
    ctx.emit(kindOfLedgerEvent(event.type), loan.person_id, fields, {
      effectiveAt: instantOf(ctx.now, loan, event),
      about: aboutOf(loan, event),
      cause: causeOf(loan, event),
    });
  }
  tellStatus(ctx, before, loan);
}

/** The obligation of the event: the cause contains its key, after the word for what happened to it. */
function obligationOf({ id }: LoanRow, { records, position }: LoanState, { type, cause }: LoanEvent) {
  if (type !== obligationChanged.type) return {};
  const key = cause.replace(/^(due|overdue):/, '');
  const found = [...records.obligations, ...position.obligations].find((one) => one.key === key);
  return found === undefined
    ? { obligationId: null, dueDate: null }
    : { obligationId: obligationId(id, found), dueDate: dateOf(found.dueDate) };
}

function moneyOf({ records }: LoanState, { type, on, cause }: LoanEvent) {
  if (type !== paymentApplied.type) return {};
  const step = records.steps.find((one) => one.on === on && one.cause.endsWith(`:${cause}`));
  return { amount: step?.amount ?? zeroCents, currency: 'USD' };
}

const aboutOf = (loan: LoanRow, { type, cause }: LoanEvent) =>
  type === 'payment.applied' ? { loanId: loan.id, transactionId: transactionOf(cause) } : { loanId: loan.id };

/** Unique for a type of event and a person. */
export const causeOf = (loan: LoanRow, { on, cause }: LoanEvent): string => `${loan.id} ${dateOf(on)} ${cause}`;
