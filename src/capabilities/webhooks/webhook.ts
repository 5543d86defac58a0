// Storing, finding and showing subscriptions.
import { sql } from 'kysely';
import { Type } from 'typebox';
import type { Vault } from '#platform/crypto/vault.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { defineResource } from '#platform/resource/define-resource.ts';
import { failuresUntilProbing } from './delivery/back-off.ts';
import { webhookFields, type webhookStates, webhookTaken } from './schemas.ts';
import { type WebhookRow, type WebhookWorkRow, webhooks } from './tables.ts';

export const webhook = defineResource({
  name: 'webhook',
  plural: 'webhooks',
  prefix: 'WH',
  table: webhooks,
  fields: webhookFields,
  onlyShown: [
    'webhookType',
    'unknownEventTypes',
    'disabledReason',
    'state',
    'pending',
    'parked',
    'deliveredTotal',
    'failedTotal',
    'lastDeliveredAt',
    'lastFailedAt',
    'lastFailure',
  ],
  taken: webhookTaken,
  // Deliveries take real time, so lastFailedAt is of the machine's clock. createdAt must be of the same clock.
  stampedBy: 'machine',
  sort: ['createdAt', 'updatedAt'],
  told: { enabled: Type.Boolean() },
  events: {
    created: 'A webhook subscription was created.',
    updated: 'A webhook subscription was changed.',
    deleted: 'A webhook subscription was deleted.',
  },
  endpoints: {
    list: { summary: 'List webhook subscriptions' },
    read: { summary: 'Read a webhook subscription, its state and counters', says: 'This is the subscription.' },
    update: {
      summary: 'Change a webhook subscription',
      description:
        'What is not sent stays; eventTypes replaces the earlier ones. Switched on again, it goes on with what waits; events of the time between are sent by recover.',
      says: 'The subscription was changed.',
      body: { eventTypes: ['contact.*'] },
    },
    delete: {
      summary: 'Delete a webhook subscription',
      description: 'Nothing more is sent, also of what waits.',
      says: 'The subscription was deleted.',
    },
  },
  present: (rows, { reader, vault }) => presentAll(reader, vault, rows),
});

export const findWebhook = webhook.find;

/** The types that the filter `webhookId` of events means. */
export async function typesOfWebhook(reader: Reader, id: string): Promise<readonly string[] | undefined> {
  const row = await reader.row(
    reader.db.selectFrom('webhooks').select('event_types').where('id', '=', id).where('deleted_at', 'is', null),
  );
  return row?.event_types;
}

type Work = Pick<
  WebhookWorkRow,
  'failures' | 'delivered_total' | 'failed_total' | 'last_delivered_at' | 'last_failed_at' | 'last_failure'
> & { readonly pending: number; readonly parked: number };

/** The work of a new subscription. */
export const noWork: Work = {
  failures: 0,
  delivered_total: 0,
  failed_total: 0,
  last_delivered_at: null,
  last_failed_at: null,
  last_failure: null,
  pending: 0,
  parked: 0,
};

/** What the rows of subscriptions do not contain: their addresses in clear, and the state of their deliveries. */
export async function presentAll(reader: Reader, vault: Vault, rows: readonly WebhookRow[]) {
  const ids = rows.map((row) => row.id);
  if (ids.length === 0) return [];
  const [works, open, parked] = await reader.together(
    reader.db
      .selectFrom('webhook_work')
      .select([
        'webhook_id',
        'failures',
        'delivered_total',
        'failed_total',
        'last_delivered_at',
        'last_failed_at',
        'last_failure',
      ])
      .where('webhook_id', '=', sql<string>`any(${ids}::text[])`),
    countOf(reader, ids, 'open'),
    countOf(reader, ids, 'parked'),
  );
  const work = new Map(works.map((row) => [row.webhook_id, row]));
  const counts = (found: { webhook_id: string; n: number }[]) => new Map(found.map((row) => [row.webhook_id, row.n]));
  const [pending, given] = [counts(open), counts(parked)];
  return rows.map((row) =>
    fieldsOf(vault, row, {
      ...noWork,
      ...work.get(row.id),
      pending: pending.get(row.id) ?? 0,
      parked: given.get(row.id) ?? 0,
    }),
  );
}

/** If a receiver has been away for long, we do not count all waiting deliveries. */
const countedMax = 10_000;

const countOf = (reader: Reader, ids: readonly string[], state: 'open' | 'parked') =>
  reader.db
    .selectFrom(sql<{ id: string }>`unnest(${ids}::text[])`.as<'w'>(sql`w(id)`))
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('webhook_deliveries')
          .select(sql<number>`1`.as('one'))
          .whereRef('webhook_deliveries.webhook_id', '=', sql.ref('w.id'))
          .where('state', '=', state)
          .limit(countedMax)
          .as('some'),
      (join) => join.onTrue(),
    )
    .select([sql<string>`w.id`.as('webhook_id'), sql<number>`count(*)`.as('n')])
    .groupBy(sql`w.id`);

export const urlPart = (id: string) => `webhook.${id}.url`;
export const secretPart = (id: string) => `webhook.${id}.secret`;

export function fieldsOf(vault: Vault, row: WebhookRow, work: Work, hmacSecretKey?: string) {
  const webhookUrl = vault.companySealer(row.company_id).unseal(urlPart(row.id), row.url_sealed);
  return {
    webhookDirectDetails: { webhookUrl, ...(hmacSecretKey === undefined ? {} : { hmacSecretKey }) },
    state: stateOf(row, work),
    pending: work.pending,
    parked: work.parked,
    deliveredTotal: work.delivered_total,
    failedTotal: work.failed_total,
    lastDeliveredAt: work.last_delivered_at,
    lastFailedAt: work.last_failed_at,
    lastFailure: work.last_failure,
  };
}

function stateOf({ enabled }: WebhookRow, { failures, parked }: Work): (typeof webhookStates)[number] {
  if (!enabled) return 'disabled';
  if (failures >= failuresUntilProbing) return 'failing';
  return parked > 0 ? 'attention' : 'active';
}

/** The secrets that sign now, newest first. */
export function secretsOf(vault: Vault, row: WebhookRow, nowMicros: number): string[] {
  const sealer = vault.companySealer(row.company_id);
  const open = (sealed: Buffer) => sealer.unseal(secretPart(row.id), sealed);
  const { previous_secret_sealed: previous, previous_secret_until: until } = row;
  const overlaps = previous !== null && until !== null && until > nowMicros;
  return [open(row.secret_sealed), ...(overlaps ? [open(previous)] : [])];
}
