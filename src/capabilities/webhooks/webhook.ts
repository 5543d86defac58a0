// A subscription as it is stored, found and shown.
import { sql } from 'kysely';
import type { Vault } from '#platform/crypto/vault.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { errors, Refusal } from '#platform/errors.ts';
import { type ListSource, type Page, type PageInput, page } from '#platform/http/pages.ts';
import { failuresUntilProbing } from './delivery/back-off.ts';
import type { Webhook } from './schemas.ts';
import type { WebhookRow, WebhookWorkRow } from './tables.ts';

export const webhookSort = { createdAt: 'created_at', updatedAt: 'updated_at' };

const source: ListSource = { table: 'webhooks', idColumn: 'id', sortable: webhookSort };

const webhookNotFound = (id: string): Refusal =>
  new Refusal(errors.NotFound, `There is no webhook subscription ${id}.`, { data: { path: 'webhookId' } });

export async function findWebhook(reader: Reader, id: string, lock = false): Promise<WebhookRow> {
  const query = reader.db.selectFrom('webhooks').selectAll().where('id', '=', id).where('deleted_at', 'is', null);
  const row = await reader.row(lock ? query.forUpdate() : query);
  if (row === undefined) throw webhookNotFound(id);
  return row;
}

/** What the filter `webhookId` of events stands for. */
export async function typesOfWebhook(reader: Reader, id: string): Promise<readonly string[] | undefined> {
  const row = await reader.row(
    reader.db.selectFrom('webhooks').select('event_types').where('id', '=', id).where('deleted_at', 'is', null),
  );
  return row?.event_types;
}

export async function readWebhook(reader: Reader, vault: Vault, id: string): Promise<Webhook> {
  const row = await findWebhook(reader, id);
  return (await presentAll(reader, vault, [row]))[0] as Webhook;
}

export async function listWebhooks(reader: Reader, vault: Vault, input: PageInput): Promise<Page<Webhook>> {
  const query = reader.db.selectFrom('webhooks').selectAll().where('deleted_at', 'is', null);
  const found = await page(reader, source, query, input, (row) => row.id);
  return { ...found, items: await presentAll(reader, vault, found.items) };
}

type Work = Pick<
  WebhookWorkRow,
  'failures' | 'delivered_total' | 'failed_total' | 'last_delivered_at' | 'last_failed_at' | 'last_failure'
> & { readonly pending: number; readonly parked: number };

/** Of a subscription that was just made. */
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

async function presentAll(reader: Reader, vault: Vault, rows: readonly WebhookRow[]): Promise<Webhook[]> {
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
    presentWebhook(vault, row, {
      ...noWork,
      ...work.get(row.id),
      pending: pending.get(row.id) ?? 0,
      parked: given.get(row.id) ?? 0,
    }),
  );
}

/** A receiver that has been away for long has left more behind than anybody wants to have counted. */
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

export function presentWebhook(vault: Vault, row: WebhookRow, work: Work, hmacSecretKey?: string): Webhook {
  const webhookUrl = vault.sharedSealer(row.company_id).unseal(urlPart(row.id), row.url_sealed);
  return {
    id: row.id,
    object: 'webhook',
    companyId: row.company_id,
    webhookType: row.webhook_type,
    eventTypes: row.event_types,
    webhookDirectDetails: { webhookUrl, ...(hmacSecretKey === undefined ? {} : { hmacSecretKey }) },
    enabled: row.enabled,
    disabledReason: row.disabled_reason,
    state: stateOf(row, work),
    pending: work.pending,
    parked: work.parked,
    deliveredTotal: work.delivered_total,
    failedTotal: work.failed_total,
    lastDeliveredAt: work.last_delivered_at,
    lastFailedAt: work.last_failed_at,
    lastFailure: work.last_failure,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    deletedAt: null,
  };
}

function stateOf({ enabled }: WebhookRow, { failures, parked }: Work): Webhook['state'] {
  if (!enabled) return 'disabled';
  if (failures >= failuresUntilProbing) return 'failing';
  return parked > 0 ? 'attention' : 'active';
}

/** The secrets that sign now, newest first. */
export function secretsOf(vault: Vault, row: WebhookRow, nowMicros: number): string[] {
  const sealer = vault.sharedSealer(row.company_id);
  const open = (sealed: Buffer) => sealer.unseal(secretPart(row.id), sealed);
  const { previous_secret_sealed: previous, previous_secret_until: until } = row;
  const overlaps = previous !== null && until !== null && until > nowMicros;
  return [open(row.secret_sealed), ...(overlaps ? [open(previous)] : [])];
}
