import type { SealedTable } from '#platform/encryption/sealed-table.ts';

export const taxSealed: readonly SealedTable[] = [{ table: 'tax_forms', key: ['id'], byPerson: ['sealed'] }];
