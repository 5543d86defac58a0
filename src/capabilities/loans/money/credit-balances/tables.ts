import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import type { Actor } from '#platform/actor.ts';
import { as, defineTable, type RowOf, type Stored, tablesByName } from '#platform/db/define-table.ts';
import { bySubject } from '#platform/db/tables.ts';
import { creditRequests } from './request.ts';

const creditRefunds = defineTable('credit_refunds', bySubject('person_id'), {
  person_id: 'text',
  loan_id: 'text',
  company_id: 'company',
  since: as<CivilDate>('date'),
  look_at: 'instant?',
  told_at: 'instant?',
});

export type CreditRow = RowOf<typeof creditRefunds>;

/** What a second person has confirmed of what makes credit and was recorded by hand. */
const confirmedCredits = defineTable('confirmed_credits', bySubject('person_id', { loan: 'loan_id' }), {
  person_id: 'text',
  id: 'text',
  company_id: 'company',
  loan_id: 'text',
  amount: 'bigint',
  confirmed_by_type: as<Actor['type']>('text'),
  confirmed_by_id: 'text?',
  confirmed_at: 'instant',
});

declare module '#platform/db/tables.ts' {
  interface Tables {
    credit_refunds: Stored<typeof creditRefunds>;
    confirmed_credits: Stored<typeof confirmedCredits>;
  }
}

export const creditBalanceTables = tablesByName(creditRefunds, creditRequests.definition, confirmedCredits);
