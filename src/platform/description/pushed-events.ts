// What a webhook subscription is sent: the payload of each kind of event, from the declaration of the kind.
import Type, { type TObject, type TSchema } from 'typebox';
import type { EventKind } from '#platform/events/event-kind.ts';
import { eventOfKinds } from '#platform/events/schemas.ts';
import { Extended, Nullable, Text } from '#platform/input/schemas.ts';
import type { SchemaBook } from './schema-book.ts';

type Json = Record<string, unknown>;

/** A thing that payloads show in full. */
export interface ShownThing {
  readonly name: string;
  readonly schema: TSchema;
  /** The types of the events that show it. */
  readonly shownBy: ReadonlySet<string>;
}

export function pushedEvents(kinds: readonly EventKind[], things: readonly ShownThing[], { write }: SchemaBook): Json {
  const event = eventOfKinds(kinds);
  const written = kinds
    .toSorted((a, b) => (a.type < b.type ? -1 : 1))
    .map((kind) => {
      const shown = things.filter(({ shownBy }) => shownBy.has(kind.type));
      const content = { 'application/json': { schema: write(payloadOf(event, kind, shown)) } };
      const operationId = `told.${kind.type}`;
      const post = { operationId, summary: kind.summary, requestBody: { content }, responses: { '2XX': received } };
      return [kind.type, { post }];
    });
  return Object.fromEntries(written);
}

const received = { description: 'Received.' };

/** The event with its own fields, and the things it is about as they are when the delivery is planned. */
function payloadOf(event: TObject, kind: EventKind, shown: readonly ShownThing[]): TSchema {
  const { type, eventClass, fields } = kind;
  const own = Object.entries(fields.properties).filter(([name]) => !Object.hasOwn(event.properties, name));
  const added = { eventType: Type.Literal(type), ...Object.fromEntries(own) };
  return Extended(eventWith(event, shown), added, { title: eventClass });
}

/** `EventWithBorrowerAndLoan`. What an event names none of is missing; null is what was gone by then. */
function eventWith(event: TObject, shown: readonly ShownThing[]): TObject {
  const properties = {
    borrowerId: Nullable(Text({ max: 12 }), { description: 'The same as personId.' }),
    ...Object.fromEntries(shown.map(({ name, schema }) => [name, Type.Optional(Nullable(schema))])),
  };
  const names = shown.map(({ name }) => name.charAt(0).toUpperCase() + name.slice(1));
  return Extended(event, properties, { title: names.length === 0 ? 'PlainEvent' : `EventWith${names.join('And')}` });
}
