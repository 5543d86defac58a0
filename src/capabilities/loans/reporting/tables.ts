import type { Actor } from '#platform/actor.ts';
import { as, defineTable, type RowOf, type Stored, tablesByName } from '#platform/db/define-table.ts';
import { bySubject } from '#platform/db/tables.ts';
import { thingOfLoans } from '../loan/thing.ts';
import type { MarkKind } from './words.ts';

const reportingMarks = defineTable('reporting_marks', bySubject('person_id', { loan: 'loan_id' }), {
  person_id: 'text',
  id: 'text',
  company_id: 'company',
  loan_id: 'text',
  position: 'bigint',
  kind: as<MarkKind>('text'),
  code: 'text',
  start_date: 'date',
  end_date: 'date?',
  created_by_type: as<Actor['type']>('text'),
  created_by_id: 'text?',
  created_at: 'instant',
  updated_at: 'instant?',
});

export type MarkRow = RowOf<typeof reportingMarks>;

declare module '#platform/db/tables.ts' {
  interface Tables {
    reporting_marks: Stored<typeof reportingMarks>;
  }
}

export const marks = thingOfLoans(reportingMarks, {
  name: 'reporting mark',
  path: 'reportingMarkId',
  changes: ['end_date', 'updated_at'],
});

export const reportingTables = tablesByName(reportingMarks);
