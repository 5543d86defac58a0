import { as, defineTable, type RowOf, type Stored, tablesByName } from '#platform/db/define-table.ts';
import { onCoordinator } from '#platform/db/tables.ts';
import { claimedColumns } from '#platform/work/claimed/claimed-rows.ts';
import type { BatchState } from './letters/batch-states.ts';
import type { MessageState } from './states.ts';

export const channels = ['email', 'text', 'voice', 'mail'] as const;
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

const heardMessages = defineTable('heard_messages', onCoordinator, {
  company_id: 'company',
  key: 'text',
  content_sealed: 'bytes?',
  ...claimedColumns,
  last_failure: 'text?',
  created_at: 'instant',
});

/** One row: the mailbox is the operator's, and has answers for all companies. */
const bounceMailbox = defineTable('bounce_mailbox', onCoordinator, {
  name: 'text',
  holder: 'text?',
  held_until: 'bigint',
  read_at: 'instant?',
  last_failure: 'text?',
});

/** The carrier is the operator's, so no company has it. */
const restingChannels = defineTable('resting_channels', onCoordinator, {
  channel: as<Channel>('text'),
  why: 'text?',
  rests_since: 'bigint?',
  rests_until: 'bigint?',
  said_at: 'bigint',
});

const letterBatches = defineTable('letter_batches', onCoordinator, {
  company_id: 'company',
  day: 'date',
  number: 'int',
  state: as<BatchState>('text'),
  ...claimedColumns,
  last_failure: 'text?',
});

export type LetterBatchRow = RowOf<typeof letterBatches>;

const letters = defineTable('letters', onCoordinator, {
  company_id: 'company',
  id: 'text',
  batch_day: 'date',
  batch_number: 'int',
  person_id: 'text?',
  purpose: 'text',
  content_sealed: 'bytes?',
  created_at: 'instant',
});

declare module '#platform/db/tables.ts' {
  interface Tables {
    messages: Stored<typeof messages>;
    heard_messages: Stored<typeof heardMessages>;
    bounce_mailbox: Stored<typeof bounceMailbox>;
    resting_channels: Stored<typeof restingChannels>;
    letter_batches: Stored<typeof letterBatches>;
    letters: Stored<typeof letters>;
  }
}

export const sendingTables = tablesByName(
  messages,
  heardMessages,
  bounceMailbox,
  restingChannels,
  letterBatches,
  letters,
);
