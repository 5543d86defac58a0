// A change of a loan notes what it owes its borrower from now on, in the commit of the change: since when, and when it is
// looked at to be paid back.
import { following } from '@tenor/engine/time/calendar.ts';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { type Day, dateOf } from '@tenor/engine/values/day.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import { instantOfLocal } from '@tenor/engine/values/zone.ts';
import { type PlaceholderOf, prepared } from '#platform/db/prepared.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import type { LoanRow } from '../loan/tables.ts';
import { todayOf } from '../loan/today.ts';

type Keys = { personId: string; loanId: string };

const note = prepared((db, placeholder: PlaceholderOf<Keys & { since: CivilDate; lookAt: Instant; now: Instant }>) =>
  db
    .insertInto('credit_refunds')
    .values({
      person_id: placeholder('personId'),
      loan_id: placeholder('loanId'),
      since: placeholder('since'),
      look_at: placeholder('lookAt'),
      told_at: null,
    })
    // Credit that was there before is looked at now: it has become more or less, or the loan another status.
    .onConflict((one) => one.columns(['person_id', 'loan_id']).doUpdateSet({ look_at: placeholder('now') as never })),
);

const forget = prepared((db, placeholder: PlaceholderOf<Keys>) =>
  db
    .deleteFrom('credit_refunds')
    .where('person_id', '=', placeholder('personId'))
    .where('loan_id', '=', placeholder('loanId')),
);

export function noteCredit(tx: Tx, before: LoanRow, row: LoanRow, now: Instant): void {
  const [was, is] = [creditOf(before), creditOf(row)];
  const keys = { personId: row.person_id, loanId: row.id };
  if (is === 0 && was > 0) tx.write(forget(tx.db, keys));
  if (is === 0 || (is === was && row.status === before.status)) return;
  const today = todayOf(row, now);
  tx.write(note(tx.db, { ...keys, since: dateOf(today), lookAt: refundedAt(row, today), now }));
}

const creditOf = ({ state }: LoanRow): number => state?.position.customerCredit ?? 0;

/** A credit that is this many banking days old is paid back without being asked for. */
const ageDays = 5;

export function refundedAt(loan: Pick<LoanRow, 'zone'>, since: Day): Instant {
  let day = since;
  for (let left = ageDays; left > 0; left -= 1) day = following(day + 1);
  return morningOf(loan, day);
}

export const morningOf = ({ zone }: Pick<LoanRow, 'zone'>, day: Day): Instant =>
  instantOfLocal({ date: dateOf(day), time: '08:00:00', zone });
