// The list of events: filtered, in the one order of their mode, page by page. Each filter has an index that also gives
// the order, so that a page costs the same among ten million events as among ten thousand.
import type { Instant } from '@tenor/engine/values/instant.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Builder } from '#platform/db/builder.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import type { ReadContext } from '#platform/http/endpoint.ts';
import type { ListSource, Page, PageInput } from '#platform/http/pages.ts';
import type { Messages } from '../events/placed-events.ts';
import { presentEvent } from '../events/present-event.ts';
import type { Event } from '../events/schemas.ts';
import type { PlacedEvent } from '../events/shapes.ts';
import { pageOfEvents } from './pages-of-events.ts';

export interface EventFilters {
  /** The person whose events are asked for, or the company for its own things. */
  readonly subjectId?: string | undefined;
  readonly loanId?: string | undefined;
  readonly caseId?: string | undefined;
  readonly transactionId?: string | undefined;
  readonly periodId?: string | undefined;
  readonly messages?: Messages | undefined;
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

/**
 * The rows that have events which pass the filters, in no order. `includeDeleted` is not asked here, and of the events of
 * a row not all need pass: see `passes`.
 */
export function rowsPassing(db: Builder, filters: EventFilters, shapes?: readonly number[]) {
  const query = rowsPassingButTypes(db, filters);
  const { types } = filters;
  if (types === undefined) return query;
  // As a list: the server keeps to the index of the order.
  const listed = shapes === undefined ? sql`array(${shapesWith(db, types)})` : sql`${shapes}::integer[]`;
  return query.where('placed_commits.shape', '=', sql<number>`any(${listed})`);
}

function rowsPassingButTypes(db: Builder, filters: EventFilters) {
  let query = db.selectFrom('placed_commits').selectAll('placed_commits');
  for (const [name, column] of Object.entries(objects) as [keyof typeof objects, (typeof objects)['loanId']][]) {
    const id = filters[name];
    if (id !== undefined) query = query.where(`placed_commits.${column}`, '=', id);
  }
  const { messages, createdAtFrom, createdAtTo, effectiveAtFrom, effectiveAtTo } = filters;
  if (messages !== undefined) {
    const { ids, places } = messages;
    query = query.where((eb) =>
      eb.or([
        eb('placed_commits.place', '=', sql<number>`any(${places}::bigint[])`),
        eb.and([
          eb('placed_commits.message_id', 'is not', null),
          eb('placed_commits.message_id', '=', sql<string>`any(${ids}::text[])`),
        ]),
      ]),
    );
  }
  if (createdAtFrom !== undefined) query = query.where('placed_commits.created_at', '>=', createdAtFrom);
  if (createdAtTo !== undefined) query = query.where('placed_commits.created_at', '<', createdAtTo);
  if (effectiveAtFrom !== undefined) query = query.where('placed_commits.effective_at', '>=', effectiveAtFrom);
  if (effectiveAtTo !== undefined) query = query.where('placed_commits.effective_at', '<', effectiveAtTo);
  return query;
}

const shapesWith = (db: Builder, types: readonly string[]) =>
  db.selectFrom('event_shapes').select('shape').where(sql<boolean>`types && ${types}::text[]`);

async function shapesOfTypes(reader: Reader, types: readonly string[] | undefined): Promise<number[] | undefined> {
  const found = types && (await reader.rows(shapesWith(reader.db, types)));
  return found?.map(({ shape }) => shape);
}

type RowsQuery = ReturnType<typeof rowsPassing>;

/** Whether an event of a row that passes the filters passes them itself; without `includeDeleted`. */
export function passes({ types, transactionId, periodId }: EventFilters): (event: PlacedEvent) => boolean {
  const wanted = types && new Set(types);
  return ({ event_type, transaction_id, period_id }) =>
    (wanted?.has(event_type) ?? true) &&
    (transactionId === undefined || transaction_id === transactionId) &&
    (periodId === undefined || period_id === periodId);
}

/** Asks for places for committed events, if the caller may know of them: events of one subject are never late. */
async function orderWhatIsAsked(ctx: Pick<ReadContext, 'reader' | 'orderEvents'>, filters: EventFilters) {
  const named = (Object.keys(objects) as (keyof typeof objects)[]).filter((name) => filters[name] !== undefined);
  if (named.length === 0) return;
  let query = ctx.reader.db
    .selectFrom('waiting_commits')
    .innerJoin('event_commits', (join) =>
      join
        .onRef('event_commits.subject_id', '=', 'waiting_commits.subject_id')
        .onRef('event_commits.position', '=', 'waiting_commits.position'),
    )
    .select('event_commits.position')
    .limit(1);
  for (const name of named) query = query.where(`event_commits.${objects[name]}`, '=', filters[name] as string);
  if (filters.subjectId !== undefined) query = query.where('waiting_commits.subject_id', '=', filters.subjectId);
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
    table: 'placed_commits',
    idColumn: 'place',
    sortable: eventSort,
    order: 'place',
    ...(hasOwnIndex && { coarse: stretchOf }),
    isSkewed: true,
    ...(isByType && { arrange: byShape(reader, types) }),
  };
  // Beside a span of time the server has to know how rare a type is: it knows that of given shapes alone.
  const shapes = sortBy === undefined ? undefined : await shapesOfTypes(reader, types);
  const passing = rowsPassing(reader.db, filters, shapes);
  const list = {
    reader,
    source,
    query: isByType ? rowsPassingButTypes(reader.db, filters) : passing,
    counted: passing,
    passes: passes(filters),
    about: { transaction_id: filters.transactionId ?? null, period_id: filters.periodId ?? null },
    withoutTakenBack: filters.includeDeleted === false,
  };
  const found = await pageOfEvents(list, { ...input, ...(sortBy && { sortBy }) });
  return { ...found, items: found.items.map(presentEvent) };
}

/** As it is in the indexes that have another order than that of places: see placed_commits. */
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
  filters.messages !== undefined || Object.keys(objects).some((name) => filters[name as keyof typeof objects]);

/** Takes a page of each shape, then the page of these: a rare type is not searched for among all the others. */
const byShape =
  (reader: Reader, types: readonly string[]) =>
  <Q>(query: Q, within: <W>(query: W) => W): Q => {
    const ofEach = reader.db
      .selectFrom(shapesWith(reader.db, types).as('kind'))
      .innerJoinLateral(
        () =>
          within(query as RowsQuery)
            .where(sql<boolean>`${sql.ref('placed_commits.shape')} = ${sql.ref('kind.shape')}`)
            .as('placed_commits'),
        (join) => join.onTrue(),
      )
      .selectAll('placed_commits');
    return within(ofEach) as Q;
  };
