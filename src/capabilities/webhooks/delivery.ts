// Finding and showing deliveries.
import { instantOfMicros } from '@tenor/engine/values/instant.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { messageId } from '#platform/egress/signature.ts';
import { errors, Refusal } from '#platform/errors.ts';
import { type EventResource, mustSeePayloads } from '#platform/event-views/payload.ts';
import type { ReadContext } from '#platform/http/endpoint.ts';
import { type ListSource, type Page, type PageInput, page } from '#platform/http/pages.ts';
import { presenter } from '#platform/resource/columns.ts';
import { answerPart, bodyPart, openIfKept, sealersOf } from './delivery/plan-deliveries.ts';
import { Delivery, type DeliveryWithBodies } from './schemas.ts';
import type { DeliveryRow } from './tables.ts';
import { findWebhook } from './webhook.ts';

interface DeliveryFilter extends PageInput {
  readonly state?: DeliveryRow['state'];
  readonly eventId?: string;
}

const shownColumns = [
  'id',
  'webhook_id',
  'event_id',
  'event_type',
  'lane',
  'state',
  'attempts',
  'planned_at',
  'due_at',
  'tries',
  'created_at',
  'ended_at',
] as const;

/** Sorted in the order of events, the newest first. */
export async function listDeliveries(
  reader: Reader,
  webhookId: string,
  filter: DeliveryFilter,
): Promise<Page<Delivery>> {
  await findWebhook(reader, webhookId);
  const source: ListSource = {
    table: 'webhook_deliveries',
    idColumn: 'id',
    sortable: {},
    order: 'sequence',
    subject: { column: 'webhook_id', id: webhookId },
  };
  let query = reader.db.selectFrom('webhook_deliveries').select(shownColumns).where('webhook_id', '=', webhookId);
  if (filter.state !== undefined) query = query.where('state', '=', filter.state);
  if (filter.eventId !== undefined) query = query.where('event_id', '=', filter.eventId);
  const found = await page(reader, source, query, filter, (row) => row.id);
  return { ...found, items: found.items.map(presentDelivery) };
}

export async function findDelivery(reader: Reader, webhookId: string, id: string): Promise<DeliveryRow> {
  await findWebhook(reader, webhookId);
  const row = await reader.row(
    reader.db.selectFrom('webhook_deliveries').selectAll().where('webhook_id', '=', webhookId).where('id', '=', id),
  );
  if (row !== undefined) return row;
  throw new Refusal(errors.NotFound, `This webhook subscription has no delivery ${id}.`, {
    data: { path: 'deliveryId' },
  });
}

/** Errors: NotFound, Forbidden for a body that shows something the caller may not read separately. */
export async function readDelivery(
  { caller, reader, vault }: ReadContext,
  webhookId: string,
  id: string,
  resources: readonly EventResource[],
): Promise<DeliveryWithBodies> {
  const row = await findDelivery(reader, webhookId, id);
  mustSeePayloads(caller, resources, [row.event_type]);
  const sealer = (await sealersOf(reader, vault, [{ subject_id: row.lane }])).get(row.lane);
  const open = (part: string, sealed: Buffer | null) =>
    sealed === null ? null : (openIfKept(sealer, part, sealed) ?? null);
  return {
    ...presentDelivery(row),
    requestBody: open(bodyPart(webhookId, row.sequence), row.body_sealed),
    responseBody: open(answerPart(webhookId, row.sequence), row.answer_sealed),
  };
}

type DeliveryShown = Pick<DeliveryRow, (typeof shownColumns)[number]>;

const present = presenter<typeof Delivery, DeliveryShown>(Delivery);

export const presentDelivery = (row: DeliveryShown): Delivery =>
  present(row, {
    subjectId: row.lane,
    messageId: messageId(row.event_id, row.lane),
    // A delivery that was never tried is due since it was planned.
    nextAttemptAt: row.state === 'open' ? instantOfMicros(BigInt(row.due_at || row.planned_at)) : null,
  });
