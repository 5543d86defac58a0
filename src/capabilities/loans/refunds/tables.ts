import { as, defineTable, type RowOf, type Stored, tablesByName } from '#platform/db/define-table.ts';
import { bySubject } from '#platform/db/tables.ts';
import { thingOfLoans } from '../loan/thing.ts';
import type { AtFaultParty, RefundStatus } from './words.ts';

/** The id is also that of its fact. */
const loanRefunds = defineTable('loan_refunds', bySubject('person_id', { loan: 'loan_id' }), {
  person_id: 'text',
  id: 'text',
  company_id: 'company',
  loan_id: 'text',
  position: 'bigint',
  version: as<1 | 2>('int'),
  status: as<RefundStatus>('text'),
  amount: 'bigint',
  at_fault: as<AtFaultParty>('text'),
  effective_on: 'date',
  reamortizes: 'bool',
  canceled_at: 'instant?',
  created_at: 'instant',
  updated_at: 'instant?',
});

export type RefundRow = RowOf<typeof loanRefunds>;

declare module '#platform/db/tables.ts' {
  interface Tables {
    loan_refunds: Stored<typeof loanRefunds>;
  }
}

export const refunds = thingOfLoans(loanRefunds, {
  name: 'refund',
  path: 'loanRefundId',
  changes: ['status', 'canceled_at', 'updated_at'],
});

export const refundTables = tablesByName(loanRefunds);
