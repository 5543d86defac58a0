import type { Instant } from '@tenor/engine/values/instant.ts';
import type { Generated, Selectable } from 'kysely';
import { byKey, bySubject, type Company, type Json, type TableClasses } from '#platform/db/tables.ts';

interface WebhooksTable {
  company_id: Company;
  id: string;
  position: number;
  webhook_type: 'direct';
  event_types: string[];
  url_sealed: Buffer;
  secret_sealed: Buffer;
  previous_secret_sealed: Buffer | null;
  previous_secret_until: number | null;
  enabled: boolean;
  disabled_reason: string | null;
  created_at: Instant;
  updated_at: Instant | null;
  deleted_at: Instant | null;
}

interface WebhookWorkTable {
  webhook_id: string;
  company_id: Company;
  due_at: number | null;
  planned: Generated<number>;
  holder: string | null;
  held_until: Generated<number>;
  failures: Generated<number>;
  paused_until: Generated<number>;
  delivered_total: Generated<number>;
  failed_total: Generated<number>;
  last_delivered_at: Instant | null;
  last_failed_at: Instant | null;
  last_failure: string | null;
}

/** One attempt, as a person may want to see it. */
export interface Try {
  readonly at: Instant;
  readonly status: number | null;
  readonly ms: number;
  readonly problem: string | null;
}

interface WebhookDeliveriesTable {
  webhook_id: string;
  id: string;
  company_id: Company;
  sequence: number;
  planned_at: number;
  lane: string;
  event_id: string;
  event_type: string;
  state: 'open' | 'delivered' | 'parked';
  due_at: number;
  attempts: Generated<number>;
  body_sealed: Buffer;
  tries: Json<Try[]>;
  answer_sealed: Buffer | null;
  created_at: Instant;
  ended_at: Instant | null;
}

export type WebhookRow = Selectable<WebhooksTable>;
export type WebhookWorkRow = Selectable<WebhookWorkTable>;
export type DeliveryRow = Selectable<WebhookDeliveriesTable>;

declare module '#platform/db/tables.ts' {
  interface Tables {
    webhooks: WebhooksTable;
    webhook_work: WebhookWorkTable;
    webhook_deliveries: WebhookDeliveriesTable;
  }
}

export const webhookTables: TableClasses = {
  webhooks: bySubject('company_id'),
  webhook_work: byKey('webhook_id'),
  webhook_deliveries: bySubject('webhook_id'),
};
