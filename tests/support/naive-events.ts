// The list of events made in the simplest way, from all rows in memory, to hold the real list against.
import assert from 'node:assert/strict';
import { type Instant, instantOfMicros } from '@tenor/engine/values/instant.ts';
import { eventKinds } from '#app/capabilities.ts';
import type { Answer, Client, House } from './house.ts';
import { askTest, type Made, storedEvents, tellByHand } from './stored-events.ts';
import { walkBackwards, walkForwards } from './walk.ts';

export const at = (n: number): Instant => instantOfMicros(1_780_000_000_000_000n + BigInt(n) * 3_600_000_000n);

/** The columns of an event's row that filters look at. */
interface Row {
  readonly id: string;
  readonly company_id: string;
  readonly subject_id: string;
  readonly sequence: number;
  readonly event_type: string;
  readonly created_at: string;
  readonly effective_at: string;
  readonly deleted_at: string | null;
  readonly loan_id: string | null;
  readonly case_id: string | null;
  readonly transaction_id: string | null;
  readonly period_id: string | null;
  readonly message_id: string;
}

export type Written = Omit<Row, 'id' | 'company_id' | 'sequence'>;

/** Writes events that already have their places, in this order as far as they are of one person, without commands. */
export async function write(house: House, api: Client, events: readonly Written[]): Promise<void> {
  // The order in which they were recorded differs from the order of their places.
  const half = Math.floor(events.length / 2);
  await tellByHand(house, api, events.slice(0, half) as Made[], 1_000_000);
  await tellByHand(house, api, events.slice(half) as Made[], 1_000);
  await house.service.database.pools.test.query(
    `update event_places set last_sequence = (select max(last_sequence) from event_places) where name = 'deliveries'`,
  );
}

/** All rows of the company, newest first. */
export async function stored(house: House, api: Client): Promise<Row[]> {
  await house.service.orderEvents('test');
  const events = await storedEvents(askTest(house), 'event_commits.company_id = $1', [api.realm.companyId]);
  return events.toReversed() as Row[];
}

export interface Filters {
  readonly events?: readonly string[];
  readonly excludeEvents?: readonly string[];
  readonly createdAtFrom?: Instant;
  readonly createdAtTo?: Instant;
  readonly effectiveAtFrom?: Instant;
  readonly effectiveAtTo?: Instant;
  readonly includeDeleted?: boolean;
  readonly personId?: string;
  readonly loanId?: string;
  readonly caseId?: string;
  readonly transactionId?: string;
  readonly periodId?: string;
  readonly creatingMessageIds?: readonly string[];
  readonly sortBy?: readonly string[];
}

const isAny = (patterns: readonly string[], type: string): boolean =>
  patterns.some((pattern) => new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll('*', '.*')}$`).test(type));
const declaredTypes = new Set(eventKinds.map(({ type }) => type));

/** A type that nobody declares is found by its own name only, if types are filtered at all. */
const passesTypes = (type: string, { events, excludeEvents }: Filters): boolean =>
  (events === undefined && excludeEvents === undefined) ||
  ((declaredTypes.has(type) || (events?.includes(type) ?? false)) &&
    isAny(events ?? ['*'], type) &&
    !isAny(excludeEvents ?? [], type));

function passes(row: Row, filters: Filters): boolean {
  const { createdAtFrom, createdAtTo, effectiveAtFrom, effectiveAtTo, creatingMessageIds } = filters;
  return (
    passesTypes(row.event_type, filters) &&
    (createdAtFrom === undefined || row.created_at >= createdAtFrom) &&
    (createdAtTo === undefined || row.created_at < createdAtTo) &&
    (effectiveAtFrom === undefined || row.effective_at >= effectiveAtFrom) &&
    (effectiveAtTo === undefined || row.effective_at < effectiveAtTo) &&
    (filters.includeDeleted !== false || row.deleted_at === null) &&
    (filters.personId === undefined || row.subject_id === filters.personId) &&
    (filters.loanId === undefined || row.loan_id === filters.loanId) &&
    (filters.caseId === undefined || row.case_id === filters.caseId) &&
    (filters.transactionId === undefined || row.transaction_id === filters.transactionId) &&
    (filters.periodId === undefined || row.period_id === filters.periodId) &&
    (creatingMessageIds === undefined || creatingMessageIds.includes(row.message_id))
  );
}

/** Sorted by place; a span of time, if no object is named, is sorted by its instant. */
function orderOf(filters: Filters): readonly string[] {
  const {
    sortBy,
    createdAtFrom,
    createdAtTo,
    effectiveAtFrom,
    effectiveAtTo,
    personId,
    loanId,
    caseId,
    transactionId,
    periodId,
  } = filters;
  if (sortBy !== undefined) return sortBy;
  if (personId ?? loanId ?? caseId ?? transactionId ?? periodId ?? filters.creatingMessageIds) return [];
  if (createdAtFrom ?? createdAtTo) return ['-createdAt'];
  return (effectiveAtFrom ?? effectiveAtTo) ? ['-effectiveAt'] : [];
}

/**
 * The rows that the list must contain, in its order. `rows` come newest first; where fields are equal, age follows the
 * direction of the last.
 */
export function expected(rows: readonly Row[], filters: Filters): string[] {
  const columns = { createdAt: 'created_at', effectiveAt: 'effective_at' } as const;
  const compare = (a: Row, b: Row): number => {
    for (const name of orderOf(filters)) {
      const column = columns[name.replace('-', '') as keyof typeof columns];
      if (a[column] !== b[column]) return a[column] < b[column] === name.startsWith('-') ? 1 : -1;
    }
    return 0;
  };
  const passing = rows.filter((row) => passes(row, filters));
  const isRising = orderOf(filters).at(-1)?.startsWith('-') === false;
  return (isRising ? passing.toReversed() : passing).toSorted(compare).map(({ id }) => id);
}

export const queryOf = (filters: object): string =>
  Object.entries(filters)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
    .join('&');

/** Reads the list in both directions: each event once, in order, and the total on every page. */
export async function mustList(api: Client, path: string, wanted: readonly string[]): Promise<void> {
  const sees = ({ body }: Answer) => assert.equal(body.total, wanted.length, `the total of ${path}`);
  assert.deepEqual((await walkForwards(api, path, sees)).flat(), wanted, path);
  const last = wanted.at(-1);
  if (last === undefined) return;
  assert.deepEqual((await walkBackwards(api, path, last)).flat(), wanted.slice(0, -1), `back through ${path}`);
}
