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
import { unpackedState } from '../loan/packed-state.ts';
import type { HeldLoan, LoanProduct } from '../loan/product.ts';
import { standingOf } from '../loan/standing.ts';
import type { IndexKnown, LoanRow, LoanTail, StoredState, Tip } from '../loan/tables.ts';
import { firstDifference, indexFacts } from './index-facts.ts';
import { factOf, type StoredFact, storedFact, storedFacts } from './stored-facts.ts';

/** Where a replay begins, and the facts after it, without those of the index. */
export interface ReplayStart {
  readonly from: State | undefined;
  readonly facts: readonly Fact[];
  /** Set where no fact was read: what is known of those before it. */
  readonly before?: Tip;
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

export function termsOf({ terms, id }: Pick<LoanRow, 'terms' | 'id'>): Terms {
  if (terms === null) throw new Error(`The loan ${id} has no terms before its origination.`);
  return terms;
}

/** The day of the base, which a row need not have been read with. */
export const baseDayOf = ({ base_through: through }: Pick<LoanRow, 'base_through'>): Day | undefined =>
  through === null ? undefined : dayOf(through);

/** Whether nothing that the books know comes after the day: what is of an earlier one may replay years. */
export const comesAfterBooks = ({ row: { state } }: HeldLoan, on: CivilDate | null | undefined): boolean =>
  on == null || (state !== null && dayOf(on) >= state.through);

export const followsIndex = (product: LoanProduct, row: Pick<LoanRow, 'terms' | 'state'>): boolean =>
  row.terms !== null && product.followsIndex(row.terms, row.state?.position ?? null);

const keysIn = (placeholder: PlaceholderOf<LoanKeys>): LoanKeys => ({
  personId: placeholder('personId'),
  loanId: placeholder('loanId'),
});

type BesideLoan = ExpressionBuilder<Tables, 'loans' | 'loan_standing'>;

const tailOf = (eb: BesideLoan, { personId, loanId }: LoanKeys) =>
  eb.selectFrom('loan_tails').where('loan_tails.person_id', '=', personId).where('loan_tails.loan_id', '=', loanId);

/**
 * Read with the row of a loan that may be changed: its tail. Each table gets the person's value: a column of the row
 * beside it would send the question to every node of a cluster.
 */
export const tailBeside = (keys: LoanKeys) => (eb: BesideLoan) =>
  [tailOf(eb, keys).select('tail').as('tail'), tailOf(eb, keys).select('facts_count').as('tail_facts')] as const;

/** Read with the row of a loan that is only read: the facts since the tail was stored too; the tail has those before. */
export const tailAndFacts = (keys: LoanKeys) => (eb: BesideLoan) =>
  [...tailBeside(keys)(eb), factsSince(eb, keys)] as const;

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

/** A loan with its tail and perhaps its facts, as `tailBeside` and `tailAndFacts` read them. */
type LoanWithTail = LoanRow & {
  readonly tail: LoanTail | null;
  readonly tail_facts: number | null;
  readonly facts?: readonly StoredFact[] | null;
};
export type LoanAsRead = Omit<LoanWithTail, 'state' | 'base'> & { readonly state: Buffer | null };

/** The row stays as it was read: a copy without the two costs as much as all else that a read does with it. */
export const heldLoan = (product: LoanProduct, read: LoanWithTail, index: IndexKnown): HeldLoan => ({
  product,
  row: read,
  tail: read.tail,
  tailFacts: read.tail_facts ?? 0,
  facts: read.facts === undefined ? null : [...(read.tail?.ahead ?? []), ...(read.facts ?? []).map(factOf)],
  index,
});

type FactsBetween = LoanKeys & { readonly from: number; readonly to: number; readonly base: string };

const factsBetween = prepared(
  (db, placeholder: PlaceholderOf<FactsBetween>) =>
    db
      .selectFrom('loan_facts')
      .select(storedFact.as('fact'))
      .where('person_id', '=', placeholder('personId'))
      .where('loan_id', '=', placeholder('loanId'))
      .where('number', '>', placeholder('from'))
      .where('number', '<=', placeholder('to'))
      .where((eb) => eb.or([eb('effective_on', '>', placeholder('base') as never), eb('kind', '=', 'feeChange')]))
      .orderBy('number'),
  { ...loanKeyTypes, from: 'int4', to: 'int4', base: 'date' },
);

/** The facts of `HeldLoan`, as the row has them: facts only grow, so those that came after it was read are left out. */
export async function factsOf(reader: Reader, { row, tail, tailFacts, facts }: HeldLoan): Promise<readonly Fact[]> {
  if (facts !== null) return facts;
  const { person_id: personId, id: loanId, facts_count: to, base_through: base } = row;
  if (to === tailFacts) return tail?.ahead ?? [];
  const between = { personId, loanId, from: tailFacts, to, base: base ?? '-infinity' };
  const since = await reader.rows(factsBetween(reader.db, between));
  return [...(tail?.ahead ?? []), ...since.map(({ fact }) => factOf(fact))];
}

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
  const { product, row } = held;
  if (isWhole(held)) return { from: undefined, facts: await factsOf(reader, held) };
  const [base, facts] = await Promise.all([baseBefore(reader, held, earliest), factsOf(reader, held)]);
  if (base !== undefined) return { from: asState(product, base), facts };
  const before = { personId: row.person_id, loanId: row.id, day: dateOf(earliest) };
  const [[older], since] = await reader.together(
    checkpointBefore(reader.db, before),
    factsAfterCheckpoint(reader.db, before),
  );
  return { from: older && asState(product, unpackedState(older.state)), facts: since.map(({ fact }) => factOf(fact)) };
}

const versionTypes = { ...loanKeyTypes, version: 'bigint' } as const;

const baseOf = prepared(
  (db, placeholder: PlaceholderOf<{ personId: string; loanId: string; version: number }>) =>
    db
      .selectFrom('loans')
      .innerJoin('loan_standing', standingOf(keysIn(placeholder)))
      .select('base')
      .where('loans.person_id', '=', placeholder('personId'))
      .where('loans.id', '=', placeholder('loanId'))
      .where('version', '=', placeholder('version')),
  versionTypes,
);

/** The base, if a replay of `earliest` can begin there. It is read now where the row was read without it. */
async function baseBefore(reader: Reader, held: HeldLoan, earliest: Day): Promise<StoredState | undefined> {
  const { person_id: personId, id: loanId, version, base } = held.row;
  if ((baseDayOf(held.row) ?? earliest) >= earliest || !isSinceBase(held)) return undefined;
  const packed = base ?? (await reader.row(baseOf(reader.db, { personId, loanId, version })))?.base;
  const found = Buffer.isBuffer(packed) ? unpackedState(packed) : packed;
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
 * alone, and no checkpoint is read. Nor is a fact, unless one is still ahead, or so many have come that the tail moves.
 */
function replayStartAtState(
  { product, row: { state, index_known: known }, index, facts }: HeldLoan,
  fresh: readonly Fact[],
): ReplayStart | undefined {
  if (state === null || state.rules !== rulesVersion || state.position.standing === 'pending') return undefined;
  if (firstDifference(known ?? [], index) !== undefined) return undefined;
  const { tip } = state;
  const last = lastOn(state.through, [...indexFacts(index), ...(tip.last === undefined ? [] : [tip.last])]);
  if (!comeAfter(fresh, last, product.reach)) return undefined;
  const from = { ...asState(product, state), last };
  if ((facts?.length ?? tip.facts) + fresh.length > factsMax) return undefined;
  if (facts !== null) return { from, facts };
  return tip.isAhead ? undefined : { from, facts: [], before: tip };
}

/** Whether a replay can begin at the tail: new facts, the index or another process may have changed something before it. */
export function beginsAtTail(
  { product, row, tail, index }: Pick<HeldLoan, 'product' | 'row' | 'tail' | 'index'>,
  facts: readonly Fact[],
  fresh: readonly Fact[],
): boolean {
  if (tail?.state?.last === undefined || tail.state.rules !== rulesVersion) return false;
  if ((baseDayOf(row) ?? Number.NEGATIVE_INFINITY) >= tail.through) return false;
  const changed = [index, row.index_known ?? []].map((one) => firstDifference(tail.index, one) ?? tail.through + 1);
  if (changed.some((day) => day <= tail.through)) return false;
  const since = [...facts.slice(tail.ahead.length), ...fresh];
  return !reachBack(since, tail.ahead, tail.state.last, product.reach);
}

const stateOfTail = prepared(
  (db, placeholder: PlaceholderOf<{ personId: string; loanId: string; version: number }>) => {
    const keys = keysIn(placeholder);
    return db
      .selectFrom('loan_standing')
      .innerJoin('loan_tails', (join) =>
        join.on('loan_tails.person_id', '=', keys.personId).on('loan_tails.loan_id', '=', keys.loanId),
      )
      .select('loan_tails.state')
      .where('loan_standing.person_id', '=', keys.personId)
      .where('loan_standing.loan_id', '=', keys.loanId)
      .where('version', '=', placeholder('version'));
  },
  versionTypes,
);

/** Where a change begins; the facts are read only if it cannot begin at the stored state without them. */
export async function replayStartOf(
  reader: Reader,
  held: HeldLoan,
  fresh: readonly Fact[],
  earliest: Day,
): Promise<ReplayStart> {
  const atOnce = replayStartAtState(held, fresh);
  if (atOnce !== undefined) return atOnce;
  const facts = await factsOf(reader, held);
  const read = { ...held, facts };
  return (
    replayStartAtState(read, fresh) ??
    (await replayStartAtTail(reader, read, fresh)) ??
    (await replayStartFor(reader, read, earliest))
  );
}

/** The beginning of the tail. Undefined also if another process has changed the loan since it was read. */
async function replayStartAtTail(
  reader: Reader,
  held: HeldLoan & { readonly facts: readonly Fact[] },
  fresh: readonly Fact[],
): Promise<ReplayStart | undefined> {
  const { facts } = held;
  if (!beginsAtTail(held, facts, fresh)) return undefined;
  const { person_id: personId, id: loanId, version } = held.row;
  const state = (await reader.row(stateOfTail(reader.db, { personId, loanId, version })))?.state;
  return state == null ? undefined : { from: asState(held.product, unpackedState(state)), facts };
}

/** The whole life, for questions about days long ago or about what was known then. */
export async function allFacts(reader: Reader, held: HeldLoan): Promise<readonly Fact[]> {
  if (isWhole(held)) return factsOf(reader, held);
  const { person_id: personId, id: loanId } = held.row;
  const all = await reader.rows(everyFact(reader.db, { personId, loanId }));
  return all.map(({ fact }) => factOf(fact));
}
