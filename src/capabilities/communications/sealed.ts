import type { SealedTable } from '#platform/encryption/sealed-table.ts';
import { bulkPart } from './bulk/start.ts';

export const communicationSealed: readonly SealedTable[] = [
  { table: 'outgoing_messages', key: ['person_id', 'id'], byPerson: ['content_sealed'] },
  { table: 'bulk_sendings', key: ['id'], byCompany: { columns: { message_sealed: ({ id }) => bulkPart(id) } } },
];
