import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import { as, defineTable, json, type RowOf, type Stored, tablesByName } from '#platform/db/define-table.ts';
import { bySubject } from '#platform/db/tables.ts';
import type { PromiseStatus } from '../loan/promise-words.ts';
import { thingOfLoans } from '../loan/thing.ts';

export interface PromisedPeriod {
  readonly id: string;
  readonly dueDate: CivilDate;
  readonly amount: number;
  /** What has come of it, the oldest period first. */
  readonly paid: number;
}

/** By what a plan was described, where no schedule was sent. */
export interface Described {
  readonly frequency: string;
  readonly specificDays: readonly (number | string)[] | null;
  readonly duration: number;
  readonly amount: number;
}

const promisePlans = defineTable('promise_plans', bySubject('person_id', { loan: 'loan_id' }), {
  person_id: 'text',
  id: 'text',
  company_id: 'company',
  loan_id: 'text',
  position: 'bigint',
  status: as<PromiseStatus>('text'),
  is_overdue: 'bool',
  made_on: as<CivilDate>('date'),
  after_fact: 'int',
  start_date: as<CivilDate>('date'),
  end_date: as<CivilDate>('date'),
  grace_days: 'int',
  periods: json<readonly PromisedPeriod[]>(),
  described: json<Described | null>('json?'),
  zone: 'text',
  cancel_reason: 'text?',
  act_at: 'instant?',
  timestamps: json<Record<string, Instant>>(),
  created_at: 'instant',
  updated_at: 'instant?',
});

export type PromiseRow = RowOf<typeof promisePlans>;

declare module '#platform/db/tables.ts' {
  interface Tables {
    promise_plans: Stored<typeof promisePlans>;
  }
}

export const promises = thingOfLoans(promisePlans, {
  name: 'promise to pay',
  path: 'promiseToPayPlanId',
  changes: ['status', 'is_overdue', 'periods', 'cancel_reason', 'act_at', 'timestamps', 'updated_at'],
});

export const promiseTables = tablesByName(promisePlans);
