// What changed, for a copy elsewhere: the things that events are about, as they are when they are read, in the order of
// the events. Whoever keeps `next` and asks again misses none, and may see one twice.
import { type Static, Type } from 'typebox';
import type { ReadContext } from '#platform/http/endpoint.ts';
import { unknownCursor } from '#platform/http/pages.ts';
import { DateTime, Nullable, StringEnum, Text } from '#platform/input/schemas.ts';
import { eventsOf, rowOfId } from '../events/placed-events.ts';
import { presentEvent } from '../events/present-event.ts';
import type { Event } from '../events/schemas.ts';
import { eventsOfRows, type PlacedEvent } from '../events/shapes.ts';
import { rowsPassing } from './list-events.ts';
import { type EventResource, writerOf } from './payload.ts';

const Change = Type.Object({
  id: Text({ max: 12, description: 'The id of the event that it was last changed by, of those on this page.' }),
  type: Text({ max: 50, description: 'What it is: borrower, contact, loan, transaction and so on.' }),
  op: StringEnum(['c', 'u', 'd'], {
    description:
      '`c`: it came into being on this page, where an event says so; `u`: it was changed; `d`: it is gone. Whoever writes a copy treats `c` and `u` alike, because a page may be asked for twice.',
  }),
  at: DateTime,
  effectiveAt: DateTime,
  key: Type.Object({
    id: Text({ max: 12, description: 'The id of the thing.' }),
    personId: Nullable(Text({ max: 12 }), { description: 'The borrower it lies with.' }),
  }),
  after: Nullable(Type.Unknown(), {
    description:
      'The thing as its own endpoint shows it in the newest version, at the moment of reading; null where it is gone.',
  }),
});

export const Changes = Type.Object({
  data: Type.Array(Change, { description: 'Each thing once, by its last event among those looked at.' }),
  next: Nullable(Text({ max: 12 }), {
    description: 'Give this as `after` to go on. Null while nothing has ever happened.',
  }),
  hasMore: Type.Boolean({ description: 'Whether more events are there already.' }),
});

interface Asked {
  /** The id of an event that was seen; undefined: from the first on. */
  readonly after: string | undefined;
  /** How many events are looked at. */
  readonly limit: number;
}

/** The things of these kinds that the next events are about, each once: by its last event among these. */
export async function changesAfter(
  ctx: Pick<ReadContext, 'reader' | 'vault'>,
  resources: readonly EventResource[],
  asked: Asked,
): Promise<Static<typeof Changes>> {
  const placed = await placedAfter(ctx, asked);
  const events = (await eventsOf(ctx.reader, placed.slice(0, asked.limit))).map(presentEvent);
  const data: Static<typeof Change>[] = [];
  for (const resource of resources) data.push(...(await changesOf(ctx, resource, events)));
  const order = new Map(events.map(({ id }, i) => [id, i]));
  return {
    data: data.toSorted((a, b) => Number(order.get(a.id)) - Number(order.get(b.id))),
    next: events.at(-1)?.id ?? asked.after ?? null,
    hasMore: placed.length > asked.limit,
  };
}

/** One more than is asked for shows whether there are more. */
async function placedAfter({ reader }: Pick<ReadContext, 'reader'>, { after, limit }: Asked): Promise<PlacedEvent[]> {
  const seen = after === undefined ? undefined : await rowOfId(reader, after);
  if (after !== undefined && seen === undefined) throw unknownCursor('after');
  const rows = rowsPassing(reader.db, {})
    .where('placed_commits.place', '>', seen?.row.place ?? 0)
    .orderBy('placed_commits.place')
    .limit(limit + 1);
  const rest = seen?.events.filter(({ sequence }) => sequence > seen.sequence) ?? [];
  return [...rest, ...(await eventsOfRows(reader, await reader.rows(rows))).flat()].slice(0, limit + 1);
}

async function changesOf(
  { reader, vault }: Pick<ReadContext, 'reader' | 'vault'>,
  resource: EventResource,
  events: readonly Event[],
): Promise<Static<typeof Change>[]> {
  const lastOf = new Map<string, Event>();
  const made = new Set<string>();
  for (const event of events) {
    const key = resource.shownBy.has(event.eventType) ? resource.idOf(event) : null;
    if (key === null) continue;
    lastOf.set(key, event);
    if (resource.madeBy.includes(event.eventType)) made.add(key);
  }
  if (lastOf.size === 0) return [];
  const found = await resource.load(reader, vault, [...lastOf.keys()]);
  const write = writerOf(resource.schema);
  return [...lastOf].map(([key, { id, createdAt: at, effectiveAt, personId }]) => {
    const thing = found.get(key);
    const after = thing === undefined || resource.isGone?.(thing) ? null : write(thing);
    const op = after === null ? 'd' : made.has(key) ? 'c' : 'u';
    return { id, type: resource.name, op, at, effectiveAt, key: { id: idIn(key), personId }, after };
  });
}

/** The id of what lies with a borrower stands after that of the borrower. */
const idIn = (key: string): string => key.split(' ').at(-1) as string;
