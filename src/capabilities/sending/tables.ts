import { as, defineTable, type RowOf, type Stored, tablesByName } from '#platform/db/define-table.ts';
import { onCoordinator } from '#platform/db/tables.ts';
import { claimedColumns } from '#platform/work/claimed/claimed-rows.ts';
import type { MessageState } from './states.ts';

export const channels = ['email', 'text', 'voice'] as const;
export type Channel = (typeof channels)[number];

export const messages = defineTable('messages', onCoordinator, {
  id: 'text',
  company_id: 'company',
  position: 'bigint',
  channel: as<Channel>('text'),
  purpose: 'text',
  state: as<MessageState>('text'),
  person_id: 'text?',
  user_id: 'text?',
  to_hash: 'bytes?',
  content_sealed: 'bytes?',
  ...claimedColumns,
  expires_at: 'bigint?',
  last_failure: 'text?',
  created_at: 'instant',
  recorded_at: 'bigint',
});

export type MessageRow = RowOf<typeof messages>;

declare module '#platform/db/tables.ts' {
  interface Tables {
    messages: Stored<typeof messages>;
  }
}

export const sendingTables = tablesByName(messages);
