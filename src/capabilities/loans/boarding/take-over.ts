// Taking a running loan over, in place of its activation. With balances the books begin on the migration date with what
// the old system says; without them they begin when the loan did, and everything since is computed again. Past
// transactions before the first day of the books stay a record, those since then are part of them.

import { type Fact, FactRefused } from '@tenor/engine/account/facts.ts';
import { replay } from '@tenor/engine/installment/replay.ts';
import { expectedPayments } from '@tenor/engine/installment/schedule-of.ts';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { type Day, dateOf, dayOf } from '@tenor/engine/values/day.ts';
import { instantOfLocal } from '@tenor/engine/values/zone.ts';
import { loanTypeVersion } from '#capabilities/products/index.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { errors, refuseField, refuseFields } from '#platform/errors.ts';
import { type Changed, changeLoan } from '../books/change-loan.ts';
import { loanStates } from '../loan/states.ts';
import type { LoanFigures, LoanRow, TransactionRow } from '../loan/tables.ts';
import { todayOf } from '../loan/today.ts';
import { migrationFact } from '../products/installment/migration-fact.ts';
import { activationLimits, disclose } from '../products/installment/origination.ts';
import type { PastPeriodColumns } from '../products/installment/past-periods.ts';
import { presentSchedule } from '../products/installment/schedule-item.ts';
import { type HeldLoan, termsOf } from '../timeline/held-loan.ts';
import { factOf } from '../transactions/money-fact.ts';
import { balancesOf, mustBeExpected } from './expected-balances.ts';
import { giveCredit } from './past-transactions.ts';
import type { TakenOver, TakeOver } from './schemas.ts';

/** What the loan has been given of its past. */
export interface Past {
  readonly periods: readonly PastPeriodColumns[];
  /** On or after the first day of the books. */
  readonly transactions: readonly TransactionRow[];
}

type Context = Pick<CommandContext, 'now' | 'emit' | 'caller' | 'position' | 'realm' | 'machineMicros'>;

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

/** Errors: LoanAlreadyActive, LoanStatusForbids, InvalidRequest, BalancesDiffer. */
export async function takeOver(
  ctx: Context,
  tx: Tx,
  held: HeldLoan,
  input: TakeOver,
  past: Past,
): Promise<{ readonly taken: TakenOver; readonly row: LoanRow }> {
  const { row } = held;
  mustBeReady(row, input);
  const first = firstDayOf(row, ctx, input);
  const beginning = beginningOf(ctx, tx, held, input, past, first);
  const figures = await figuresOf(tx, held, dayOf(input.startDate));
  const startedAt = instantOfLocal({ date: input.startDate, time: '00:00:00', zone: row.zone });
  const changes = { figures, timestamps: { startedAt, activatedAt: ctx.now, lastAmortizedAt: startedAt } };
  const facts = [...beginning, ...past.transactions.map((one) => factOf(one, one.id, dayOf(one.effective_on)))];
  const changed = await engineAccepts(() => changeLoan({ ...ctx, actor: ctx.caller.actor }, tx, held, facts, changes));
  return { taken: shown(held, input, changed, past, first), row: changed.row };
}

function mustBeReady(row: LoanRow, input: TakeOver): void {
  loanStates.mustAllow(row.status, 'takeOver', { id: row.id });
  if (input.balances == null && input.migrationDate != null) {
    const message = 'goes with balances: without them the books begin on startDate';
    throw refuseField('migrationDate', message, 'nothing, or balances');
  }
}

/** The first fact of the books, and what the old system owed the borrower. */
function beginningOf(
  ctx: Context,
  tx: Tx,
  held: HeldLoan,
  { startDate, balances }: TakeOver,
  { periods }: Past,
  first: Day,
): Fact[] {
  const { row } = held;
  if (balances == null) return [{ kind: 'activation', id: row.id, on: first, time: 0 }];
  const migration = migrationFact(held, balances, { startedOn: dayOf(startDate), migratedOn: first }, periods);
  const amount = balances.reimbursementAmount;
  if (!amount) return [migration];
  const credit = giveCredit(ctx, tx, row, amount, dateOf(first));
  return [migration, factOf(credit, credit.id, first)];
}

async function figuresOf(tx: Tx, { row, index }: HeldLoan, startedOn: Day): Promise<LoanFigures> {
  const { settings } = await loanTypeVersion(tx, row.loan_type_id, row.loan_type_version);
  const found = disclose(termsOf(row), index, settings, startedOn);
  return {
    ...row.figures,
    ...(found.aprNominal === null ? {} : { aprNominalAtActivation: found.aprNominal }),
    ...(found.aprEffective === null ? {} : { aprEffectiveAtActivation: found.aprEffective }),
    ratesValidation: { ...row.figures.ratesValidation, ...activationLimits(found) },
  };
}

/** What the engine finds to contradict itself was sent so. */
async function engineAccepts<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof FactRefused)) throw error;
    const message = error.message.replace(/^fact [^:]+: /, '');
    throw refuseFields(
      errors.InvalidRequest,
      [{ path: 'balances', message, expected: 'balances that fit each other' }],
      error,
    );
  }
}

function shown(held: HeldLoan, input: TakeOver, changed: Changed, past: Past, first: Day): TakenOver {
  const terms = termsOf(held.row);
  const { after, all } = changed;
  const asked = input.expectedBalances?.date;
  const on = asked == null ? (input.balances == null ? after.through : first) : dayOf(asked);
  if (on < first || on > after.through) {
    const expected = `a date from ${dateOf(first)} to ${dateOf(after.through)}`;
    const message = 'does not lie in the books';
    throw refuseField('expectedBalances.date', message, expected);
  }
  const then = on === after.through ? after : replay(terms, all, { through: on });
  const balances = balancesOf(terms, then);
  if (input.expectedBalances != null) mustBeExpected(input.expectedBalances, balances);
  return {
    startDate: input.startDate,
    migrationDate: input.balances == null ? null : dateOf(first),
    balances,
    transactionsReplayed: past.transactions.length,
    get schedule() {
      return presentSchedule(held.row.id, expectedPayments(terms, after, all));
    },
    ratesValidation: changed.row.figures.ratesValidation ?? null,
  };
}
