// What companies sign with, sealed with their keys.
import type { SealedTable } from '#platform/encryption/sealed-table.ts';
import { keyPart } from './certificates/stored-certificate.ts';

export const agreementsSealed: readonly SealedTable[] = [
  {
    table: 'company_certificates',
    key: ['id'],
    byCompany: { columns: { key_sealed: ({ id }) => keyPart(id) } },
    hashes: { certificate: 'a certificate is public: it is in each document that it has signed' },
  },
];
