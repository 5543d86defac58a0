import type { SealedTable } from '#platform/encryption/sealed-table.ts';

export const secretsPart = (id: string): string => `payment-provider.${id}.secrets`;

export const providersSealed: readonly SealedTable[] = [
  {
    table: 'payment_providers',
    key: ['id'],
    byCompany: {
      columns: {
        secrets_sealed: ({ id }) => secretsPart(id),
        previous_secrets_sealed: ({ id }) => secretsPart(id),
      },
    },
  },
];
