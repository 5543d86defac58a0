// The sealed column of loans: the address that came in line.
import type { SealedTable } from '#platform/encryption/sealed-table.ts';

export const loanSealed: readonly SealedTable[] = [
  { table: 'loans', key: ['person_id', 'id'], byPerson: ['address_sealed'] },
];
