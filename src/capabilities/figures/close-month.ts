// Closes months that are over: what each loan was at the end of the last day, as it was known then, becomes sums that never
// change. What is recorded later is of a later month, whichever day it counts on.
import { type CivilDate, monthEndBefore } from '@tenor/engine/values/civil-date.ts';
import { sql } from 'kysely';
import { timezoneOf } from '#capabilities/access/index.ts';
import { type PortfolioLoan, portfolioOn } from '#capabilities/loans/index.ts';
import { stopwatch } from '#platform/clock.ts';
import { preparedInserts } from '#platform/db/prepared.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { isUnreachable } from '#platform/sqlstate.ts';
import type { DailyStep, PassingDay } from '#platform/work/day/daily-step.ts';
import { isOfTheTime } from '#platform/work/day/is-of-the-time.ts';
import { LeaseLost } from '#platform/work/lease.ts';
import { bucketOf } from './buckets.ts';
import { addPrepayments, keepCounts } from './counts.ts';
import { monthsToClose } from './due.ts';
import { closedThrough, knownThrough, nextMonthEnd } from './month-end.ts';
import { type Ahead, prepayingOf, sumOf } from './prepaid.ts';
import { keptOf, type LoanAtEnd, type LoanBefore, type Roll, rollsOf } from './rolls.ts';
import type { MonthEndPlace, RowOfLoan } from './tables.ts';

/** After this time the other realms have their turn. */
const turnMs = 1_000;
/** So many loans are counted in a commit. */
const pageSize = 500;

/** The general ledger begins: the first month is that of its first day. */
export function beginMonths(tx: Tx, { first, zone }: { readonly first: CivilDate; readonly zone: string }): void {
  tx.write(tx.db.insertInto('month_end_places').values(closedThrough(monthEndBefore(first), zone)));
}

export const closingMonth: DailyStep = {
  name: 'the months of figures',
  due: monthsToClose,
  leftBehind: async () => ({ count: 0, ids: [] }),
  async run(day) {
    if (!day.troubles.mayTry(troubleOf(day.realm))) return { isMore: false };
    const since = stopwatch();
    let sincePage = stopwatch();
    const begun = await day.transact(async (tx, now) => {
      const place = await tx.row(tx.db.selectFrom('month_end_places').selectAll().where('close_at', '<=', now));
      return place && { place, zone: (await timezoneOf(tx)) as string };
    });
    if (begun === undefined) return { isMore: false };
    const pages = loansAfter(day, begun);
    for (let { place } = begun; ; ) {
      const done = await attempt(day, () => goOn(day, { ...begun, place }, pages));
      if (done === 'closed') {
        day.told('done');
        return { isMore: true };
      }
      // It has failed, or another process counts this month.
      if (done === undefined || day.stopping.aborted) return { isMore: false };
      place = done;
      await day.rest(sincePage());
      sincePage = stopwatch();
      if (since() >= turnMs && !day.waits) return { isMore: true };
    }
  },
};

/** What fails is noted for all companies in one place. */
const troubleOf = ({ mode, companyId }: PassingDay['realm']): string => `month ends ${mode} ${companyId}`;

/** Undefined: it has failed. The other work of the company goes on, and the month is tried again less and less often. */
async function attempt<T>(day: PassingDay, work: () => Promise<T>): Promise<T | undefined> {
  try {
    const done = await work();
    day.troubles.succeeded(troubleOf(day.realm));
    return done;
  } catch (error) {
    if (error instanceof LeaseLost || isUnreachable(error) || isOfTheTime(error)) throw error;
    day.troubles.failed(troubleOf(day.realm));
    day.told('failed');
    const { mode, companyId: company } = day.realm;
    day.log.error({ err: error, mode, company }, 'a month of the figures could not be closed; it is tried again');
    return undefined;
  }
}

type Pages = ReturnType<typeof portfolioOn>;

/** Counts the next page; after the last one the month is closed. Undefined: somebody else was quicker. */
async function goOn(
  day: PassingDay,
  { place, zone }: Closing,
  pages: Pages,
): Promise<MonthEndPlace | 'closed' | undefined> {
  const page = await pages.next();
  if (page.done !== true) return countLoans(day, place, page.value);
  return (await closeMonth(day, place, zone)) ? 'closed' : undefined;
}

interface Closing {
  readonly place: MonthEndPlace;
  readonly zone: string;
}

function loansAfter({ database, realm }: PassingDay, { place, zone }: Closing): Pages {
  const asOf = nextMonthEnd(place.closed_through);
  const { after_position: position, after_id: id } = place;
  const after = position === null || id === null ? undefined : { position, id };
  const asked = { asOf, knownAt: knownThrough(asOf, zone), prepaidBy: nextMonthEnd(asOf), withoutNextDue: true };
  return portfolioOn(database.reader(realm), asked, { pageSize, after });
}

/** One whose activation was undone has no books any more, and must leave the bucket in which it was. */
function atEnd({ row, status, books }: PortfolioLoan): LoanAtEnd {
  if (books === null) return { loanId: row.id, bucket: 'otherwise', principal: 0, pastDue: 0, ahead: null };
  const { amounts, overdue, prepaid: ahead } = books;
  const { nonDue, due, overdue: late } = amounts.buckets;
  const principal = nonDue.principal + due.principal + late.principal;
  return { loanId: row.id, bucket: bucketOf(status, overdue.days), principal, pastDue: overdue.amount, ahead };
}

/** One commit: the sums, the rows of the loans, and how far it has come. Undefined: somebody else was quicker. */
const countLoans = (day: PassingDay, place: MonthEndPlace, page: readonly PortfolioLoan[]) =>
  day.transact(async (tx) => {
    const last = page.at(-1);
    if (last === undefined || !(await isStill(day, tx, place))) return undefined;
    const loans = page.map(atEnd);
    const before = await loansBefore(tx, loans);
    const counted = loans.map((loan) => ({ loan, was: before.get(loan.loanId), ...prepayingIn(loan, before) }));
    for (const insert of insertLoans(tx.db, counted.flatMap(rowOfLoan))) tx.write(insert);
    const monthEnd = nextMonthEnd(place.closed_through);
    addPrepayments(tx, monthEnd, sumOf(counted.flatMap(({ prepaying }) => prepaying ?? [])));
    for (const insert of insertRolls(tx.db, rollsOf(loans, before).map(rowOfRoll(monthEnd)))) tx.write(insert);
    const after = { after_position: last.row.position, after_id: last.row.id };
    tx.write(tx.db.updateTable('month_end_places').set(after));
    return { ...place, ...after };
  });

const closeMonth = (day: PassingDay, place: MonthEndPlace, zone: string): Promise<boolean> =>
  day.transact(async (tx, now) => {
    if (!(await isStill(day, tx, place))) return false;
    const monthEnd = nextMonthEnd(place.closed_through);
    await keepCounts(tx, { monthEnd, zone, closeAt: place.close_at, now });
    tx.write(tx.db.updateTable('month_end_places').set(closedThrough(monthEnd, zone)));
    return true;
  });

/** Holds the place, if it is where it was read. */
async function isStill({ waits }: PassingDay, tx: Tx, place: MonthEndPlace): Promise<boolean> {
  const held = tx.db.selectFrom('month_end_places').selectAll().forNoKeyUpdate();
  const row = await tx.row(waits ? held : held.skipLocked());
  return row?.closed_through === place.closed_through && row.after_id === place.after_id;
}

async function loansBefore(reader: Reader, loans: readonly LoanAtEnd[]): Promise<ReadonlyMap<string, LoanBefore>> {
  if (loans.length === 0) return new Map();
  const ids = loans.map(({ loanId }) => loanId);
  const rows = await reader.rows(
    reader.db
      .selectFrom('loan_month_ends')
      .select(['loan_id', 'bucket', 'principal_cents as principal', ...aheadColumns])
      .where(sql<boolean>`loan_id = any(${ids}::text[])`),
  );
  return new Map(
    rows.map(({ loan_id: id, bucket, principal, ...columns }) => [id, { bucket, principal, ahead: aheadIn(columns) }]),
  );
}

const aheadColumns = [
  'came_due_cents',
  'paid_before_due_cents',
  'paid_beyond_cents',
  'paid_ahead_cents',
  'excess_cents',
] as const;
type AheadColumns = Pick<RowOfLoan, (typeof aheadColumns)[number]>;

/** All of them are null where it has no schedule. */
function aheadIn(columns: AheadColumns): Ahead | null {
  const { came_due_cents: cameDue, paid_before_due_cents: paidBeforeDue } = columns;
  const { paid_beyond_cents: paidBeyond, paid_ahead_cents: paidAhead, excess_cents: excess } = columns;
  if (cameDue === null || paidBeforeDue === null || paidBeyond === null || paidAhead === null || excess === null)
    return null;
  return { cameDue, paidBeforeDue, paidBeyond, paidAhead, excess };
}

const ofLoan = ['bucket', 'principal_cents', ...aheadColumns] as const;

const insertLoans = preparedInserts('loan_month_ends', ['loan_id', ...ofLoan], (insert) =>
  insert.onConflict((conflict) =>
    conflict
      .columns(['company_id', 'loan_id'])
      .doUpdateSet((eb) => Object.fromEntries(ofLoan.map((column) => [column, eb.ref(`excluded.${column}`)]))),
  ),
);

/** What of it was prepaid, and what is kept of it. */
function prepayingIn(loan: LoanAtEnd, before: ReadonlyMap<string, LoanBefore>) {
  const counted = prepayingOf(before.get(loan.loanId), loan);
  return { prepaying: counted?.of, ahead: counted?.kept ?? loan.ahead };
}

interface CountedLoan {
  readonly loan: LoanAtEnd;
  readonly was: LoanBefore | undefined;
  readonly ahead: Ahead | null;
}

function rowOfLoan({ loan, was, ahead }: CountedLoan): RowOfLoan[] {
  const kept = keptOf(loan, was, ahead);
  if (kept === undefined) return [];
  return [
    {
      loan_id: loan.loanId,
      bucket: kept.bucket,
      principal_cents: kept.principal,
      came_due_cents: kept.ahead?.cameDue ?? null,
      paid_before_due_cents: kept.ahead?.paidBeforeDue ?? null,
      paid_beyond_cents: kept.ahead?.paidBeyond ?? null,
      paid_ahead_cents: kept.ahead?.paidAhead ?? null,
      excess_cents: kept.ahead?.excess ?? null,
    },
  ];
}

const sums = ['loans_count', 'before_cents', 'principal_cents', 'past_due_cents'] as const;

const insertRolls = preparedInserts('month_end_rolls', ['day', 'from_bucket', 'to_bucket', ...sums], (insert) =>
  insert.onConflict((conflict) =>
    conflict.columns(['company_id', 'day', 'from_bucket', 'to_bucket']).doUpdateSet((eb) => ({
      loans_count: eb('month_end_rolls.loans_count', '+', eb.ref('excluded.loans_count')),
      before_cents: eb('month_end_rolls.before_cents', '+', eb.ref('excluded.before_cents')),
      principal_cents: eb('month_end_rolls.principal_cents', '+', eb.ref('excluded.principal_cents')),
      past_due_cents: eb('month_end_rolls.past_due_cents', '+', eb.ref('excluded.past_due_cents')),
    })),
  ),
);

const rowOfRoll =
  (day: CivilDate) =>
  ({ from, to, loans, before, principal, pastDue }: Roll) => ({
    day,
    from_bucket: from,
    to_bucket: to,
    loans_count: loans,
    before_cents: before,
    principal_cents: principal,
    past_due_cents: pastDue,
  });
