import { as, defineTable, type RowOf, type Stored } from '#platform/db/define-table.ts';
import { reference } from '#platform/db/tables.ts';

export const merchantAccounts = defineTable('merchant_accounts', reference, {
  company_id: 'company',
  merchant_id: 'text',
  routing_number: 'text',
  last_four: 'text',
  account_type: as<'checking' | 'savings'>('text'),
  account_sealed: 'bytes',
  created_at: 'instant',
  changed_at: 'instant',
  approved_at: 'instant?',
});

export type MerchantAccountRow = RowOf<typeof merchantAccounts>;

declare module '#platform/db/tables.ts' {
  interface Tables {
    merchant_accounts: Stored<typeof merchantAccounts>;
  }
}
