// The list of events: filtered, in the one order of their mode, page by page. Each filter has an index that also gives
// the order, so that a page costs the same among ten million events as among ten thousand.
import type { Instant } from '@tenor/engine/values/instant.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Builder } from '#platform/db/builder.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import type { ReadContext } from '#platform/http/endpoint.ts';
import type { ListSource, Page, PageInput } from '#platform/http/pages.ts';
import { presentEvent } from '../events/present-event.ts';
import type { Event } from '../events/schemas.ts';
import { type PlacesList, pageOfAll, pageOfThere } from './pages-of-events.ts';

export interface EventFilters {
  /** The person whose events are asked for, or the company for its own things. */
  readonly subjectId?: string | undefined;
  readonly loanId?: string | undefined;
  readonly caseId?: string | undefined;
  readonly transactionId?: string | undefined;
  readonly periodId?: string | undefined;
  readonly messageIds?: readonly string[] | undefined;
  /** Only these types. */
  readonly types?: readonly string[] | undefined;
  readonly createdAtFrom?: Instant | undefined;
  readonly createdAtTo?: Instant | undefined;
  readonly effectiveAtFrom?: Instant | undefined;
  readonly effectiveAtTo?: Instant | undefined;
  readonly includeDeleted?: boolean | undefined;
}

export const eventSort = { createdAt: 'created_at', effectiveAt: 'effective_at' } as const;

const objects = {
  subjectId: 'subject_id',
  loanId: 'loan_id',
  caseId: 'case_id',
  transactionId: 'transaction_id',
  periodId: 'period_id',
} as const;

/** The places of the events that pass the filters but `includeDeleted`, in no order. */
export function placesPassing(db: Builder, filters: EventFilters) {
  let query = db.selectFrom('placed_events').selectAll('placed_events');
  for (const [name, column] of Object.entries(objects) as [keyof typeof objects, (typeof objects)['loanId']][]) {
    const id = filters[name];
    if (id !== undefined) query = query.where(`placed_events.${column}`, '=', id);
  }
  const { messageIds, types, createdAtFrom, createdAtTo, effectiveAtFrom, effectiveAtTo } = filters;
  if (messageIds !== undefined) query = query.where('placed_events.message_id', '=', anyOf(messageIds));
  if (types !== undefined) query = query.where('placed_events.event_type', '=', anyOf(types));
  if (createdAtFrom !== undefined) query = query.where('placed_events.created_at', '>=', createdAtFrom);
  if (createdAtTo !== undefined) query = query.where('placed_events.created_at', '<', createdAtTo);
  if (effectiveAtFrom !== undefined) query = query.where('placed_events.effective_at', '>=', effectiveAtFrom);
  if (effectiveAtTo !== undefined) query = query.where('placed_events.effective_at', '<', effectiveAtTo);
  return query;
}

const anyOf = (texts: readonly string[]) => sql<string>`any(${texts}::text[])`;

type PlacesQuery = ReturnType<typeof placesPassing>;

/** Asks for places for committed events, if the caller may know of them: events of one subject are never late. */
async function orderWhatIsAsked(ctx: Pick<ReadContext, 'reader' | 'orderEvents'>, filters: EventFilters) {
  const named = (Object.keys(objects) as (keyof typeof objects)[]).filter((name) => filters[name] !== undefined);
  if (named.length === 0) return;
  let query = ctx.reader.db
    .selectFrom('waiting_events')
    .innerJoin('events', (join) =>
      join
        .onRef('events.subject_id', '=', 'waiting_events.subject_id')
        .on('events.id', '=', sql<string>`any(${sql.ref('waiting_events.ids')})`),
    )
    .select('events.id')
    .limit(1);
  for (const name of named) query = query.where(`events.${objects[name]}`, '=', filters[name] as string);
  if (filters.subjectId !== undefined) query = query.where('waiting_events.subject_id', '=', filters.subjectId);
  if ((await ctx.reader.row(query)) !== undefined) await ctx.orderEvents(filters.subjectId);
}

export async function listEvents(
  ctx: Pick<ReadContext, 'reader' | 'orderEvents'>,
  filters: EventFilters,
  input: PageInput,
): Promise<Page<Event>> {
  await orderWhatIsAsked(ctx, filters);
  const { reader } = ctx;
  const sortBy = input.sortBy ?? orderOf(filters);
  const { types } = filters;
  const isByType = sortBy === undefined && types !== undefined && !isNarrow(filters);
  const hasOwnIndex = isByType || sortBy !== undefined || isNarrow(filters);
  const source: ListSource = {
    table: 'placed_events',
    idColumn: 'id',
    sortable: eventSort,
    order: 'sequence',
    ...(hasOwnIndex && { coarse: stretchOf }),
    isSkewed: true,
    ...(isByType && { arrange: byType(reader, types) }),
  };
  const list: PlacesList = { reader, source, query: placesPassing(reader.db, filters) };
  const asked = { ...input, ...(sortBy && { sortBy }) };
  const found = await (filters.includeDeleted === false ? pageOfThere(list, asked) : pageOfAll(list, asked));
  return { ...found, items: found.items.map(presentEvent) };
}

/** As it is in the indexes that have another order than that of places: see 0030-narrow-places.sql. */
const stretchOf = (place: RawBuilder<unknown>) => sql`(${place}::bigint >> 8)`;

/**
 * A span of time is read in the order of its instants: in the order of places, an old span would be searched for among
 * millions of events outside it. A caller that follows new events names no instants.
 */
function orderOf(filters: EventFilters): readonly string[] | undefined {
  if (isNarrow(filters)) return undefined;
  if ((filters.createdAtFrom ?? filters.createdAtTo) !== undefined) return ['-createdAt'];
  if ((filters.effectiveAtFrom ?? filters.effectiveAtTo) !== undefined) return ['-effectiveAt'];
  return undefined;
}

/** The events of one object or of some changes are few: other filters are applied to those. */
const isNarrow = (filters: EventFilters): boolean =>
  filters.messageIds !== undefined || Object.keys(objects).some((name) => filters[name as keyof typeof objects]);

/** Takes a page of each type, then the page of these: a rare type is not searched for among all the others. */
const byType =
  (reader: Reader, types: readonly string[]) =>
  <Q>(query: Q, within: <W>(query: W) => W): Q => {
    const kinds = sql<{ type: string }>`unnest(${types}::text[])`.as<'kind'>(sql`kind(type)`);
    const ofEach = reader.db
      .selectFrom(kinds)
      .innerJoinLateral(
        () =>
          within(query as PlacesQuery)
            .whereRef('placed_events.event_type', '=', sql.ref('kind.type'))
            .as('placed_events'),
        (join) => join.onTrue(),
      )
      .selectAll('placed_events');
    return within(ofEach) as Q;
  };
