import type { themes } from '#capabilities/company/index.ts';
import type { Actor } from '#platform/actor.ts';
import { as, defineTable, json, type RowOf, type Stored, tablesByName } from '#platform/db/define-table.ts';
import { onCoordinator } from '#platform/db/tables.ts';
import { claimedColumns } from '#platform/work/claimed/claimed-rows.ts';
import type { Skipped } from './runs/skipped.ts';
import type { RunState } from './states.ts';
import type { SenderChannel } from './words.ts';

export const contactExporters = defineTable('contact_exporters', onCoordinator, {
  id: 'text',
  company_id: 'company',
  position: 'bigint',
  external_id: 'text?',
  settings: 'text',
  makers: 'texts',
  created_at: 'instant',
  updated_at: 'instant?',
  deleted_at: 'instant?',
});

export const bulkSenders = defineTable('bulk_senders', onCoordinator, {
  id: 'text',
  company_id: 'company',
  position: 'bigint',
  external_id: 'text?',
  interaction_subject: 'text',
  channel: as<SenderChannel | null>('text?'),
  theme: as<(typeof themes)[number] | null>('text?'),
  pace_per_minute: 'int?',
  window_from: 'text?',
  window_to: 'text?',
  makers: 'texts',
  created_at: 'instant',
  updated_at: 'instant?',
  deleted_at: 'instant?',
});

export const campaigns = defineTable('campaigns', onCoordinator, {
  id: 'text',
  company_id: 'company',
  position: 'bigint',
  external_id: 'text?',
  query_id: 'text?',
  redash_query_url: 'text?',
  secrets_sealed: 'bytes?',
  schedule: 'text?',
  next_run_at: 'instant?',
  contact_exporter_id: 'text?',
  bulk_sender_id: 'text?',
  sftp: 'text?',
  open_pgp_public_key: 'text?',
  changed_by_type: as<Actor['type']>('text'),
  changed_by_id: 'text?',
  makers: 'texts',
  created_at: 'instant',
  updated_at: 'instant?',
});

export const campaignRuns = defineTable('campaign_runs', onCoordinator, {
  id: 'text',
  company_id: 'company',
  position: 'bigint',
  campaign_id: 'text',
  instant: 'instant',
  is_scheduled: 'bool',
  state: as<RunState>('text'),
  operation_id: 'text',
  responsible_type: as<Actor['type']>('text'),
  responsible_id: 'text?',
  started_at: 'instant?',
  finished_at: 'instant?',
  num_borrowers: 'int?',
  skipped: json<Skipped>(),
  num_lines: 'int?',
  num_blocked: 'int?',
  num_sent: 'int?',
  num_failed: 'int?',
  bulk_sending_ids: 'texts',
  needs_release: 'bool',
  basis: 'text?',
  released_at: 'instant?',
  released_by_id: 'text?',
  content_id: 'text?',
  file_name: 'text?',
  is_personal: 'bool',
  error_message: 'text?',
  ...claimedColumns,
  last_failure: 'text?',
  left_at: 'instant?',
  created_at: 'instant',
  updated_at: 'instant?',
});

export const campaignRows = defineTable('campaign_rows', onCoordinator, {
  run_id: 'text',
  line: 'int',
  company_id: 'company',
  person_id: 'text',
  once_key: 'text',
  values_sealed: 'bytes',
  created_at: 'instant',
});

export type ExporterRow = RowOf<typeof contactExporters>;
export type BulkSenderRow = RowOf<typeof bulkSenders>;
export type CampaignRow = RowOf<typeof campaigns>;
export type RunRow = RowOf<typeof campaignRuns>;

declare module '#platform/db/tables.ts' {
  interface Tables {
    contact_exporters: Stored<typeof contactExporters>;
    bulk_senders: Stored<typeof bulkSenders>;
    campaigns: Stored<typeof campaigns>;
    campaign_runs: Stored<typeof campaignRuns>;
    campaign_rows: Stored<typeof campaignRows>;
  }
}

export const campaignTables = tablesByName(contactExporters, bulkSenders, campaigns, campaignRuns, campaignRows);
