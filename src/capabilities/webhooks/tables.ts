import type { Instant } from '@tenor/engine/values/instant.ts';
import { as, defaulted, defineTable, json, type RowOf, type Stored, tablesByName } from '#platform/db/define-table.ts';
import { onCoordinator, reference } from '#platform/db/tables.ts';

export const webhooks = defineTable('webhooks', reference, {
  company_id: 'company',
  id: 'text',
  position: 'bigint',
  webhook_type: as<'direct'>('text'),
  event_types: 'texts',
  url_sealed: 'bytes',
  secret_sealed: 'bytes',
  previous_secret_sealed: 'bytes?',
  previous_secret_until: 'bigint?',
  enabled: 'bool',
  disabled_reason: 'text?',
  created_at: 'instant',
  updated_at: 'instant?',
  deleted_at: 'instant?',
});

const webhookWork = defineTable('webhook_work', onCoordinator, {
  webhook_id: 'text',
  company_id: 'company',
  due_at: 'bigint?',
  planned: defaulted('bigint'),
  holder: 'text?',
  held_until: defaulted('bigint'),
  failures: defaulted('int'),
  paused_until: defaulted('bigint'),
  delivered_total: defaulted('bigint'),
  failed_total: defaulted('bigint'),
  last_delivered_at: 'instant?',
  last_failed_at: 'instant?',
  last_failure: 'text?',
});

/** One attempt, as it is shown. */
export interface Try {
  readonly at: Instant;
  readonly status: number | null;
  readonly ms: number;
  readonly problem: string | null;
}

const webhookDeliveries = defineTable('webhook_deliveries', onCoordinator, {
  webhook_id: 'text',
  id: 'text',
  company_id: 'company',
  sequence: 'bigint',
  planned_at: 'bigint',
  lane: 'text',
  event_id: 'text',
  event_type: 'text',
  state: as<'open' | 'delivered' | 'parked'>('text'),
  due_at: 'bigint',
  attempts: defaulted('int'),
  body_sealed: 'bytes',
  tries: defaulted(json<Try[]>()),
  answer_sealed: 'bytes?',
  created_at: 'instant',
  ended_at: 'instant?',
});

export type WebhookRow = RowOf<typeof webhooks>;
export type WebhookWorkRow = RowOf<typeof webhookWork>;
export type DeliveryRow = RowOf<typeof webhookDeliveries>;

declare module '#platform/db/tables.ts' {
  interface Tables {
    webhooks: Stored<typeof webhooks>;
    webhook_work: Stored<typeof webhookWork>;
    webhook_deliveries: Stored<typeof webhookDeliveries>;
  }
}

export const webhookTables = tablesByName(webhooks, webhookWork, webhookDeliveries);
