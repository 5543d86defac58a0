import type { Cents } from '@tenor/engine/values/cents.ts';
import { as, defineTable, type RowOf, type Stored, tablesByName } from '#platform/db/define-table.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { bySubject } from '#platform/db/tables.ts';
import type { LoanKeys } from '../loan/named-loans.ts';
import { thingOfLoans } from '../loan/thing.ts';
import type { CancelReason, Charge, Rebate, ServiceKind, ServiceStatus } from './words.ts';

const loanServices = defineTable('loan_services', bySubject('person_id', { loan: 'loan_id' }), {
  person_id: 'text',
  id: 'text',
  company_id: 'company',
  loan_id: 'text',
  position: 'bigint',
  kind: as<ServiceKind>('text'),
  provider: 'text',
  amount: 'bigint',
  charged: as<Charge>('text'),
  rebate: as<Rebate>('text'),
  start_date: 'date',
  end_date: 'date?',
  status: as<ServiceStatus>('text'),
  cancel_reason: as<CancelReason | null>('text?'),
  canceled_on: 'date?',
  unearned_amount: 'bigint?',
  credit_transaction_id: 'text?',
  created_at: 'instant',
  updated_at: 'instant?',
});

export type ServiceRow = RowOf<typeof loanServices>;

declare module '#platform/db/tables.ts' {
  interface Tables {
    loan_services: Stored<typeof loanServices>;
  }
}

export const services = thingOfLoans(loanServices, {
  name: 'service',
  path: 'loanServiceId',
  changes: ['status', 'cancel_reason', 'canceled_on', 'unearned_amount', 'credit_transaction_id', 'updated_at'],
});

/** What the borrower pays for it on the first day; what comes with each payment is a fee of the agreement. */
export const chargeOf = ({ status, charged, amount }: ServiceRow): Cents =>
  (status === 'active' && charged !== 'periodicFee' ? amount : 0) as Cents;

/** The one that was sold last first. */
export const servicesOf = (reader: Reader, keys: LoanKeys): Promise<ServiceRow[]> =>
  reader.rows(services.of(reader, keys).orderBy('position', 'desc'));

export const serviceTables = tablesByName(loanServices);
