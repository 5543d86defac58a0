// Promises to pay: what a borrower said would come, and by when. What was paid decides whether one is kept, as of the days
// on which it counts; a correction decides anew. Source: resource shapes 3.6.7.

import { frequencies } from '@tenor/engine/time/due-dates.ts';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import { sql } from 'kysely';
import { type Static, Type } from 'typebox';
import { as, json, type RowOf, type Stored, tablesByName } from '#platform/db/define-table.ts';
import { Amount, Bool, DateOnly, Described, Named, Nullable, StringEnum, Text } from '#platform/input/schemas.ts';
import { start, stateTable } from '#platform/states.ts';
import { SpecificDay } from '../../loan/agreement-fields.ts';
import { thingOfLoan } from '../../loan/declared-thing.ts';
import { listsOf } from '../../loan/thing.ts';
import { dated, from, id, ofBorrower, stampsOf } from '../../loan/thing-fields.ts';
import { refuseBy } from '../../loan/thing-states.ts';
import { promiseErrors } from './errors.ts';
import { promiseStatusChanged } from './events.ts';
import { promiseStatuses } from './words.ts';

export interface PromisedPeriod {
  readonly id: string;
  readonly dueDate: CivilDate;
  readonly amount: number;
  /** What has come of it, the oldest period first. */
  readonly paid: number;
}

/** How a plan was described, where no schedule was sent. */
export interface PlanDescribed {
  readonly frequency: string;
  readonly specificDays: readonly (number | string)[] | null;
  readonly duration: number;
  readonly amount: number;
}

export const amount = (description: string) => Described(Amount, { description });
export const day = (description: string) => Described(DateOnly, { description });

const PromisePeriod = Named('PromiseToPayPeriod')({
  id: id('P2-7KQ2-M4XA'),
  dueDate: day('By when it is to be there.'),
  amount: amount('What was promised.'),
  paidAmount: amount('What has come of it: the oldest period first.'),
  isFulfilled: Type.Boolean({ description: 'All of it has come, in time or later.' }),
  isOverdue: Type.Boolean({ description: 'Its date is over, and not all of it has come.' }),
});

export const promises = thingOfLoan({
  table: 'promise_plans',
  name: 'promise to pay',
  object: 'promiseToPayPlan',
  prefix: 'PS',
  fields: {
    ...ofBorrower,
    status: from(
      'status',
      StringEnum(promiseStatuses, {
        description:
          'scheduled until startDate, then active. kept: all has come in time. broken: of a period it had not come by its date and graceDays. Both follow from the payments as they count, also after one comes back or is recorded late.',
      }),
    ),
    isOverdue: from('is_overdue', Type.Boolean({ description: 'What was promised by now is not all there.' })),
    startDate: from('start_date', day('The first date.')),
    endDate: from('end_date', day('The last date.')),
    totalAmount: amount('All that was promised.'),
    paidAmount: amount('What has come of it.'),
    graceDays: from(
      'grace_days',
      Type.Integer({ description: 'Days after each date within which nothing is broken yet.' }),
    ),
    frequency: Nullable(StringEnum(frequencies), { description: 'Null: a schedule was sent.' }),
    specificDays: Nullable(Type.Array(SpecificDay)),
    duration: Nullable(Type.Integer()),
    amount: Nullable(Amount, { description: 'The amount of each period, where no schedule was sent.' }),
    periods: Type.Array(PromisePeriod),
    cancelReason: from('cancel_reason', Nullable(Text({ max: 255 }))),
    ...dated,
    ...stampsOf('active', 'kept', 'broken', 'canceled'),
  },
  columns: {
    made_on: as<CivilDate>('date'),
    after_fact: 'int',
    periods: json<readonly PromisedPeriod[]>(),
    described: json<PlanDescribed | null>('json?'),
    zone: 'text',
    act_at: 'instant?',
    timestamps: json<Record<string, Instant>>(),
  },
  changes: ['is_overdue', 'periods', 'cancel_reason', 'act_at'],
});
export type PromisePlan = Static<typeof promises.schema>;
export type PromiseRow = RowOf<typeof promises.definition>;

declare module '#platform/db/tables.ts' {
  interface Tables {
    promise_plans: Stored<typeof promises.definition>;
  }
}

export const promiseTables = tablesByName(promises.definition);

const filters = {
  status: {
    schema: Type.Array(StringEnum(promiseStatuses), { maxItems: 5, description: 'Any of these.' }),
    where: (asked: readonly string[] | undefined) =>
      asked === undefined || asked.length === 0 ? undefined : sql<boolean>`status in (${sql.join(asked)})`,
  },
  isOverdue: Bool,
  startDateAfter: {
    schema: Described(DateOnly, { description: 'Only those that start on a later day.' }),
    where: (asked: string | undefined) => (asked === undefined ? undefined : sql<boolean>`start_date > ${asked}`),
  },
  endDateBefore: {
    schema: Described(DateOnly, { description: 'Only those that end on an earlier day.' }),
    where: (asked: string | undefined) => (asked === undefined ? undefined : sql<boolean>`end_date < ${asked}`),
  },
};

export const promiseLists = listsOf(promises, {
  filters,
  sortOfCompany: { startDate: 'start_date', endDate: 'end_date' },
});

const told = { emits: [promiseStatusChanged] };

export const promiseStates = stateTable({
  name: 'Promise to pay',
  states: promiseStatuses,
  verbs: {
    schedule: 'be made for later',
    begin: 'begin',
    keep: 'be kept',
    break: 'be broken',
    cancel: 'be canceled',
  },
  rows: [
    // What kept it has come back, before it was to begin; or a test clock was set back.
    [[start, 'active', 'kept', 'broken'], 'schedule', 'scheduled', told],
    [[start, 'scheduled', 'kept', 'broken'], 'begin', 'active', told],
    [['scheduled', 'active', 'broken'], 'keep', 'kept', told],
    [['scheduled', 'active', 'kept'], 'break', 'broken', told],
    [['scheduled', 'active'], 'cancel', 'canceled', told],
  ],
  refuse: refuseBy(promiseErrors.PromiseStatusForbids, 'A promise to pay'),
});

/** The verb that leads to a status. */
export const verbTo = { scheduled: 'schedule', active: 'begin', kept: 'keep', broken: 'break' } as const;
