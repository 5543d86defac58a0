// Turns balances from another system into the fact that migrates a loan in the engine. Values that were left out follow
// from the agreement, as if the loan had been activated here on the day on which it really began.
import type { FactOf, MigratedObligation } from '@tenor/engine/account/facts.ts';
import { replay } from '@tenor/engine/installment/replay.ts';
import { scheduleOf } from '@tenor/engine/installment/schedule-of.ts';
import type { State } from '@tenor/engine/installment/state.ts';
import type { Terms } from '@tenor/engine/installment/terms.ts';
import { type Cents, zeroCents } from '@tenor/engine/values/cents.ts';
import { addDays } from '@tenor/engine/values/civil-date.ts';
import { type Day, dateOf, dayOf } from '@tenor/engine/values/day.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { refuseField } from '#platform/errors.ts';
import { exactCents } from '../../loan/exact-cents.ts';
import type { BroughtAlong, HeldLoan, Moment, PastPeriods } from '../../loan/product.ts';
import { indexFacts } from '../../timeline/index-facts.ts';
import { withCharge } from './precomputed.ts';
import type { TakenOverBalances } from './schemas.ts';
import { termsOf } from './terms-of-loan.ts';

const wrong = (path: string, message: string, expected: string) => refuseField(`balances.${path}`, message, expected);

/** The charge of a loan is earned from here on: what of it was not earned before. Errors: InvalidRequest. */
export function termsTakenOver(
  { row, index }: HeldLoan,
  { unearnedChargeAmount = null }: TakenOverBalances,
  { ordinal, originatedOn }: FactOf<'migration'>,
): Terms | undefined {
  const terms = termsOf(row);
  if (terms.interest.precomputed == null) {
    if (unearnedChargeAmount === null) return undefined;
    throw wrong('unearnedChargeAmount', 'is for loans with precomputed interest', 'nothing');
  }
  if (unearnedChargeAmount !== null) return withCharge(terms, unearnedChargeAmount);
  const { charge } = begunOn(terms, originatedOn, indexFacts(index)).position;
  const left = charge?.periods.slice(ordinal - 1) ?? [];
  return withCharge(terms, left.reduce((sum, period) => sum + period.cents, 0) as Cents);
}

function begunOn(terms: Terms, day: Day, index: readonly FactOf<'index'>[]): State {
  const known = index.filter(({ on }) => on <= day);
  return replay(terms, [...known, { kind: 'activation', id: 'activation', on: day }], { through: day });
}

/** Errors: InvalidRequest, with the field. */
export async function migrationFact(
  _: Reader,
  held: HeldLoan,
  balances: TakenOverBalances,
  { startedOn, migratedOn }: Moment,
  { periods: past }: BroughtAlong,
): Promise<FactOf<'migration'>> {
  mustNotBeNegative(balances);
  const terms = termsOf(held.row);
  const index = indexFacts(held.index).filter(({ on }) => on <= startedOn);
  const planned = scheduleOf(terms, startedOn, index).map(({ on }) => on);
  const dueDates = dueDatesOf(balances, planned, migratedOn);
  const come = past.length > 0 ? past.map((period) => dayOf(period.due_date)) : planned;
  const ordinal = balances.nextPeriodNumber ?? nextOrdinal(come, past, dueDates, migratedOn);
  const obligations = obligationsOf(balances, come, ordinal, migratedOn);
  const principal = balances.principalAmount - sumOf(obligations, 'principal');
  if (principal < 0) {
    throw wrong(
      'principalAmount',
      'is less than what is owed of the due dates',
      'all the principal: not due, due, overdue',
    );
  }
  if (principal > 0 && dueDates.length === 0) {
    const message = 'is not all due, and no due date is left for the rest';
    throw wrong('principalAmount', message, 'dueDates to come, or all of it in obligations');
  }
  mustHaveNoCreditBesideDebt(balances, obligations);
  const begun = (): Cents => begunOn(terms, startedOn, index).position.payment as Cents;
  return {
    kind: 'migration',
    id: held.row.id,
    on: migratedOn,
    time: 0,
    principal: principal as Cents,
    accruedInterest: exactCents('balances', balances),
    obligations,
    payment: balances.periodicPaymentAmount ?? terms.payments.amount ?? begun(),
    dueDates,
    ordinal,
    periodStart: periodStartOf(balances, past, come, { startedOn, migratedOn }),
    originatedOn: startedOn,
    paid: {
      principal: balances.paidPrincipalAmount ?? zeroCents,
      interest: balances.paidInterestAmount ?? zeroCents,
      fees: balances.paidFeesAmount ?? zeroCents,
    },
  };
}

const amounts = [
  'principalAmount',
  'accruedInterestAmount',
  'unearnedChargeAmount',
  'reimbursementAmount',
  'paidPrincipalAmount',
  'paidInterestAmount',
  'paidFeesAmount',
  'periodicPaymentAmount',
] as const;
const parts = ['principalAmount', 'interestAmount', 'lateFeeAmount'] as const;

function mustNotBeNegative(balances: TakenOverBalances): void {
  if (balances.principalAmount < 0) {
    throw wrong('principalAmount', 'must not be negative', 'what is owed; what we owe goes into reimbursementAmount');
  }
  const negative = amounts.find((name) => (balances[name] ?? 0) < 0);
  if (negative !== undefined) throw wrong(negative, 'must not be negative', 'an amount from 0.00 on');
  for (const [i, obligation] of (balances.obligations ?? []).entries()) {
    const part = parts.find((name) => (obligation[name] ?? 0) < 0);
    if (part !== undefined) {
      throw wrong(`obligations[${i}].${part}`, 'must not be negative', 'an amount from 0.00 on');
    }
  }
}

function dueDatesOf({ dueDates }: TakenOverBalances, planned: readonly Day[], migratedOn: Day): Day[] {
  if (dueDates == null) return planned.filter((day) => day > migratedOn);
  const days = dueDates.map((date) => dayOf(date));
  for (const [i, day] of days.entries()) {
    const after = days[i - 1] ?? migratedOn;
    if (day <= after) {
      const message = i === 0 ? 'is not after the migration date' : 'is not after the one before it';
      throw wrong(`dueDates[${i}]`, message, `a date after ${dateOf(after)}`);
    }
  }
  return days;
}

function nextOrdinal(come: readonly Day[], past: PastPeriods, dueDates: readonly Day[], migratedOn: Day): number {
  if (past.length > 0) return past.length + 1;
  const [first = migratedOn] = dueDates;
  return come.filter((day) => day < first && day <= migratedOn).length + 1;
}

function obligationsOf(
  { obligations }: TakenOverBalances,
  come: readonly Day[],
  next: number,
  migratedOn: Day,
): MigratedObligation[] {
  const given = obligations ?? [];
  const days = given.map(({ dueDate }) => dayOf(dueDate));
  for (const [i, day] of days.entries()) {
    const before = days[i - 1];
    if (before !== undefined && day <= before) {
      throw wrong(`obligations[${i}].dueDate`, 'is not after the one before it', `a date after ${dateOf(before)}`);
    }
    if (day > migratedOn) {
      const message = 'is still to come: what is due on it is not due yet';
      throw wrong(`obligations[${i}].dueDate`, message, `at most ${dateOf(migratedOn)}, or in dueDates`);
    }
  }
  const ordinals = ordinalsOf(days, come, next);
  return given.map((obligation, i) => {
    const lateFees = obligation.lateFeeAmount ?? zeroCents;
    return {
      ordinal: ordinals[i] as number,
      dueDate: days[i] as Day,
      interest: obligation.interestAmount ?? zeroCents,
      principal: obligation.principalAmount ?? zeroCents,
      lateFees,
      lateFeeTested: obligation.isLateFeeTested ?? lateFees > 0,
    };
  });
}

/** By their due dates; if one of these is not known, they are the last ones before the next ordinal. */
function ordinalsOf(days: readonly Day[], come: readonly Day[], next: number): number[] {
  const known = days.map((day) => come.indexOf(day) + 1);
  if (known.every((ordinal) => ordinal > 0 && ordinal < next)) return known;
  if (days.length >= next) {
    const message = `has ${days.length} due dates, and only ${next - 1} have come`;
    throw wrong('obligations', message, 'a higher nextPeriodNumber, or fewer of them');
  }
  return days.map((_, i) => next - days.length + i);
}

const sumOf = (obligations: readonly MigratedObligation[], part: 'principal'): number =>
  obligations.reduce((sum, obligation) => sum + obligation[part], 0);

/** Credit is used as soon as something is due, so a loan never has both. */
function mustHaveNoCreditBesideDebt(balances: TakenOverBalances, obligations: readonly MigratedObligation[]): void {
  if (!balances.reimbursementAmount) return;
  if (obligations.every(({ interest, principal, lateFees }) => interest + principal + lateFees === 0)) return;
  const message = 'stands beside something that is due, which it would have paid';
  throw wrong('reimbursementAmount', message, 'what is left of it once the obligations are paid from it');
}

function periodStartOf(balances: TakenOverBalances, past: PastPeriods, come: readonly Day[], moment: Moment): Day {
  const { startedOn, migratedOn } = moment;
  const last = past.at(-1);
  const given = balances.periodStartDate;
  if (given == null) {
    if (last !== undefined) return dayOf(addDays(last.end_date, 1));
    return come.findLast((day) => day <= migratedOn) ?? startedOn;
  }
  const day = dayOf(given);
  if (day >= startedOn && day <= migratedOn) return day;
  throw wrong(
    'periodStartDate',
    'does not lie in the life of the loan',
    `${dateOf(startedOn)} to ${dateOf(migratedOn)}`,
  );
}
