// The purchases of a line or of a draw: as they were recorded, as they count, or by the moments that are known of them.
import { type CivilDate, dayNumberMax } from '@tenor/engine/values/civil-date.ts';
import { type Day, dayOf } from '@tenor/engine/values/day.ts';
import { addSeconds, type Instant, microsOfInstant } from '@tenor/engine/values/instant.ts';
import { type SelectQueryBuilder, sql } from 'kysely';
import type { Reader } from '#platform/db/realm-database.ts';
import type { Tables } from '#platform/db/tables.ts';
import { refuseField } from '#platform/errors.ts';
import { type ListSource, mustHaveOneOrder, type Page, type PageInput, page } from '#platform/http/pages.ts';
import type { LoanKeys } from '../../core/loan/named-loans.ts';
import { startOfDay } from '../../core/loan/today.ts';
import { presentDispute, presentPurchase } from './present.ts';
import { typeOf } from './said.ts';
import type { Purchase, PurchaseCreate, PurchaseDispute } from './schemas.ts';
import type { PurchaseRow } from './tables.ts';
import type { DisputeStatus, PurchaseStatus } from './words.ts';

/** Lists the purchases of the whole line, or of one draw. */
interface Listed extends LoanKeys {
  readonly drawId?: string;
}

/** In the order of recording and in that of createdAt purchases are the same. */
export const purchaseSort = { effectiveAt: 'effective_at', createdAt: 'position' } as const;

interface Filters extends PageInput {
  readonly types?: readonly NonNullable<PurchaseCreate['type']>[];
  readonly statuses?: readonly (PurchaseStatus | 'dispute')[];
  readonly fromEffectiveAt?: Instant;
  readonly toEffectiveAt?: Instant;
  readonly fromEffectiveDate?: CivilDate;
  readonly toEffectiveDate?: CivilDate;
  readonly fromCreatedAt?: Instant;
  readonly toCreatedAt?: Instant;
}

type Query = SelectQueryBuilder<Tables, 'purchases', PurchaseRow>;

const ownedBy = (reader: Reader, { personId, loanId, drawId }: Listed): Query => {
  const all = reader.db
    .selectFrom('purchases')
    .selectAll()
    .where('person_id', '=', personId)
    .where('loan_id', '=', loanId);
  return drawId === undefined ? all : all.where('draw_id', '=', drawId);
};

/** A line may have very many, and each page would count them. */
const countedMax = 1_000;

const source = (personId: string): ListSource => ({
  table: 'purchases',
  idColumn: 'id',
  sortable: purchaseSort,
  subject: { column: 'person_id', id: personId },
  countedMax,
  // A line may have ten purchases or a hundred thousand.
  isSkewed: true,
});

interface ListedOfZone extends Listed {
  /** The zone of the line, in which its days begin. */
  readonly zone: string;
}

export async function listPurchases(reader: Reader, of: ListedOfZone, filters: Filters): Promise<Page<Purchase>> {
  const query = filtered(reader, countingWithin(ownedBy(reader, of), of.zone, filters), filters);
  const found = await page(reader, source(of.personId), query, filters, ({ id }) => id);
  return { ...found, items: found.items.map(presentPurchase) };
}

function filtered(reader: Reader, all: Query, { types = [], statuses = [], ...range }: Filters): Query {
  let query = all;
  if (types.length > 0) query = query.where('type', 'in', types.map(typeOf));
  if (statuses.length > 0) {
    query = query.where(
      'status',
      'in',
      statuses.map((one) => (one === 'dispute' ? 'disputed' : one)),
    );
  }
  const { fromEffectiveAt, toEffectiveAt, fromCreatedAt, toCreatedAt } = range;
  if (fromEffectiveAt !== undefined) query = query.where('effective_at', '>=', fromEffectiveAt);
  if (toEffectiveAt !== undefined) query = query.where('effective_at', '<=', toEffectiveAt);
  return createdWithin(reader, query, fromCreatedAt, toCreatedAt);
}

/** A day is its instants in the zone of the line, so that the index of these finds the days too. */
function countingWithin(all: Query, zone: string, { fromEffectiveDate: from, toEffectiveDate: to }: Filters): Query {
  let query = all;
  if (from !== undefined) query = query.where('effective_at', '>=', startOfDay(dayOf(from), zone));
  if (to === undefined) return query;
  const next: Day = dayOf(to) + 1;
  // After the last day of the calendar there is none.
  return next > dayNumberMax ? query : query.where('effective_at', '<', startOfDay(next, zone));
}

/** By more than this no purchase is recorded after the instant at which it was made. */
const recordedLateSecondsMax = 3_600;

/**
 * In live mode positions and instants are of one clock: there the index of positions finds the range. In a test realm
 * the clock is set to any day.
 */
function createdWithin({ realm }: Reader, all: Query, from: Instant | undefined, to: Instant | undefined): Query {
  const isLive = realm.mode === 'live';
  const micros = (at: Instant, seconds: number): number => Number(microsOfInstant(at)) + seconds * 1e6;
  let query = all;
  if (from !== undefined) query = query.where('created_at', '>=', from);
  if (to !== undefined) query = query.where('created_at', '<=', to);
  if (from !== undefined && isLive) query = query.where('position', '>=', micros(from, -recordedLateSecondsMax));
  if (to !== undefined && isLive) query = query.where('position', '<=', micros(to, recordedLateSecondsMax));
  return query;
}

// ---- the timeline ---------------------------------------------------------------------------------------------------

export const moments = ['authorizedAt', 'settledAt', 'effectiveAt', 'createdAt', 'updatedAt'] as const;
type Moment = (typeof moments)[number];

const columnOf = {
  authorizedAt: 'authorized_at',
  settledAt: 'settled_at',
  effectiveAt: 'effective_at',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
} as const satisfies Record<Moment, keyof PurchaseRow>;

/** What orders them by one moment: recorded and created is the same. */
const placeOf = { ...columnOf, createdAt: 'position' } as const;

/** Orders that an index serves however many purchases there are; those after a moment that each has change nothing. */
export const servedOrders = ['effectiveAt', 'createdAt', 'authorizedAt,settledAt,effectiveAt'] as const;

const rangeDaysMax = 92;

interface TimelineQuery extends PageInput {
  readonly timestamps?: readonly Moment[];
  readonly from?: Instant;
  readonly to?: Instant;
}

/** Oldest first. Errors: InvalidRequest (timestamps, to). */
export async function purchasesTimeline(reader: Reader, of: Listed, asked: TimelineQuery): Promise<Page<Purchase>> {
  mustHaveOneOrder(asked);
  const order = orderOf(asked.timestamps ?? []);
  const { from, to } = asked;
  if (!isServed(order)) mustBeNarrow(from, to);
  const at = placed(order);
  let query = ownedBy(reader, of);
  if (order[0] === 'createdAt') return timelinePage(reader, of, createdWithin(reader, query, from, to), order, asked);
  if (from !== undefined) query = query.where(sql<boolean>`${at} >= ${from}`);
  if (to !== undefined) query = query.where(sql<boolean>`${at} <= ${to}`);
  return timelinePage(reader, of, query, order, asked);
}

/** Without what comes after a moment that every purchase has: its place is known by then. */
function orderOf(asked: readonly Moment[]): readonly Moment[] {
  const named = asked.length === 0 ? (['effectiveAt'] as const) : asked;
  const last = named.findIndex((one) => one === 'effectiveAt' || one === 'createdAt');
  return last === -1 ? [...named, 'effectiveAt'] : named.slice(0, last + 1);
}

const isServed = (order: readonly Moment[]): boolean => (servedOrders as readonly string[]).includes(order.join(','));

const placed = (order: readonly Moment[]) => {
  const columns = order.map((one) => sql.ref(`purchases.${columnOf[one]}`));
  return columns.length === 1 ? sql<Instant>`${columns[0]}` : sql<Instant>`coalesce(${sql.join(columns)})`;
};

function mustBeNarrow(from: Instant | undefined, to: Instant | undefined): void {
  const expected = `from and to, at most ${rangeDaysMax} days apart; or timestamps=${servedOrders.join(', timestamps=')}`;
  if (from === undefined || to === undefined) {
    throw refuseField('timestamps', 'is an order that is answered only within a range of time', expected);
  }
  if (addSeconds(from, rangeDaysMax * 86_400) < to) throw refuseField('to', 'is too long after from', expected);
}

/** By key, as every page: the place of a purchase is that moment, then the order of recording. */
async function timelinePage(
  reader: Reader,
  { personId }: Listed,
  query: Query,
  order: readonly Moment[],
  asked: TimelineQuery,
): Promise<Page<Purchase>> {
  const by = order.length === 1 ? placeOf[order[0] as Moment] : 'moment';
  const list: ListSource = {
    ...source(personId),
    sortable: { [by]: by },
    ...(by === 'moment' && { expressions: { moment: placed(order) } }),
  };
  const found = await page(reader, list, query, { ...asked, sortBy: [`+${by}`] }, ({ id }) => id);
  return { ...found, items: found.items.map(presentPurchase) };
}

// ---- disputes -------------------------------------------------------------------------------------------------------

export const disputeSort = { createdAt: 'position' } as const;

interface DisputeFilters extends PageInput {
  readonly statuses?: readonly DisputeStatus[];
}

export async function listDisputes(
  reader: Reader,
  { personId, loanId, drawId, purchaseId }: Listed & { readonly purchaseId?: string },
  filters: DisputeFilters,
): Promise<Page<PurchaseDispute>> {
  let query = reader.db.selectFrom('purchase_disputes').selectAll().where('person_id', '=', personId);
  if (purchaseId !== undefined) query = query.where('purchase_id', '=', purchaseId);
  else if (drawId !== undefined) query = query.where('draw_id', '=', drawId);
  else query = query.where('loan_id', '=', loanId);
  const { statuses = [] } = filters;
  if (statuses.length > 0) query = query.where('status', 'in', [...statuses]);
  const list = { ...source(personId), table: 'purchase_disputes', sortable: disputeSort } as const;
  const found = await page(reader, list, query, filters, ({ id }) => id);
  return { ...found, items: found.items.map(presentDispute) };
}
