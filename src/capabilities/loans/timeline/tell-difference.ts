// The events of a loan follow from its books: what a replay takes back is taken back, what now holds is told.
import type { Difference } from '@tenor/engine/difference.ts';
import type { LoanEvent } from '@tenor/engine/state.ts';
import { dateOf } from '@tenor/engine/values/day.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import { instantOfLocal } from '@tenor/engine/values/zone.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { takeBack } from '#platform/events/rewrite-events.ts';
import { kindOfLedgerEvent, toldOfLoan } from '../events.ts';
import type { LoanRow } from '../tables.ts';
import type { LoanContext } from './change-loan.ts';
import { todayOf } from './today.ts';

export function tellDifference(ctx: LoanContext, tx: Tx, loan: LoanRow, { events }: Difference): void {
  if (events.gone.length > 0) {
    const facts = events.gone.map((event) => ({ type: event.type, cause: causeOf(loan, event) }));
    takeBack(ctx, tx, loan.person_id, facts);
  }
  for (const event of events.come) {
    ctx.emit(kindOfLedgerEvent(event.type), loan.person_id, toldOfLoan(loan), {
      effectiveAt: instantOf(ctx, loan, event),
      about: aboutOf(loan, event),
      cause: causeOf(loan, event),
    });
  }
}

/** A payment's fact has the id of its transaction, and a number after it once it was backdated. */
const aboutOf = (loan: LoanRow, { type, cause }: LoanEvent) =>
  type === 'payment.applied' ? { loanId: loan.id, transactionId: cause.split('.')[0] as string } : { loanId: loan.id };

/** What comes to light of an earlier day took effect when that day began in the loan's zone. */
export const instantOf = ({ now }: Pick<LoanContext, 'now'>, loan: LoanRow, { on }: LoanEvent): Instant =>
  on === todayOf(loan, now) ? now : instantOfLocal({ date: dateOf(on), time: '00:00:00', zone: loan.zone });

/** No two facts of a kind and a person have the same. */
export const causeOf = (loan: LoanRow, { on, cause }: LoanEvent): string => `${loan.id} ${dateOf(on)} ${cause}`;
