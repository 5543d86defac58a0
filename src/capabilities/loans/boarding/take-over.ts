// Taking a running loan over, in place of its activation. With balances the books begin on the migration date with what
// the old system says; without them they begin when the loan did, and everything since is computed again. Past
// transactions before the first day of the books stay a record, those since then are part of them.
import { type Fact, FactRefused } from '@tenor/engine/facts.ts';
import { replay } from '@tenor/engine/replay.ts';
import { expectedPayments } from '@tenor/engine/schedule-of.ts';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { type Day, dateOf, dayOf } from '@tenor/engine/values/day.ts';
import { instantOfLocal } from '@tenor/engine/values/zone.ts';
import { loanTypeVersion } from '#capabilities/products/index.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { errors, Refusal, refuseFields } from '#platform/errors.ts';
import { loanErrors, mustBeOneOf } from '../errors.ts';
import { activationLimits, disclose } from '../origination.ts';
import { presentSchedule } from '../schedule-item.ts';
import type { LoanFigures, LoanPastPeriodRow, LoanRow, TransactionRow } from '../tables.ts';
import { asLoanContext, type Changed, changeLoan } from '../timeline/change-loan.ts';
import { type HeldLoan, termsOf } from '../timeline/held-loan.ts';
import { todayOf } from '../timeline/today.ts';
import { balancesOf, mustBeExpected } from './expected-balances.ts';
import { migrationFact } from './migration-fact.ts';
import { creditRow, factOf, insertPastTransaction } from './past-transactions.ts';
import type { TakenOver, TakeOver } from './schemas.ts';

/** What the loan has been given of its past. */
export interface Past {
  readonly periods: readonly LoanPastPeriodRow[];
  /** On or after the first day of the books. */
  readonly transactions: readonly TransactionRow[];
}

type Context = Pick<CommandContext, 'now' | 'emit' | 'caller' | 'position' | 'realm'>;

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
  if (day > last) throw refuseFields(errors.InvalidRequest, [{ path, message: 'has not come yet', expected: range }]);
  if (first === undefined || day >= first) return day;
  throw refuseFields(errors.InvalidRequest, [{ path, message: 'lies before the start of the loan', expected: range }]);
}

/** Errors: LoanAlreadyActive, LoanStatusForbids, InvalidRequest, BalancesDiffer. */
export async function takeOver(
  ctx: Context,
  tx: Tx,
  held: HeldLoan,
  input: TakeOver,
  past: Past,
): Promise<{ readonly taken: TakenOver; readonly row: LoanRow }> {
  mustBeReady(held.row, input);
  const { row, index } = held;
  const startedOn = dayOf(input.startDate);
  const first = firstDayOf(row, ctx, input);
  const beginning = beginningOf(ctx, tx, held, input, past, { startedOn, first });
  const { settings } = await loanTypeVersion(tx, row.loan_type_id, row.loan_type_version);
  const found = disclose(termsOf(row), index, settings, startedOn);
  const figures: LoanFigures = {
    ...row.figures,
    ...(found.aprNominal === null ? {} : { aprNominalAtActivation: found.aprNominal }),
    ...(found.aprEffective === null ? {} : { aprEffectiveAtActivation: found.aprEffective }),
    ratesValidation: { ...row.figures.ratesValidation, ...activationLimits(found) },
  };
  const started = instantOfLocal({ date: input.startDate, time: '00:00:00', zone: row.zone });
  const facts = [...beginning, ...past.transactions.map(factOf)];
  const changed = await changed_(ctx, tx, held, facts, {
    figures,
    timestamps: { startedAt: started, activatedAt: ctx.now, lastAmortizedAt: started },
  });
  return { taken: shown(held, input, changed, past, first), row: changed.row };
}

const changed_ = async (...args: Parameters<typeof changeLoan>): Promise<Changed> => changeLoan(...args);

function mustBeReady({ id, status, timestamps }: LoanRow, input: TakeOver): void {
  if (timestamps.activatedAt !== undefined) {
    throw new Refusal(loanErrors.LoanAlreadyActive, `${id} has been activated already; it is ${status}.`);
  }
  mustBeOneOf(status, ['originated'], 'taken over');
  if (input.balances == null && input.migrationDate != null) {
    const message = 'goes with balances: without them the books begin on startDate';
    throw refuseFields(errors.InvalidRequest, [{ path: 'migrationDate', message, expected: 'nothing, or balances' }]);
  }
}
