import type { Actor } from '#platform/actor.ts';
import { as, defineTable, json, type RowOf, type Stored } from '#platform/db/define-table.ts';
import { bySubject, onCoordinator } from '#platform/db/tables.ts';
import { claimedColumns } from '#platform/work/claimed/claimed-rows.ts';
import type { SentChannel } from '../words.ts';
import type { BulkState } from './states.ts';

/** How far a sending has come: the last row, in the order of its source. */
export interface Place {
  readonly position: number;
  readonly id: string;
}

export const bulkResults = [
  'queued',
  'scheduled',
  'held',
  'dropped',
  'sent',
  'failed',
  'noContact',
  'noTemplate',
  'noPerson',
] as const;
export type BulkResult = (typeof bulkResults)[number];
export type BulkCounts = Readonly<Partial<Record<BulkResult, number>>>;

/** What gives rows. */
export const sourceNames = ['supercase', 'campaign'] as const;
export type SourceName = (typeof sourceNames)[number];

/** Why the service has paused a sending: whoever is responsible may not send any more, or the database was restored. */
export const pauseReasons = ['rightsLost', 'restored'] as const;
type PauseReason = (typeof pauseReasons)[number];

export const bulkSendings = defineTable('bulk_sendings', onCoordinator, {
  id: 'text',
  company_id: 'company',
  position: 'bigint',
  source: as<SourceName>('text'),
  source_id: 'text',
  source_given: json<unknown>(),
  subject: 'text',
  channel: as<SentChannel>('text'),
  message_sealed: 'bytes',
  pace_per_minute: 'int?',
  window_from: 'text?',
  window_to: 'text?',
  responsible_type: as<Actor['type']>('text'),
  responsible_id: 'text?',
  needs: 'texts',
  state: as<BulkState>('text'),
  paused_because: as<PauseReason | null>('text?'),
  total: 'int',
  done: 'int',
  counts: json<BulkCounts>(),
  place: json<Place | null>('json?'),
  act_at: 'instant?',
  ...claimedColumns,
  last_failure: 'text?',
  created_by_type: as<Actor['type']>('text'),
  created_by_id: 'text?',
  created_at: 'instant',
  updated_at: 'instant?',
  finished_at: 'instant?',
});

export const bulkRows = defineTable('bulk_rows', bySubject('person_id'), {
  person_id: 'text',
  bulk_sending_id: 'text',
  id: 'text',
  company_id: 'company',
  position: 'bigint',
  result: as<BulkResult>('text'),
  message_id: 'text?',
  interaction_id: 'text?',
  until: 'instant?',
  blocked_by: 'texts',
  failure: 'text?',
  variable: 'text?',
  created_at: 'instant',
});

export type BulkSendingRow = RowOf<typeof bulkSendings>;
export type BulkRow = RowOf<typeof bulkRows>;

declare module '#platform/db/tables.ts' {
  interface Tables {
    bulk_sendings: Stored<typeof bulkSendings>;
    bulk_rows: Stored<typeof bulkRows>;
  }
}
