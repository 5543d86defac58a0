import type { SealedTable } from '#platform/encryption/sealed-table.ts';

export const passwordPart = (login: string): string => `query_logins ${login}.password_sealed`;

export const questionSealed: readonly SealedTable[] = [
  {
    table: 'query_logins',
    key: ['login'],
    byCompany: { columns: { password_sealed: ({ login }) => passwordPart(login) } },
  },
];
