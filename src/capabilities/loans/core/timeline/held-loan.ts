// How a loan is read: its row, the facts since its checkpoint, and the older ones where a replay begins earlier.
import type { Fact } from '@tenor/engine/account/facts.ts';
import { rulesVersion } from '@tenor/engine/account/state.ts';
import { comeAfter, lastOn, reachBack } from '@tenor/engine/account/tail.ts';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { type Day, dateOf, dayOf } from '@tenor/engine/values/day.ts';
import { type ExpressionBuilder, sql } from 'kysely';
import type { Builder } from '#platform/db/builder.ts';
import { type PlaceholderOf, prepared } from '#platform/db/prepared.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import type { Tables } from '#platform/db/tables.ts';
import type { BookRecords, Position, State, Terms } from '../loan/books.ts';
import { type LoanKeys, loanKeyTypes } from '../loan/named-loans.ts';
import type { HeldLoan, LoanProduct } from '../loan/product.ts';
import type { IndexKnown, LoanRow, LoanTail, StoredState } from '../loan/tables.ts';
import { firstDifference, indexFacts } from './index-facts.ts';
import { factOf, type StoredFact, storedFact, storedFacts } from './stored-facts.ts';

/** Where a replay begins, and the facts after it, without those of the index. */
export interface ReplayStart {
  readonly from: State | undefined;
  readonly facts: readonly Fact[];
}

const noRecords: BookRecords = { steps: [], postings: [], fees: [], obligations: [], events: [], moot: [] };

export const asState = (product: LoanProduct, stored: StoredState): State => ({
  ...stored,
  position: product.restored(stored.position),
  records: noRecords,
});

export function asStored(product: LoanProduct, { rules, through, last, position: whole }: State): StoredState {
  const position = product.stored(whole);
  return last === undefined ? { rules, through, position } : { rules, through, last, position };
}

/** The position of the books as they were last worked; null before they begin. */
export const positionOf = (product: LoanProduct, { state }: Pick<LoanRow, 'state'>): Position | null =>
  state === null ? null : product.restored(state.position);

export function termsOf({ terms, id }: LoanRow): Terms {
  if (terms === null) throw new Error(`The loan ${id} has no terms before its origination.`);
  return terms;
}

/** The day of the base, which a row need not have been read with. */
export const baseDayOf = ({ base_through: through }: Pick<LoanRow, 'base_through'>): Day | undefined =>
  through === null ? undefined : dayOf(through);

export const followsIndex = (product: LoanProduct, row: Pick<LoanRow, 'terms' | 'state'>): boolean =>
  row.terms !== null && product.followsIndex(row.terms, row.state?.position ?? null);

type BesideLoan = ExpressionBuilder<Tables, 'loans'>;

const tailOf = (eb: BesideLoan, { personId, loanId }: LoanKeys) =>
  eb.selectFrom('loan_tails').where('loan_tails.person_id', '=', personId).where('loan_tails.loan_id', '=', loanId);

/**
 * Read with the row of a loan: its tail, and the facts since the tail was stored; the tail has those before them. Each
 * table gets the person's value: a column of the row beside it would send the question to every node of a cluster.
 */
export const tailAndFacts = (keys: LoanKeys) => (eb: BesideLoan) =>
  [tailOf(eb, keys).select('tail').as('tail'), factsSince(eb, keys)] as const;

/** Facts since the tail; those that change the origination fee count from the start, so they are always included. */
const factsSince = (eb: BesideLoan, keys: LoanKeys) =>
  eb
    .selectFrom('loan_facts')
    .select(storedFacts.as('facts'))
    .where('loan_facts.person_id', '=', keys.personId)
    .where('loan_facts.loan_id', '=', keys.loanId)
    .where('loan_facts.number', '>', sql<number>`coalesce((${tailOf(eb, keys).select('facts_count')}), 0)`)
    .where((facts) =>
      facts.or([
        facts('loans.base_through', 'is', null),
        facts('loan_facts.effective_on', '>', facts.ref('loans.base_through')),
        facts('loan_facts.kind', '=', 'feeChange'),
      ]),
    )
    .as('facts');

/** A loan with its tail and its facts, as `tailAndFacts` reads them. */
export type LoanWithFacts = LoanRow & { readonly tail: LoanTail | null; readonly facts: readonly StoredFact[] | null };

/** The row stays as it was read: a copy without the two costs as much as all else that a read does with it. */
export const heldLoan = (product: LoanProduct, read: LoanWithFacts, index: IndexKnown): HeldLoan => ({
  product,
  row: read,
  tail: read.tail,
  facts: [...(read.tail?.ahead ?? []), ...(read.facts ?? []).map(factOf)],
  index,
});

type BeforeDay = LoanKeys & { readonly day: string };
const beforeDayTypes = { ...loanKeyTypes, day: 'date' } as const;

const newestBefore = (db: Builder, placeholder: PlaceholderOf<BeforeDay>) =>
  db
    .selectFrom('loan_checkpoints')
    .where('person_id', '=', placeholder('personId'))
    .where('loan_id', '=', placeholder('loanId'))
    .where('rules', '=', rulesVersion)
    .where('through', '<', placeholder('day') as never)
    .orderBy('through', 'desc')
    .limit(1);

const checkpointBefore = prepared(
  (db, placeholder: PlaceholderOf<BeforeDay>) => newestBefore(db, placeholder).select('state'),
  beforeDayTypes,
);

const factsAfterCheckpoint = prepared(
  (db, placeholder: PlaceholderOf<BeforeDay>) =>
    db
      .selectFrom('loan_facts')
      .select(storedFact.as('fact'))
      .where('person_id', '=', placeholder('personId'))
      .where('loan_id', '=', placeholder('loanId'))
      .where((eb) =>
        eb.or([
          eb(
            'effective_on',
            '>',
            sql<CivilDate>`coalesce((${newestBefore(db, placeholder).select('through')}), '-infinity')`,
          ),
          eb('kind', '=', 'feeChange'),
        ]),
      )
      .orderBy('number'),
  beforeDayTypes,
);

const everyFact = prepared(
  (db, placeholder: PlaceholderOf<{ personId: string; loanId: string }>) =>
    db
      .selectFrom('loan_facts')
      .select(storedFact.as('fact'))
      .where('person_id', '=', placeholder('personId'))
      .where('loan_id', '=', placeholder('loanId'))
      .orderBy('number'),
  loanKeyTypes,
);

/** Where a replay of `earliest` and later begins: at the newest checkpoint before it, or at the start of the life. */
export async function replayStartFor(reader: Reader, held: HeldLoan, earliest: Day): Promise<ReplayStart> {
  const { product, row, facts } = held;
  if (isWhole(held)) return { from: undefined, facts };
  const base = await baseBefore(reader, held, earliest);
  if (base !== undefined) return { from: asState(product, base), facts };
  const before = { personId: row.person_id, loanId: row.id, day: dateOf(earliest) };
  const [[older], since] = await reader.together(
    checkpointBefore(reader.db, before),
    factsAfterCheckpoint(reader.db, before),
  );
  return { from: older && asState(product, older.state), facts: since.map(({ fact }) => factOf(fact)) };
}

const versionTypes = { ...loanKeyTypes, version: 'bigint' } as const;

const baseOf = prepared(
  (db, placeholder: PlaceholderOf<{ personId: string; loanId: string; version: number }>) =>
    db
      .selectFrom('loans')
      .select('base')
      .where('person_id', '=', placeholder('personId'))
      .where('id', '=', placeholder('loanId'))
      .where('version', '=', placeholder('version')),
  versionTypes,
);

/** The base, if a replay of `earliest` can begin there. It is read now where the row was read without it. */
async function baseBefore(reader: Reader, held: HeldLoan, earliest: Day): Promise<StoredState | undefined> {
  const { person_id: personId, id: loanId, version, base } = held.row;
  if ((baseDayOf(held.row) ?? earliest) >= earliest || !isSinceBase(held)) return undefined;
  const found = base ?? (await reader.row(baseOf(reader.db, { personId, loanId, version })))?.base;
  return found?.rules === rulesVersion ? found : undefined;
}

const isWhole = ({ row, tail }: HeldLoan): boolean => row.base_through === null && tail === null;

/** Whether the facts are those since `base`: a tail within a period has fewer. */
const isSinceBase = ({ row, tail }: HeldLoan): boolean =>
  tail === null || (tail.state === null && tail.through <= (baseDayOf(row) ?? Number.NEGATIVE_INFINITY));

/** A change replays at most so many facts, if it comes after them; with more of them the tail moves (core/books/move-tail.ts). */
export const factsMax = 24;

/**
 * The stored state itself, if all that is new comes after it: the usual payment of today. A replay then applies that
 * alone, and no checkpoint is read.
 */
export function replayStartAtState(
  { product, row: { state, index_known: known }, tail, facts, index }: HeldLoan,
  fresh: readonly Fact[],
): ReplayStart | undefined {
  if (state === null || state.rules !== rulesVersion || state.position.standing === 'pending') return undefined;
  if (facts.length + fresh.length > factsMax || firstDifference(known ?? [], index) !== undefined) return undefined;
  const last = lastOn(state.through, [...indexFacts(index), ...facts, ...(tail?.state?.last ? [tail.state.last] : [])]);
  return comeAfter(fresh, last, product.reach) ? { from: { ...asState(product, state), last }, facts } : undefined;
}

/** Whether a replay can begin at the tail: new facts, the index or another process may have changed something before it. */
export function beginsAtTail({ product, row, tail, facts, index }: HeldLoan, fresh: readonly Fact[]): boolean {
  if (tail?.state?.last === undefined || tail.state.rules !== rulesVersion) return false;
  if ((baseDayOf(row) ?? Number.NEGATIVE_INFINITY) >= tail.through) return false;
  const changed = [index, row.index_known ?? []].map((one) => firstDifference(tail.index, one) ?? tail.through + 1);
  if (changed.some((day) => day <= tail.through)) return false;
  const since = [...facts.slice(tail.ahead.length), ...fresh];
  return !reachBack(since, tail.ahead, tail.state.last, product.reach);
}

const stateOfTail = prepared(
  (db, placeholder: PlaceholderOf<{ personId: string; loanId: string; version: number }>) => {
    const keys = { personId: placeholder('personId'), loanId: placeholder('loanId') };
    return db
      .selectFrom('loans')
      .select((eb) => tailOf(eb, keys).select('loan_tails.state').as('state'))
      .where('person_id', '=', keys.personId)
      .where('id', '=', keys.loanId)
      .where('version', '=', placeholder('version'));
  },
  versionTypes,
);

/** The beginning of the tail. Undefined also if another process has changed the loan since it was read. */
export async function replayStartAtTail(
  reader: Reader,
  held: HeldLoan,
  fresh: readonly Fact[],
): Promise<ReplayStart | undefined> {
  if (!beginsAtTail(held, fresh)) return undefined;
  const { person_id: personId, id: loanId, version } = held.row;
  const state = (await reader.row(stateOfTail(reader.db, { personId, loanId, version })))?.state;
  return state == null ? undefined : { from: asState(held.product, state), facts: held.facts };
}

/** The whole life, for questions about days long ago or about what was known then. */
export async function allFacts(reader: Reader, held: HeldLoan): Promise<readonly Fact[]> {
  if (isWhole(held)) return held.facts;
  const { person_id: personId, id: loanId } = held.row;
  const all = await reader.rows(everyFact(reader.db, { personId, loanId }));
  return all.map(({ fact }) => factOf(fact));
}
