import { setImmediate as breathe } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { type Fact, FactRefused } from '@tenor/engine/account/facts.ts';
import { rulesVersion } from '@tenor/engine/account/state.ts';
import { type Day, dateOf } from '@tenor/engine/values/day.ts';
import type { InstrumentInBrief } from '#capabilities/instruments/index.ts';
import { stopwatch } from '#platform/clock.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { Refusal } from '#platform/errors.ts';
import { inSlices } from '#platform/loop/slices.ts';
import type { Terms } from '../loan/books.ts';
import { loanErrors } from '../loan/errors.ts';
import { balanceColumns, balancesIn, withPostings } from '../loan/ledger-balances.ts';
import { mustBeFree } from '../loan/lock.ts';
import { missedSince } from '../loan/missed-since.ts';
import { momentsOf } from '../loan/moments.ts';
import { startOf } from '../loan/past-day.ts';
import type { HeldLoan } from '../loan/product.ts';
import { loanStates } from '../loan/states.ts';
import { columnsOf, noFigures } from '../loan/stored-figures.ts';
import type { FactDetails, LoanRow, LoanTail, LoanTimestamps, TransactionRow } from '../loan/tables.ts';
import { todayOf } from '../loan/today.ts';
import { writeLoan } from '../loan/write-loan.ts';
import { allFacts, asStored, positionOf, replayStartFor, replayStartOf, termsOf } from '../timeline/held-loan.ts';
import { firstDifference, indexFacts } from '../timeline/index-facts.ts';
import { appliedPayments, type KnownTransaction } from './applied-payments.ts';
import { asRecorded } from './as-recorded.ts';
import { dayFiguresOf } from './day-figures-of.ts';
import { type MovedBase, moveBase, writeCheckpoints } from './move-base.ts';
import { beginningByCount, moveTail, writeTails } from './move-tail.ts';
import { noTip, withTip } from './move-tip.ts';
import { noteCredit } from './note-credit.ts';
import { notePromises } from './note-promises.ts';
import { noteSettlements } from './note-settlement.ts';
import { noteStatements } from './note-statements.ts';
import { queriedDays } from './queried-days.ts';
import type { LoanContext, Replayed } from './replayed.ts';
import { storeChanges } from './store-change.ts';
import { storedBooks } from './stored-books.ts';
import { takeBackGone, tellDifference } from './tell-difference.ts';
import { concernsAutopay, wakeAutopay, wakeAutopayIfTold } from './wake-autopay.ts';
import { splitOf } from './write-splits.ts';
import { withYearMark } from './year-mark.ts';

export const asLoanContext = ({ now, emit, caller, machineMicros }: CommandContext): LoanContext => ({
  now,
  emit,
  machineMicros,
  actor: caller.actor,
  mayRead: caller.permissions.has('loan:read'),
});

export interface Changed extends Replayed {
  readonly ctx: LoanContext;
  readonly row: LoanRow;
}

/** What a change would do, without storing it. A loan is never replayed to a day before the end of its stored books. */
export async function replayed(
  reader: Reader,
  held: HeldLoan,
  facts: readonly Fact[],
  through: Day,
  fromCheckpoint = false,
): Promise<Replayed> {
  const { row, index, product } = held;
  if (row.state !== null && row.state.rules !== rulesVersion) return replayedAnew(reader, held, facts, through);
  const known = row.index_known ?? [];
  const worked = row.state?.through ?? through;
  const position = positionOf(product, row);
  const earliest = Math.min(
    worked,
    firstDifference(known, index) ?? worked,
    ...facts.map((fact) => product.firstDayOf(fact, position)),
  );
  const start = await (fromCheckpoint
    ? replayStartFor(reader, held, earliest)
    : replayStartOf(reader, held, facts, earliest));
  const { from } = start;
  const terms = termsOf(row);
  const now = [...indexFacts(index), ...start.facts];
  const all = [...now, ...facts];
  // The stored books were computed with the index as it was known then.
  const before = await inSlices(
    product.replaying(terms, [...indexFacts(known), ...start.facts], { through: worked, from }),
  );
  const after = await inSlices(product.replaying(terms, all, { through: Math.max(through, worked), from }));
  return {
    start,
    earliest,
    before,
    after,
    all,
    known: now,
    fresh: facts,
    difference: product.difference(before, after),
  };
}

/** The stored books are of other rules: they are replaced as a whole, and what differs from them is the change. */
async function replayedAnew(reader: Reader, held: HeldLoan, facts: readonly Fact[], through: Day): Promise<Replayed> {
  const { row, index, product } = held;
  const stored = await allFacts(reader, held);
  const now = [...indexFacts(index), ...stored];
  const all = [...now, ...facts];
  const before = await storedBooks(reader, held, stored);
  const after = await inSlices(product.replaying(termsOf(row), all, { through: Math.max(through, before.through) }));
  return {
    start: { from: undefined, facts: stored },
    earliest: Math.min(before.through, ...all.map(({ on }) => on)),
    before,
    after,
    all,
    known: now,
    fresh: facts,
    // As it would be read back, so that nothing differs that is the same when it is stored.
    difference: product.difference(before, JSON.parse(JSON.stringify(after))),
  };
}

/** Further columns of the loan's row that the caller changes together with the books. */
type RowChanges = Partial<
  Pick<LoanRow, 'charged_off_reason' | 'figures' | 'terms' | 'promo_programs' | 'disbursement_id' | 'send_notice'>
> & {
  readonly timestamps?: LoanTimestamps;
};

/** What the caller changes besides the books; the details are stored with the facts. */
type Changes = RowChanges & {
  readonly details?: FactDetails;
  /** Transactions of the new facts, which the caller writes. */
  readonly transactions?: readonly KnownTransaction[];
  /** The stored state is computed again too, though a change could go on from it. */
  readonly fromCheckpoint?: boolean;
  /** It has happened outside: a fact that finds nothing to do is kept all the same. */
  readonly hasHappened?: boolean;
  /** All that happened is undone: the loan is as before its activation, with the terms that were agreed. */
  readonly isUnbegun?: boolean;
  readonly agreedTerms?: Terms;
};

/**
 * The facts are stored as known from now on. Their days are days in the loan's zone; an undo has the day of the fact
 * that it undoes.
 */
export async function changeLoan(
  ctx: LoanContext,
  tx: Tx,
  held: HeldLoan,
  facts: readonly Fact[],
  changes: Changes = {},
): Promise<Changed> {
  const change = await computed(ctx, tx, held, facts, changes);
  await store(tx, [change]);
  return change;
}

/** A transaction that a change of the books records or corrects. */
export interface TransactionWrite {
  /** The row has the fact that the transaction is on the timeline now. */
  readonly row: TransactionRow;
  readonly instrument?: InstrumentInBrief | undefined;
  readonly hasHappened?: boolean;
  write(tx: Tx, row: TransactionRow): void;
}

/** The transaction is written in the same flight, once, with the split that the books compute. */
export async function changeByTransaction(
  ctx: LoanContext,
  tx: Tx,
  held: HeldLoan,
  facts: readonly Fact[],
  { row, instrument, hasHappened = false, write }: TransactionWrite,
): Promise<Changed & { readonly transaction: TransactionRow }> {
  const change = await computed(ctx, tx, held, facts, { transactions: [{ row, instrument }], hasHappened });
  const transaction = { ...row, ...splitOf(change.after, row.fact_id, ctx.now) };
  await store(tx, [{ ...change, written: row.id }]);
  write(tx, transaction);
  return { ...change, transaction };
}

/** Brings many loans up to date in one flight: time and the index, no new facts. Each loan has its own context. */
export async function changeLoans(
  tx: Tx,
  loans: readonly { readonly ctx: LoanContext; readonly held: HeldLoan }[],
): Promise<Changed[]> {
  const begun: Promise<Change>[] = [];
  for (const { ctx, held } of loans) {
    const spent = stopwatch();
    const change = computed(ctx, tx, held, [], {});
    // It may fail while another one is computed; it is heard of below.
    change.catch(() => {});
    begun.push(change);
    if (spent() > longMs) await breathe();
  }
  const changes = await Promise.all(begun);
  await store(tx, changes);
  return changes;
}

/** A loan whose clock has jumped by years computes for long: requests get their turn after it. */
const longMs = 100;

interface Change extends Changed {
  readonly ctx: LoanContext;
  readonly held: HeldLoan;
  readonly recorded: readonly Fact[];
  readonly details: FactDetails | null;
  readonly base: MovedBase;
  readonly tail: LoanTail | null;
  readonly transactions: readonly KnownTransaction[];
  readonly written?: string;
}

async function computed(
  ctx: LoanContext,
  tx: Tx,
  held: HeldLoan,
  facts: readonly Fact[],
  {
    details,
    transactions = [],
    fromCheckpoint,
    hasHappened = false,
    isUnbegun = false,
    agreedTerms,
    ...changes
  }: Changes,
): Promise<Change> {
  mustBeFree(held.row, ctx.machineMicros());
  const recorded = asRecorded(ctx, held, facts);
  mustHaveBegun(held.row, recorded);
  const agreed = changes.terms === undefined ? held : { ...held, row: { ...held.row, terms: changes.terms } };
  const spent = stopwatch();
  const found = await replayed(tx, agreed, recorded, todayOf(held.row, ctx.now), fromCheckpoint).catch((error) => {
    throw error instanceof FactRefused ? contradiction(error) : error;
  });
  if (spent() > longMs) await breathe();
  if (!hasHappened) mustDoSomething(found, recorded);
  const common = { ...found, ctx, held, recorded, details: details ?? null, transactions };
  if (isUnbegun) {
    const row = unbegun(ctx, held.row, found, recorded.length, {
      ...changes,
      ...(agreedTerms && { terms: agreedTerms }),
    });
    return { ...common, row, base: { wrongFrom: found.earliest, added: null }, tail: null };
  }
  const beginning = beginningByCount(found);
  const { row, base } = await inSlices(
    moveBase(held, nextRow(ctx, agreed, found, recorded.length, changes), found, beginning),
  );
  const tail = await inSlices(moveTail(held, row, found, beginning));
  return { ...common, row: withTip(held, row, found, tail), base, tail };
}

/** The rows of the loans come first: a command that has lost the race fails there and writes nothing else. */
async function store(tx: Tx, changes: readonly Change[]): Promise<void> {
  const applied = await appliedPayments(tx, changes);
  for (const { held, row } of changes) writeLoan(tx, held.row, row);
  for (const change of changes) {
    if (concernsAutopay(change)) wakeAutopay(tx, change.row, change.ctx.now);
    else if (change.recorded.length > 0) wakeAutopayIfTold(tx, change.row, change.ctx.now);
  }
  for (const { ctx, held, row } of changes) noteCredit(tx, held.row, row, ctx.now);
  for (const change of changes) noteSettlements(tx, change);
  noteStatements(tx, changes);
  writeCheckpoints(tx, changes);
  writeTails(tx, changes);
  storeChanges(
    tx,
    changes.map(({ ctx, held, recorded, details, difference: found, written }) => ({
      loan: held.row,
      product: held.product,
      now: ctx.now,
      actor: ctx.actor,
      facts: recorded,
      details,
      difference: found,
      written,
    })),
  );
  for (const { ctx, held, after, difference } of changes) {
    const before = positionOf(held.product, held.row);
    held.product.storeParts(tx, { loan: held.row, before, after: after.position, difference, now: ctx.now });
  }
  for (const change of changes) await notePromises(tx, change);
  await Promise.all(changes.map((change) => takeBackGone(change.ctx, tx, change.row, change)));
  for (const change of changes) await inSlices(tellDifference(change.ctx, change.row, change, applied));
}

/** A test clock may have been set back to a day on which the loan had not begun. Errors: NothingToDo. */
export function mustHaveBegun(row: LoanRow, facts: readonly Pick<Fact, 'id' | 'kind' | 'on'>[]): void {
  const begun = startOf(row);
  const early = facts.find(({ kind, on }) => kind !== 'undo' && begun !== undefined && on < begun);
  if (early !== undefined) throw contradiction(new FactRefused(early.id, 'stands before the activation'));
}

/** A fact contradicts the loan's life: it is before the activation, say, because a test clock was set back. */
const contradiction = (cause: FactRefused): Refusal =>
  new Refusal(loanErrors.NothingToDo, `It contradicts what happened to the loan: ${cause.message}.`, {
    data: { reason: cause.message },
    cause,
  });

/** A new fact without effect is refused; a fact that becomes moot later stays. */
function mustDoSomething({ after }: Replayed, facts: readonly Fact[]): void {
  const moot = after.records.moot.find(({ fact }) => facts.some(({ id }) => id === fact));
  if (moot === undefined) return;
  throw new Refusal(loanErrors.NothingToDo, `On ${dateOf(moot.on)} there is nothing to do: ${moot.why}.`, {
    data: { reason: moot.why, date: dateOf(moot.on) },
  });
}

/** A document that stays what it was is the same object, so that it is not written again. */
function nextRow(ctx: LoanContext, held: HeldLoan, change: Replayed, newFacts: number, changes: RowChanges): LoanRow {
  const { row, index, product } = held;
  const { after, all, difference: found } = change;
  const moments = { ...changes.timestamps, ...momentsOf(ctx.now, row, found.events) };
  const owed = dayFiguresOf(product, termsOf(row), after, all);
  return {
    ...row,
    ...changes,
    figures: withYearMark(changes.figures ?? row.figures, held, change),
    version: row.version + 1,
    status: product.statusOf(after.position),
    is_closed: after.position.isClosed,
    serviced_by: after.position.servicedBy,
    state: { ...asStored(product, after), tip: noTip, ...(owed?.next !== undefined && { next: owed.next }) },
    shown: kept(row.shown, product.shownOf(after.position)),
    ...columnsOf(owed),
    missed_since: missedSince(row.missed_since, after.position, owed?.oldestDueOn ?? null),
    facts_count: row.facts_count + newFacts,
    postings_count: row.postings_count + found.postings.length,
    ...balanceColumns(withPostings(balancesIn(row), found.postings)),
    next_action_at: product.nextActionAt(termsOf(row), after, all, row.zone),
    ...queriedDays(product, after.position),
    index_known: product.followsIndex(termsOf(row), after.position) ? kept(row.index_known, index) : null,
    timestamps: Object.keys(moments).length === 0 ? row.timestamps : { ...row.timestamps, ...moments },
    updated_at: ctx.now,
  };
}

/** The row of a loan whose books are empty again. What was posted stays, and is zero together. */
function unbegun(
  { now }: LoanContext,
  row: LoanRow,
  { difference: found }: Replayed,
  newFacts: number,
  changes: RowChanges,
): LoanRow {
  const { startedAt: _, lastAmortizedAt: __, activatedAt: ___, ...timestamps } = row.timestamps;
  return {
    ...row,
    ...changes,
    version: row.version + 1,
    status: loanStates.to('originate'),
    is_closed: false,
    state: null,
    base: null,
    base_through: null,
    shown: null,
    ...noFigures,
    facts_count: row.facts_count + newFacts,
    postings_count: row.postings_count + found.postings.length,
    ...balanceColumns(withPostings(balancesIn(row), found.postings)),
    next_action_at: null,
    started_on: null,
    turns_on: null,
    paid_off_on: null,
    missed_since: null,
    index_known: null,
    timestamps,
    updated_at: now,
  };
}

const kept = <T extends object>(before: T | null, now: T): T => (isDeepStrictEqual(before, now) ? (before as T) : now);
