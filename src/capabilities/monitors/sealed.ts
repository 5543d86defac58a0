// What monitors seal with the keys of people.
import type { SealedTable } from '#platform/encryption/sealed-table.ts';

export const secretsPart = (monitor: string): string => `monitor-place.${monitor}.secrets`;

export const monitorSealed: readonly SealedTable[] = [
  { table: 'monitor_hits', key: ['person_id', 'id'], byPerson: ['details_sealed'] },
  {
    table: 'monitor_files',
    key: ['operation_id'],
    hashes: { content_hash: 'it tells files apart by their bytes, and no key is in it' },
  },
  {
    table: 'monitor_places',
    key: ['monitor'],
    byCompany: { columns: { secrets_sealed: ({ monitor }) => secretsPart(monitor) } },
  },
];
