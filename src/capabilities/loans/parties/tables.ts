import { defineTable, type RowOf, type Stored, tablesByName } from '#platform/db/define-table.ts';
import { bySubject } from '#platform/db/tables.ts';
import { thingOfLoans } from '../loan/thing.ts';

const loanPeople = defineTable('loan_people', bySubject('person_id', { loan: 'loan_id' }), {
  person_id: 'text',
  id: 'text',
  company_id: 'company',
  loan_id: 'text',
  position: 'bigint',
  /** The person who is on the loan of `person_id`. */
  other_person_id: 'text',
  relation: 'text',
  start_date: 'date',
  end_date: 'date?',
  created_at: 'instant',
  updated_at: 'instant?',
});

export type LoanPersonRow = RowOf<typeof loanPeople>;

declare module '#platform/db/tables.ts' {
  interface Tables {
    loan_people: Stored<typeof loanPeople>;
  }
}

export const parties = thingOfLoans(loanPeople, {
  name: 'loan person',
  path: 'loanPersonId',
  changes: ['end_date', 'updated_at'],
});

export const partyTables = tablesByName(loanPeople);
