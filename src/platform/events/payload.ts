// What a receiver is sent: the event, and the things it is about as they are when the delivery is planned.
import type { TSchema } from 'typebox';
import type { Vault } from '#platform/crypto/vault.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { answerWriter } from '#platform/http/write-answer.ts';
import { Event } from './schemas.ts';

/** A thing that events are about, declared by the capability that has it. */
export interface EventResource {
  /** Its field in the payload. */
  readonly name: string;
  readonly schema: TSchema;
  /** Which one an event is about, if any. */
  idOf(event: Event): string | null;
  /** Those of the ids that are still there. */
  load(reader: Reader, vault: Vault, ids: readonly string[]): Promise<ReadonlyMap<string, object>>;
}

export type Payload = Readonly<Record<string, unknown>>;

/** The payloads of a batch of events, in their order. */
export async function payloadsOf(
  reader: Reader,
  vault: Vault,
  resources: readonly EventResource[],
  events: readonly Event[],
): Promise<Payload[]> {
  const things = await thingsOf(reader, vault, resources, events);
  return events.map((event, i) => ({ ...(writeEvent(event) as object), ...things[i] }));
}

/** What each of these events is about, ready to be sent: one look-up for each kind of thing. */
export async function thingsOf(
  reader: Reader,
  vault: Vault,
  resources: readonly EventResource[],
  events: readonly Event[],
): Promise<Payload[]> {
  // The name that receivers know the borrower by.
  const things = events.map((event): Record<string, unknown> => ({ borrowerId: event.personId }));
  for (const resource of resources) {
    const ids = events.map((event) => resource.idOf(event));
    const wanted = [...new Set(ids.filter((id) => id !== null))];
    if (wanted.length === 0) continue;
    const found = await resource.load(reader, vault, wanted);
    const write = writerOf(resource.schema);
    for (const [i, id] of ids.entries()) {
      if (id === null) continue;
      const thing = found.get(id);
      (things[i] as Record<string, unknown>)[resource.name] = thing ? write(thing) : null;
    }
  }
  return things;
}

const writerOf = (schema: TSchema) => answerWriter(schema) ?? ((value: unknown) => value);
const writeEvent = writerOf(Event);
