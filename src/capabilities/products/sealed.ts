// What products seals: the address and the contact of a merchant.
import type { SealedTable } from '#platform/encryption/sealed-table.ts';
import { contactPart } from './resources/merchant.ts';

export const productSealed: readonly SealedTable[] = [
  { table: 'merchants', key: ['id'], byCompany: { columns: { contact_sealed: ({ id }) => contactPart(id) } } },
];
