import type { SealedTable } from '#platform/encryption/sealed-table.ts';

/** The merchant's id is part of the seal: an account that is moved to another merchant cannot be opened. */
export const accountPart = (merchantId: string): string => `merchant-account.${merchantId}`;

export const merchantAccountsSealed: readonly SealedTable[] = [
  {
    table: 'merchant_accounts',
    key: ['merchant_id'],
    byCompany: { columns: { account_sealed: ({ merchant_id }) => accountPart(merchant_id as string) } },
  },
];
