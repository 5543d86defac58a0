import type { SealedTable } from '#platform/encryption/sealed-table.ts';

/** The account's id is part of the seal: a number that is moved to another account cannot be opened. */
export const numberPart = (id: string): string => `bank-account.${id}`;

export const bankAccountsSealed: readonly SealedTable[] = [
  {
    table: 'bank_accounts',
    key: ['id'],
    byCompany: { columns: { number_sealed: ({ id }) => numberPart(id as string) } },
  },
];
