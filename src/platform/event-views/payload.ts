// What a receiver gets: the event, and the things it is about as they are when the delivery is planned. Each thing is
// shown only to receivers that may read it separately.
import type { TSchema } from 'typebox';
import type { Caller } from '#platform/command/context.ts';
import type { Vault } from '#platform/crypto/vault.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { errors, Refusal } from '#platform/errors.ts';
import { answerWriter } from '#platform/http/write-answer.ts';
import type { EventKind } from '../events/event-kind.ts';
import { matchesType } from '../events/event-types.ts';
import { Event } from '../events/schemas.ts';

/** A thing that events are about, declared by the capability that owns it. */
export interface DeclaredResource {
  /** Its field in the payload. */
  readonly name: string;
  readonly schema: TSchema;
  /** The permission for reading the thing separately: a payload that shows it needs the same. */
  readonly permission: string;
  /** The types of the events that such a thing may begin with. */
  readonly madeBy: readonly string[];
  /** Whether events of the kind are about such a thing. Payloads of other kinds never show it. */
  isShownBy(kind: EventKind): boolean;
  /** The id of the thing that an event is about, if any. */
  idOf(event: Event): string | null;
  /** Loads those of the ids that still exist. */
  load(reader: Reader, vault: Vault, ids: readonly string[]): Promise<ReadonlyMap<string, object>>;
  /** Whether the thing was deleted, and only events still show it. Without this no loaded thing is. */
  readonly isGone?: (thing: object) => boolean;
}

export interface EventResource extends Omit<DeclaredResource, 'isShownBy'> {
  /** The types of the events that show it. */
  readonly shownBy: ReadonlySet<string>;
}

export const eventResourcesOf = (
  declared: readonly DeclaredResource[],
  kinds: readonly EventKind[],
): readonly EventResource[] =>
  declared.map(({ isShownBy, ...resource }) => ({
    ...resource,
    shownBy: new Set(kinds.filter(isShownBy).map(({ type }) => type)),
  }));

/** The permission to see events with their ids, statuses and amounts. */
export const eventPermission = 'event:list';

/** `patterns`: types of events, as a subscription or a filter names them. Errors: Forbidden. */
export function mustSeePayloads(
  { permissions }: Pick<Caller, 'permissions'>,
  resources: readonly EventResource[],
  patterns: readonly string[],
): void {
  const permission = permissionsToSee(resources, patterns).find((one) => !permissions.has(one));
  if (permission === undefined) return;
  const message = `This API key does not have the permission ${permission}, without which it may not see, or send elsewhere, what these events are about.`;
  throw new Refusal(errors.Forbidden, message, { data: { permission } });
}

/** The permissions that a caller needs to see the payloads of events of these types. */
export const permissionsToSee = (resources: readonly EventResource[], patterns: readonly string[]): string[] => [
  eventPermission,
  ...resources
    .filter(({ shownBy }) => [...shownBy].some((type) => matchesType(patterns, type)))
    .map(({ permission }) => permission),
];

/** The types of events whose payloads need more than these permissions. */
export const typesUnseen = (resources: readonly EventResource[], { permissions }: Pick<Caller, 'permissions'>) => [
  ...new Set(resources.filter(({ permission }) => !permissions.has(permission)).flatMap(({ shownBy }) => [...shownBy])),
];

type Payload = Readonly<Record<string, unknown>>;

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

/** The things that these events are about, ready to be sent: one query for each kind of thing. */
export async function thingsOf(
  reader: Reader,
  vault: Vault,
  resources: readonly EventResource[],
  events: readonly Event[],
): Promise<Payload[]> {
  // The name that receivers know the borrower by.
  const things = events.map((event): Record<string, unknown> => ({ borrowerId: event.personId }));
  for (const resource of resources) {
    const ids = events.map((event) => (resource.shownBy.has(event.eventType) ? resource.idOf(event) : null));
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

/** Writes things as an answer shows them. */
export const writerOf = (schema: TSchema) => answerWriter(schema) ?? ((value: unknown) => value);
const writeEvent = writerOf(Event);
