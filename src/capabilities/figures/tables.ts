import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { as, defineTable, type RowOf, type Stored, tablesByName } from '#platform/db/define-table.ts';
import { onCoordinator } from '#platform/db/tables.ts';
import type { Beginning, Bucket } from './buckets.ts';
import type { CountedFigure } from './counts.ts';

const places = defineTable('month_end_places', onCoordinator, {
  company_id: 'company',
  closed_through: as<CivilDate>('date'),
  close_at: 'instant',
  after_position: 'bigint?',
  after_id: 'text?',
});

export type MonthEndPlace = RowOf<typeof places>;

const ofLoans = defineTable('loan_month_ends', onCoordinator, {
  company_id: 'company',
  loan_id: 'text',
  bucket: as<Bucket>('text'),
  principal_cents: 'bigint',
  came_due_cents: 'bigint?',
  paid_before_due_cents: 'bigint?',
  paid_beyond_cents: 'bigint?',
  paid_ahead_cents: 'bigint?',
  excess_cents: 'bigint?',
});

export type RowOfLoan = Omit<RowOf<typeof ofLoans>, 'company_id'>;

const rolls = defineTable('month_end_rolls', onCoordinator, {
  company_id: 'company',
  day: as<CivilDate>('date'),
  from_bucket: as<Beginning>('text'),
  to_bucket: as<Bucket>('text'),
  loans_count: 'int',
  before_cents: 'bigint',
  principal_cents: 'bigint',
  past_due_cents: 'bigint',
});

const counts = defineTable('month_end_counts', onCoordinator, {
  company_id: 'company',
  day: as<CivilDate>('date'),
  figure: as<CountedFigure>('text'),
  name: 'text',
  counted: 'int',
  cents: 'bigint',
  paid_cents: 'bigint',
});

declare module '#platform/db/tables.ts' {
  interface Tables {
    month_end_places: Stored<typeof places>;
    loan_month_ends: Stored<typeof ofLoans>;
    month_end_rolls: Stored<typeof rolls>;
    month_end_counts: Stored<typeof counts>;
  }
}

export const figureTables = tablesByName(places, ofLoans, rolls, counts);
