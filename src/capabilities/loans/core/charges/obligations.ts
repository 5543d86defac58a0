// What came due, and what comes due next. The stored books have what came due until they were last brought up to date;
// later changes are computed and added.
import type { Change } from '@tenor/engine/account/difference.ts';
import { obligationKey } from '@tenor/engine/account/difference.ts';
import type { Fact } from '@tenor/engine/account/facts.ts';
import type { Overdue } from '@tenor/engine/account/read.ts';
import { rulesVersion } from '@tenor/engine/account/state.ts';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import type { Day } from '@tenor/engine/values/day.ts';
import { compare, type Instant } from '@tenor/engine/values/instant.ts';
import { type PlaceholderOf, prepared } from '#platform/db/prepared.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { inSlices } from '#platform/loop/slices.ts';
import { replayed } from '../books/change-loan.ts';
import { obligationOf } from '../books/stored-obligation.ts';
import { figuresToday, wholeLoan } from '../lifecycle/figured-loan.ts';
import type { BookObligation, State } from '../loan/books.ts';
import { type DayFigures, overdueOn } from '../loan/day-figures.ts';
import { everyObligation } from '../loan/every-obligation.ts';
import type { NextObligation } from '../loan/next-obligation.ts';
import type { HeldLoan, LoanProduct } from '../loan/product.ts';
import type { LoanRow } from '../loan/tables.ts';
import { todayOf } from '../loan/today.ts';
import { productOfKind } from '../products/list.ts';
import { askedDay } from '../timeline/asked-day.ts';
import { stateFromStart, stateOn } from '../timeline/compute-state.ts';
import { asState, positionOf, termsOf } from '../timeline/held-loan.ts';
import { firstDifference, indexFacts } from '../timeline/index-facts.ts';
import type { ObligationsFiguredLoan } from './obligations-loan.ts';

export interface KeptObligation {
  readonly key: string;
  readonly obligation: BookObligation;
  readonly created_at: Instant;
  readonly updated_at: Instant | null;
}

/** What showing its obligations needs of a loan. */
export interface ObligationsLoan {
  readonly product: LoanProduct;
  readonly row: Pick<LoanRow, 'id' | 'zone' | 'lease' | 'timestamps' | 'created_at'>;
}

export interface ObligationsFound {
  readonly state: State;
  readonly overdue: Overdue;
  readonly kept: readonly KeptObligation[];
  readonly next: NextObligation | undefined;
}

/** The due dates whose stored obligations are read; others may be missing in the result. */
export interface DueRange {
  readonly from: CivilDate;
  readonly to: CivilDate;
}

export const everyDueDate: DueRange = { from: '0001-01-01' as CivilDate, to: '9999-12-31' as CivilDate };
export const noDueDate: DueRange = { from: everyDueDate.to, to: everyDueDate.from };

interface ObligationsAsked {
  readonly knownAt: Instant | undefined;
  readonly due?: DueRange;
}

/** Finds the obligations of one loan. `found` is undefined for a loan that is not active yet. */
export type ObligationsFinder = (
  asked: ObligationsAsked,
) => Promise<{ readonly loan: ObligationsLoan; readonly found: ObligationsFound | undefined }>;

export const obligationsOfHeld =
  (reader: Reader, held: HeldLoan, now: Instant): ObligationsFinder =>
  async (asked) => ({ loan: held, found: await findObligations(reader, held, now, asked) });

/** By its figures, if they tell of today; else by a replay. */
export const obligationsOfFigured =
  (reader: Reader, loan: ObligationsFiguredLoan, now: Instant): ObligationsFinder =>
  async (asked) => {
    const found = asked.knownAt === undefined ? await byFigures(reader, loan, now, asked) : undefined;
    return found ?? obligationsOfHeld(reader, await wholeLoan(reader, loan), now)(asked);
  };

async function byFigures(
  reader: Reader,
  loan: ObligationsFiguredLoan,
  now: Instant,
  { due = everyDueDate }: ObligationsAsked,
) {
  const { loanId: id } = loan.ids;
  const { day, figures } = (await figuresToday(reader, loan, now)) ?? {};
  if (day === undefined || figures === undefined) return undefined;
  const product = productOfKind(id, loan.product);
  const ahead = await nextToday(product, loan, figures, day);
  if (ahead === undefined) return undefined;
  const kept = await storedOf(reader, product, { ...loan.ids, ...due });
  const found: ObligationsFound = { ...ahead, overdue: overdueOn(figures, day), kept };
  return { loan: { product, row: { ...loan, id } }, found };
}

/**
 * The obligation that comes next, as the figures keep it, or as the state says it once the days since are added to it: they
 * only bring interest. Undefined if that needs facts of days to come.
 */
async function nextToday(
  product: LoanProduct,
  { state: stored, terms, index_known: known }: ObligationsFiguredLoan,
  { next }: DayFigures,
  day: Day,
): Promise<Pick<ObligationsFound, 'state' | 'next'> | undefined> {
  if (stored === null) return undefined;
  const from = asState(product, stored);
  if (next !== undefined) return { state: from, next: next ?? undefined };
  if (terms === null || stored.tip.isAhead) return undefined;
  const facts = indexFacts(known ?? []);
  const state = await inSlices(product.replaying(terms, facts, { through: day, from }));
  return { state, next: product.nextObligation(terms, state, facts) };
}

async function findObligations(
  reader: Reader,
  held: HeldLoan,
  now: Instant,
  { knownAt, due = everyDueDate }: ObligationsAsked,
): Promise<ObligationsFound | undefined> {
  const { row } = held;
  if (row.state === null) return undefined;
  const stored = storedOf(reader, held.product, { personId: row.person_id, loanId: row.id, ...due });
  const [rows, { state, facts, changes }] = await Promise.all([stored, booksNow(reader, held, now, knownAt)]);
  if (state.position.standing === 'pending') return undefined;
  const at = knownAt ?? now;
  const kept = changes === undefined ? asKnown(rows, state, at) : overlaid(rows, changes, at);
  const terms = termsOf(row);
  const overdue = held.product.overdue(terms, state);
  return { state, overdue, kept, next: held.product.nextObligation(terms, state, facts) };
}

async function storedOf(reader: Reader, product: LoanProduct, asked: OfLoan): Promise<KeptObligation[]> {
  const rows = await reader.rows(storedObligations(reader.db, asked));
  return rows.map((row) => ({ ...row, obligation: obligationOf(product, row) }));
}

type OfLoan = { readonly personId: string; readonly loanId: string; readonly from: CivilDate; readonly to: CivilDate };

const storedObligations = prepared((db, placeholder: PlaceholderOf<OfLoan>) =>
  db
    .selectFrom('loan_obligations')
    .select(['key', 'due_date', 'obligation', 'created_at', 'updated_at'])
    .where('person_id', '=', placeholder('personId'))
    .where('loan_id', '=', placeholder('loanId'))
    .where('due_date', '>=', placeholder('from'))
    .where('due_date', '<=', placeholder('to'))
    .where('deleted_at', 'is', null),
);

interface BooksNow {
  readonly state: State;
  readonly facts: readonly Fact[];
  /** Changes that are not stored yet; undefined if the stored obligations are not used. */
  readonly changes: readonly Change<BookObligation>[] | undefined;
}

async function booksNow(reader: Reader, held: HeldLoan, now: Instant, knownAt: Instant | undefined): Promise<BooksNow> {
  const { day } = askedDay(held, now, { path: 'knownAt', date: undefined, knownAt });
  if (knownAt !== undefined) {
    const { state, facts } = await stateFromStart(reader, held, day, knownAt);
    const known = facts.filter(({ recordedAt }) => recordedAt === undefined || compare(recordedAt, knownAt) <= 0);
    return { state, facts: known, changes: undefined };
  }
  if (!mayHaveChanged(held, now)) return { ...(await stateOn(reader, held, day)), changes: [] };
  const { after, all, difference } = await replayed(reader, held, [], todayOf(held.row, now));
  return { state: after, facts: all, changes: difference.obligations };
}

/** Whether the stored books may be out of date: a due date or a deadline has come, the index or the rules changed. */
function mayHaveChanged({ row, index, product }: HeldLoan, now: Instant): boolean {
  const { next_action_at: next, state, index_known: known } = row;
  if (state?.rules !== rulesVersion || firstDifference(known ?? [], index) !== undefined) return true;
  if (next !== null && compare(next, now) <= 0) return true;
  const position = positionOf(product, row);
  return position !== null && product.hasTurned(position, todayOf(row, now));
}

/** The stored obligations with the changes, as if these were stored now. */
function overlaid(
  rows: readonly KeptObligation[],
  changes: readonly Change<BookObligation>[],
  now: Instant,
): KeptObligation[] {
  const kept = new Map(rows.map((row) => [row.key, row]));
  for (const { key, after } of changes) {
    const before = kept.get(key);
    if (after === null) kept.delete(key);
    else {
      const stamps = { created_at: before?.created_at ?? now, updated_at: before === undefined ? null : now };
      kept.set(key, { key, obligation: after, ...stamps });
    }
  }
  return [...kept.values()];
}

/** The obligations of a past state. Those that are still stored know when they were first recorded. */
function asKnown(rows: readonly KeptObligation[], state: State, at: Instant): KeptObligation[] {
  const kept = new Map(rows.map((row) => [row.key, row]));
  return everyObligation(state).map((obligation) => {
    const key = obligationKey(obligation);
    const { created_at = at, updated_at = null } = kept.get(key) ?? {};
    return {
      key,
      obligation,
      created_at: compare(created_at, at) <= 0 ? created_at : at,
      updated_at: updated_at !== null && compare(updated_at, at) <= 0 ? updated_at : null,
    };
  });
}
