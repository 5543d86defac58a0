// From an event to a delivery for each subscription that asks for it: planned once, in the order of events, with the
// body that every attempt sends.

import type { Instant } from '@tenor/engine/values/instant.ts';
import type { Insertable } from 'kysely';
import { personSealers } from '#capabilities/people/index.ts';
import type { WorkTools } from '#platform/capability.ts';
import type { Duty } from '#platform/chore.ts';
import { machineNow } from '#platform/clock.ts';
import { KeyMissing } from '#platform/crypto/generations.ts';
import type { Sealer, Vault } from '#platform/crypto/vault.ts';
import { preparedInserts } from '#platform/db/prepared.ts';
import type { Realm } from '#platform/db/realm.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import type { Tables } from '#platform/db/tables.ts';
import { type EventResource, payloadsOf } from '#platform/event-views/payload.ts';
import { matchesType } from '#platform/events/event-types.ts';
import { eventsAt, followEvents, type Place, type StoredEvent } from '#platform/events/follow-events.ts';
import { presentEvent } from '#platform/events/present-event.ts';
import { newId } from '#platform/ids.ts';
import type { Log } from '#platform/log.ts';
import { webhookTest } from '../events.ts';
import { wakeWork } from '../work.ts';

interface PlanServices extends Pick<WorkTools, 'database' | 'vault' | 'clock' | 'log'> {
  readonly resources: readonly EventResource[];
}

interface Subscription {
  readonly id: string;
  readonly event_types: readonly string[];
}

interface Planned {
  readonly webhookId: string;
  readonly event: StoredEvent;
}

/** The approximate time that planning a delivery uses the process, for its pace beside requests. */
const plannedMs = 0.4;

/** The duty of the process that leads, once events have got their places. */
export function webhookPlanning(tools: WorkTools): Duty {
  const pace = tools.newPace();
  return {
    name: 'webhooks.plan',
    async run(mode) {
      if (pace.restMs() > 0) return;
      const services = { ...tools, resources: tools.whole.eventResources };
      let planned = 0;
      await followEvents(tools.database, mode, 'deliveries', async (realm, places) => {
        const count = await planDeliveries(services, realm, places);
        pace.worked(count * plannedMs);
        planned += count;
        return pace.restMs() === 0;
      });
      if (planned > 0) tools.signals.say('deliveries', mode);
    },
  };
}

/** Plans for all subscriptions that are switched on. Returns the number of deliveries. */
async function planDeliveries(services: PlanServices, realm: Realm, places: readonly Place[]): Promise<number> {
  const reader = services.database.reader(realm);
  const subscriptions = await reader.rows(
    reader.db
      .selectFrom('webhooks')
      .select(['id', 'event_types', 'position'])
      .where('enabled', '=', true)
      .where('deleted_at', 'is', null),
  );
  // Patterns are compared once for each type: many events have the same, and a company may have many patterns.
  const types = [...new Set(places.map(({ event_type }) => event_type))];
  const askers = new Map(types.map((type) => [type, subscriptions.filter((one) => asksForType(one, type))]));
  const askersOf = ({ event_type }: Pick<Place, 'event_type'>) => askers.get(event_type) ?? [];
  const events = await eventsAt(
    reader,
    places.filter((place) => askersOf(place).length > 0),
  );
  // Events from before a subscription may not have been planned yet; the subscription does not get them.
  const planned = events.flatMap((event) =>
    askersOf(event)
      .filter((one) => event.position > one.position && isFor(one, event))
      .map(({ id }) => ({ webhookId: id, event })),
  );
  if (planned.length === 0) return 0;
  const insert = await deliveryWriter(services, reader, planned);
  await services.database.transact(realm, async (tx) => insert(tx));
  return planned.length;
}

export const asksFor = (subscription: Subscription, event: StoredEvent): boolean =>
  asksForType(subscription, event.event_type) && isFor(subscription, event);

/** A test event goes only to the subscription that it was made for. */
const isFor = ({ id }: Pick<Subscription, 'id'>, { event_type, details }: StoredEvent): boolean =>
  event_type !== webhookTest.type || details.webhookId === id;

/** Any of them may be the one for which a test event was made. */
const asksForType = ({ event_types }: Subscription, type: string): boolean =>
  type === webhookTest.type || matchesType(event_types, type);

/** Reads and prepares everything; the returned function only writes. */
export async function deliveryWriter(
  { vault, clock, log, resources }: Omit<PlanServices, 'database'>,
  reader: Reader,
  planned: readonly Planned[],
): Promise<(tx: Tx) => void> {
  const events = [...new Set(planned.map(({ event }) => event))];
  const bodies = new Map((await bodiesOf(reader, vault, resources, events, log)).map((body, i) => [events[i], body]));
  const sealers = await sealersOf(reader, vault, events);
  const now = { micros: clock.micros(), instant: machineNow(clock) };
  // Persons that were erased meanwhile are left out.
  const rows = planned.flatMap(({ webhookId, event }): NewDelivery[] => {
    const sealer = sealers.get(event.subject_id);
    if (sealer === undefined) {
      log.warn({ event: event.id, subject: event.subject_id }, 'an event is not told: its person was erased');
      return [];
    }
    const body = sealer.seal(bodyPart(webhookId, event.sequence), bodies.get(event) as string);
    return [newDelivery(webhookId, event, body, now)];
  });
  return (tx) => {
    for (const insert of insertDeliveries(tx.db, rows)) tx.write(insert);
    wakeWork(tx, [...new Set(rows.map((row) => row.webhook_id))], now.micros);
  };
}

/** Undefined if the person was erased since: values that were sealed before can no longer be opened. */
export function openIfKept(sealer: Sealer | undefined, part: string, sealed: Buffer): string | undefined {
  try {
    return sealer?.unseal(part, sealed);
  } catch (error) {
    if (error instanceof KeyMissing) throw error;
    return undefined;
  }
}

/** Contains the delivery, so that a body moved to another delivery cannot be opened. */
export const bodyPart = (webhookId: string, sequence: number): string => `webhook.${webhookId}.${sequence}.body`;
export const answerPart = (webhookId: string, sequence: number): string => `webhook.${webhookId}.${sequence}.answer`;

async function bodiesOf(
  reader: Reader,
  vault: Vault,
  resources: readonly EventResource[],
  events: readonly StoredEvent[],
  log: Log,
): Promise<string[]> {
  const shown = events.map(presentEvent);
  try {
    return (await payloadsOf(reader, vault, resources, shown)).map((payload) => JSON.stringify(payload));
  } catch (error) {
    // An object that cannot be shown must not stop its event, nor change the bodies of the other events.
    if (events.length > 1) {
      const bodies: string[] = [];
      for (const event of events) bodies.push(...(await bodiesOf(reader, vault, resources, [event], log)));
      return bodies;
    }
    log.error({ err: error }, 'an event is sent without what it is about');
    return (await payloadsOf(reader, vault, [], shown)).map((payload) => JSON.stringify(payload));
  }
}

/** The sealer of each subject of these events: with a person's own key, or with the company's. */
export async function sealersOf(
  reader: Reader,
  vault: Vault,
  events: readonly { readonly subject_id: string }[],
): Promise<ReadonlyMap<string, Sealer>> {
  const { companyId } = reader.realm;
  const people = [...new Set(events.map((event) => event.subject_id))].filter((id) => id !== companyId);
  const sealers = people.length === 0 ? [] : await personSealers(reader, vault, people);
  return new Map([...sealers, [companyId, vault.companySealer(companyId)]]);
}

const columns = [
  'webhook_id',
  'id',
  'sequence',
  'planned_at',
  'lane',
  'event_id',
  'event_type',
  'state',
  'due_at',
  'body_sealed',
  'created_at',
] as const;

type NewDelivery = Insertable<Tables['webhook_deliveries']>;

const newDelivery = (
  webhookId: string,
  event: StoredEvent,
  body: Buffer,
  now: { readonly micros: number; readonly instant: Instant },
): NewDelivery => ({
  webhook_id: webhookId,
  id: newId('EM'),
  sequence: event.sequence,
  planned_at: now.micros,
  lane: event.subject_id,
  event_id: event.id,
  event_type: event.event_type,
  state: 'open',
  due_at: 0,
  body_sealed: body,
  created_at: now.instant,
});

/** Planning the same event again, after a crash or by a recovery, changes nothing. */
const insertDeliveries = preparedInserts('webhook_deliveries', columns, (insert) =>
  insert.onConflict((conflict) => conflict.columns(['webhook_id', 'sequence']).doNothing()),
);
