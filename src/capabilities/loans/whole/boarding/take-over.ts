// Migrates a running loan, in place of its activation. With balances the books begin on the migration date with these
// balances; without them they begin when the loan did, and everything since then is computed again. Past transactions
// before the first day of the books stay a record; those on or after it become part of the books.
import { type Fact, FactRefused } from '@tenor/engine/account/facts.ts';
import { TermsRefused } from '@tenor/engine/account/terms.ts';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { type Day, dateOf, dayOf } from '@tenor/engine/values/day.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { errors, refuseField, refuseFields } from '#platform/errors.ts';
import { inSlices } from '#platform/loop/slices.ts';
import { type Changed, changeLoan } from '../../core/books/change-loan.ts';
import type { Terms } from '../../core/loan/books.ts';
import { mustHaveNoPayout } from '../../core/loan/payout-under-way.ts';
import type { HeldLoan, MadeDraw } from '../../core/loan/product.ts';
import { loanStates } from '../../core/loan/states.ts';
import type { LoanRow, TransactionRow } from '../../core/loan/tables.ts';
import { tellCollection } from '../../core/loan/taken-over.ts';
import { startOfDay, todayOf } from '../../core/loan/today.ts';
import { ignoreForeign, ownFields } from '../../core/products/schemas.ts';
import { begunBy, tellBegun } from '../../core/promos/agree-programs.ts';
import { termsOf } from '../../core/timeline/held-loan.ts';
import { pastPeriodsOf } from '../../core/timeline/past-periods.ts';
import { factOf } from '../../core/transactions/money-fact.ts';
import { pastPurchasesFrom, takePurchasesIntoBooks } from '../../lines/purchases/past-purchases.ts';
import type { PurchaseRow } from '../../lines/purchases/tables.ts';
import { beginAdvances } from '../../money/advances/base/planned.ts';
import { servicedFrom } from '../../money/paying-out/activate-loan.ts';
import { balancesOf, mustBeExpected } from './expected-balances.ts';
import type { PastPeriodColumns } from './past-periods.ts';
import { giveCredit, pastTransactionsFrom, takeIntoBooks } from './past-transactions.ts';
import type { TakenOver, TakeOver } from './schemas.ts';

/** The past that was added to the loan. */
interface Past {
  readonly periods: readonly PastPeriodColumns[];
  /** On or after the first day of the books. */
  readonly transactions: readonly TransactionRow[];
  /** Only a line has some: those on or after that day. */
  readonly purchases?: readonly PurchaseRow[];
  /** Draws of a line that were made in the same commit. */
  readonly draws?: readonly MadeDraw[];
}

type Context = Pick<CommandContext, 'now' | 'emit' | 'caller' | 'position' | 'realm' | 'machineMicros' | 'ignore'>;

/** The first day of the books. Errors: InvalidRequest. */
export function firstDayOf(row: LoanRow, ctx: Pick<CommandContext, 'now'>, input: TakeOver): Day {
  const today = todayOf(row, ctx.now);
  const startedOn = dayIn('startDate', input.startDate, undefined, today);
  if (input.balances == null) return startedOn;
  return input.migrationDate == null ? today : dayIn('migrationDate', input.migrationDate, startedOn, today);
}

function dayIn(path: string, date: CivilDate, first: Day | undefined, last: Day): Day {
  const day = dayOf(date);
  const range = first === undefined ? `at most ${dateOf(last)}` : `a date from ${dateOf(first)} to ${dateOf(last)}`;
  if (day > last) throw refuseField(path, 'has not come yet', range);
  if (first === undefined || day >= first) return day;
  throw refuseField(path, 'lies before the start of the loan', range);
}

/** Reads the past that was added before. Errors: as of takeOver. */
export async function takeOverWithPast(ctx: Context, tx: Tx, held: HeldLoan, input: TakeOver): Promise<TakenOver> {
  const first = firstDayOf(held.row, ctx, input);
  const [periods, transactions, purchases] = await Promise.all([
    pastPeriodsOf(tx, held.row),
    pastTransactionsFrom(tx, held.row, dateOf(first)),
    held.product.hasDraws ? pastPurchasesFrom(tx, held.row, first) : [],
  ]);
  const { changed, told } = await takeOver(ctx, tx, held, input, { periods, transactions, purchases });
  return { ...told, schedule: await held.product.scheduleAhead(held, changed.after, changed.all) };
}

/** Without the schedule to come, which an import shows to nobody. */
interface Taken {
  readonly changed: Changed;
  readonly told: Omit<TakenOver, 'schedule'>;
}

/** Errors: LoanAlreadyActive, LoanStatusForbids, InvalidRequest, BalancesDiffer. */
export async function takeOver(ctx: Context, tx: Tx, held: HeldLoan, input: TakeOver, past: Past): Promise<Taken> {
  const { row } = held;
  mustBeReady(held, input);
  const first = firstDayOf(row, ctx, input);
  const { facts: beginning, terms } = await beginningOf(ctx, tx, held, input, past, first);
  const figures = await held.product.takeOverFigures(tx, held, dayOf(input.startDate));
  const startedAt = startOfDay(dayOf(input.startDate), row.zone);
  const promos = promosFrom(ctx, held, input, beginning, first);
  const changes = {
    ...(terms && { terms }),
    figures,
    promo_programs: promos.programs,
    // A book that is taken over is told of only where somebody asks for it.
    send_notice: input.sendNotice ?? false,
    timestamps: { startedAt, activatedAt: ctx.now, lastAmortizedAt: startedAt },
  };
  const replayed = past.transactions.map((transaction) => takeIntoBooks(tx, transaction));
  const transactions = replayed.map((row) => ({ row }));
  const facts = [
    ...beginning,
    ...servicedFrom(row, first),
    ...promos.facts,
    ...replayed.map((one) => factOf(one, one.id, dayOf(one.effective_on))),
    ...(await takePurchasesIntoBooks(tx, row, past.purchases ?? [], drawsOf(beginning))),
  ];
  const changed = await engineAccepts(() =>
    changeLoan({ ...ctx, actor: ctx.caller.actor }, tx, held, facts, { ...changes, transactions }),
  );
  tellBegun(ctx, changed.row, promos);
  tellCollection(ctx, changed.row);
  await beginAdvances({ ...ctx, actor: ctx.caller.actor }, tx, held, changed.row, first);
  return { changed, told: await shown(held, input, changed, past, first) };
}

/** The promo programs that begin with the books: those of the loan, and those of its draws. */
function promosFrom(ctx: Context, held: HeldLoan, { startDate }: TakeOver, [first]: readonly Fact[], booksFrom: Day) {
  const draws = first?.kind === 'migration' ? held.product.promos.draws(first) : [];
  const begun = [{ draw: null, on: dayOf(startDate) }, ...draws];
  return begun.reduce(
    (all, { draw, on }) => {
      const row = { ...held.row, promo_programs: all.programs };
      const more = begunBy(ctx, { ...held, row }, { draw, on, booksFrom });
      return { programs: more.programs, facts: [...all.facts, ...more.facts], begun: [...all.begun, ...more.begun] };
    },
    { programs: held.row.promo_programs, facts: [], begun: [] } as ReturnType<typeof begunBy>,
  );
}

function mustBeReady({ row, product }: HeldLoan, input: TakeOver): void {
  loanStates.mustAllow(row.status, 'takeOver', { id: row.id });
  mustHaveNoPayout(row);
  if (input.balances == null && !product.startsWithoutBalances) {
    throw refuseField('balances', 'is required: a line is taken over with its balances', 'what the old system says');
  }
  if (input.balances == null && input.migrationDate != null) {
    const message = 'goes with balances: without them the books begin on startDate';
    throw refuseField('migrationDate', message, 'nothing, or balances');
  }
}

interface Beginning {
  readonly facts: Fact[];
  readonly terms?: Terms | undefined;
}

/** The first fact of the books, and the credit that the old system owed the borrower. */
async function beginningOf(
  ctx: Context,
  tx: Tx,
  held: HeldLoan,
  { startDate, balances }: TakeOver,
  { periods, draws = [] }: Past,
  first: Day,
): Promise<Beginning> {
  const { row, product } = held;
  if (balances == null) return { facts: [{ kind: 'activation', id: row.id, on: first, time: 0 }] };
  ignoreForeign(ctx, product.schemas.balances.properties, balances, 'balances.');
  const own = ownFields(product.schemas.balances, balances, 'balances');
  const moment = { startedOn: dayOf(startDate), migratedOn: first };
  const migration = await product.migrationFact(tx, held, own, moment, { periods, draws });
  const terms = product.termsTakenOver(held, own, migration);
  const amount = balances.reimbursementAmount;
  if (!amount || product.migratesCredit) return { facts: [migration], terms };
  const credit = giveCredit(ctx, tx, row, amount, dateOf(first));
  return { facts: [migration, factOf(credit, credit.id, first)], terms };
}

/** The draws that become active. */
const drawsOf = ([first]: readonly Fact[]): ReadonlySet<string> => {
  const { draws = [] } = first as { readonly draws?: readonly { readonly draw: string }[] };
  return new Set(draws.map(({ draw }) => draw));
};

/** If the engine finds a contradiction, the balances that were sent contain it. */
async function engineAccepts<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof FactRefused || error instanceof TermsRefused)) throw error;
    const message = error.message.replace(/^(fact )?[^:]+: /, '');
    throw refuseFields(
      errors.InvalidRequest,
      [{ path: 'balances', message, expected: 'balances that fit each other' }],
      error,
    );
  }
}

async function shown(
  held: HeldLoan,
  input: TakeOver,
  changed: Changed,
  past: Past,
  first: Day,
): Promise<Taken['told']> {
  const { after, all } = changed;
  const asked = input.expectedBalances?.date;
  const on = asked == null ? (input.balances == null ? after.through : first) : dayOf(asked);
  if (on < first || on > after.through) {
    const expected = `a date from ${dateOf(first)} to ${dateOf(after.through)}`;
    const message = 'does not lie in the books';
    throw refuseField('expectedBalances.date', message, expected);
  }
  const then =
    on === after.through ? after : await inSlices(held.product.replaying(termsOf(changed.row), all, { through: on }));
  const balances = balancesOf(held, then);
  if (input.expectedBalances != null) mustBeExpected(input.expectedBalances, balances);
  return {
    startDate: input.startDate,
    migrationDate: input.balances == null ? null : dateOf(first),
    balances,
    transactionsReplayed: past.transactions.length,
    purchasesReplayed: past.purchases?.length ?? 0,
    ratesValidation: changed.row.figures.ratesValidation ?? null,
  };
}
