// Suspensions of late fees: days on which a loan is charged none, such as those after a disaster.
import type { FactOf } from '@tenor/engine/account/facts.ts';
import { type Day, dayOf } from '@tenor/engine/values/day.ts';
import { type RowOf, type Stored, tablesByName } from '#platform/db/define-table.ts';
import { DateOnly, Described, Nullable, StringEnum } from '#platform/input/schemas.ts';
import { same, start, stateTable } from '#platform/states.ts';
import { thingOfLoan } from '../../core/loan/declared-thing.ts';
import { startOf } from '../../core/loan/past-day.ts';
import type { LoanRow } from '../../core/loan/tables.ts';
import { listsOf } from '../../core/loan/thing.ts';
import { eventsOf } from '../../core/loan/thing-events.ts';
import { at, dated, from, id, ofLoan } from '../../core/loan/thing-fields.ts';
import { refuseBy } from '../../core/loan/thing-states.ts';
import { suspensionErrors } from './errors.ts';

const statuses = ['active', 'canceled'] as const;

export const suspensions = thingOfLoan({
  table: 'late_fee_suspensions',
  name: 'suspension of late fees',
  object: 'lateFeeSuspension',
  prefix: 'FS',
  fields: {
    ...ofLoan,
    status: from('status', StringEnum(statuses, { description: 'canceled: as if it had never been.' })),
    startDate: from('start_on', Described(DateOnly, { description: 'The first day on which no late fee is charged.' })),
    endDate: from('end_on', Described(DateOnly, { description: 'The last one.' })),
    caseId: from('case_id', Nullable(id('CS-7KQ2-M9XA'), { description: 'The case for which it was given.' })),
    ...dated,
    canceledAt: from('canceled_at', at),
  },
  columns: { fact_id: 'text' },
  changes: ['start_on', 'end_on', 'case_id', 'fact_id', 'canceled_at'],
});
export type SuspensionRow = RowOf<typeof suspensions.definition>;

declare module '#platform/db/tables.ts' {
  interface Tables {
    late_fee_suspensions: Stored<typeof suspensions.definition>;
  }
}

export const suspensionTables = tablesByName(suspensions.definition);
export const suspensionLists = listsOf(suspensions);

/** A late fee comes at the start of its day, before all facts of that day: so the fact stands on the day before. */
export const factDayOf = (loan: LoanRow, { start_on }: Pick<SuspensionRow, 'start_on'>): Day => {
  const dayBefore = dayOf(start_on) - 1;
  return Math.max(dayBefore, startOf(loan) ?? dayBefore);
};

export const factOf = (loan: LoanRow, row: SuspensionRow): FactOf<'lateFeeSuspension'> => ({
  kind: 'lateFeeSuspension',
  id: row.fact_id,
  on: factDayOf(loan, row),
  until: dayOf(row.end_on),
});

const ofSuspension = eventsOf(suspensions, {
  lateFeeSuspensionId: 'id',
  lateFeeSuspensionStatus: 'status',
  startDate: 'startDate',
  endDate: 'endDate',
});
export const tellSuspension = ofSuspension.tell;
export const suspensionEvents = {
  suspended: ofSuspension.kind('loan.latefee.suspended', 'The late fees of a loan were suspended for some days.'),
  changed: ofSuspension.kind('loan.latefee.suspension.changed', 'Late fees of a loan are suspended on other days.'),
  canceled: ofSuspension.kind(
    'loan.latefee.suspension.canceled',
    'A suspension of late fees was canceled, as if it had never been.',
  ),
};

export const suspensionStates = stateTable({
  name: 'suspension of late fees',
  states: statuses,
  verbs: { suspend: 'be made', change: 'be changed', cancel: 'be canceled' },
  rows: [
    [start, 'suspend', 'active', { emits: [suspensionEvents.suspended] }],
    ['active', 'change', same, { emits: [suspensionEvents.changed] }],
    ['active', 'cancel', 'canceled', { emits: [suspensionEvents.canceled] }],
  ],
  refuse: refuseBy(suspensionErrors.LateFeeSuspensionStatusForbids, 'A suspension of late fees'),
});
