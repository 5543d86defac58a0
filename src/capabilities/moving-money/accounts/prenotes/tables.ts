import { as, defineTable, type RowOf, type Stored } from '#platform/db/define-table.ts';
import { bySubject } from '#platform/db/tables.ts';

export const prenoteOutcomes = ['verified', 'returned', 'corrected', 'unclear', 'notSent'] as const;
export type PrenoteOutcome = (typeof prenoteOutcomes)[number];

export const prenotes = defineTable('prenotes', bySubject('person_id'), {
  person_id: 'text',
  instrument_id: 'text',
  number: 'int',
  company_id: 'company',
  attempt_id: 'text',
  account_hash: 'bytes?',
  created_at: 'instant',
  outcome: as<PrenoteOutcome | null>('text?'),
  ended_at: 'instant?',
});

export type PrenoteRow = RowOf<typeof prenotes>;

declare module '#platform/db/tables.ts' {
  interface Tables {
    prenotes: Stored<typeof prenotes>;
  }
}
