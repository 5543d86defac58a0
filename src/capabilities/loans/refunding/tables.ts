import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import type { Actor } from '#platform/actor.ts';
import { as, defineTable, json, type RowOf, type Stored, tablesByName } from '#platform/db/define-table.ts';
import { bySubject } from '#platform/db/tables.ts';
import { thingOfLoans } from '../loan/thing.ts';
import type { RequestStatus } from './request-words.ts';

const creditRefunds = defineTable('credit_refunds', bySubject('person_id'), {
  person_id: 'text',
  loan_id: 'text',
  company_id: 'company',
  since: as<CivilDate>('date'),
  look_at: 'instant?',
  told_at: 'instant?',
});

export type CreditRow = RowOf<typeof creditRefunds>;

const creditRefundRequests = defineTable('credit_refund_requests', bySubject('person_id', { loan: 'loan_id' }), {
  person_id: 'text',
  id: 'text',
  company_id: 'company',
  loan_id: 'text',
  position: 'bigint',
  status: as<RequestStatus>('text'),
  amount: 'bigint',
  received_on: as<CivilDate>('date'),
  due_on: as<CivilDate>('date'),
  look_at: 'instant?',
  told_at: 'instant?',
  overdue_at: 'instant?',
  fulfilled_at: 'instant?',
  lapsed_at: 'instant?',
  transaction_ids: json<readonly string[]>(),
  created_at: 'instant',
  updated_at: 'instant?',
});

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

export type RequestRow = RowOf<typeof creditRefundRequests>;

declare module '#platform/db/tables.ts' {
  interface Tables {
    credit_refunds: Stored<typeof creditRefunds>;
    credit_refund_requests: Stored<typeof creditRefundRequests>;
    confirmed_credits: Stored<typeof confirmedCredits>;
  }
}

export const creditRequests = thingOfLoans(creditRefundRequests, {
  name: 'request for a credit',
  path: 'creditRefundRequestId',
  changes: ['status', 'look_at', 'told_at', 'overdue_at', 'fulfilled_at', 'lapsed_at', 'transaction_ids', 'updated_at'],
});

export const refundingTables = tablesByName(creditRefunds, creditRefundRequests, confirmedCredits);
