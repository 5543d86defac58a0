// The payments that came due, as rows of a schedule. The loan's records have all that a row shows.
import { principalAccount } from '@tenor/engine/account/ledger.ts';
import type { Obligation, Segment, Step } from '@tenor/engine/account/records.ts';
import type { ScheduleRow } from '@tenor/engine/installment/schedule-of.ts';
import type { State } from '@tenor/engine/installment/state.ts';
import type { Terms } from '@tenor/engine/installment/terms.ts';
import { rounded } from '@tenor/engine/interest/exact.ts';
import type { Cents } from '@tenor/engine/values/cents.ts';
import { type Fraction, fraction, plus, unroundedText, wholeCents } from '../../loan/exact-amounts.ts';
import { everyOwnObligation } from './every-own-obligation.ts';

export function pastRows(terms: Terms, state: State): ScheduleRow[] {
  const { records, position } = state;
  const turns = new Map(records.steps.filter(({ kind }) => kind === 'due').map((step) => [step.cause, step]));
  const segments = position.segment === null ? records.segments : [...records.segments, position.segment];
  const balances = balancesOf(state);
  const instalments = everyOwnObligation(state)
    .filter(({ kind }) => kind === 'instalment')
    .sort((a, b) => a.ordinal - b.ordinal);
  return instalments.map((one, i): ScheduleRow => {
    const from = instalments[i - 1]?.dueDate ?? position.firstPeriodStart;
    const days = segments.filter((segment) => segment.from >= from && segment.from < one.dueDate);
    const turn = turns.get(`due:${one.ordinal}`);
    const exact = exactInterest(terms, one, turn);
    const { discount, saved } = beforeDiscount(terms, days);
    return {
      ordinal: one.ordinal,
      on: one.dueDate,
      amount: (one.interest + one.principal + one.feesDue) as Cents,
      interest: one.interest,
      principal: one.principal,
      fees: one.feesDue as Cents,
      balance: (balances.get(`due:${one.ordinal}`) ?? balanceOfTakenOver(state, one)) as Cents,
      interestExact: exact,
      unroundedInterest: unroundedText(exact),
      interestBeforeDiscount: (one.interest + saved) as Cents,
      unroundedBeforeDiscount: unroundedText(turn === undefined ? exact : plus(exact, discount)),
    };
  });
}

/** Only the amounts are known for a payment that came due before the migration of the loan. */
function exactInterest(terms: Terms, { interest }: Obligation, turn: Step | undefined): Fraction {
  const cutFrom = turn?.cutFrom ?? null;
  return turn === undefined || cutFrom === null ? wholeCents(interest) : fraction(terms, turn.after.scale, cutFrom);
}

/** What promotional rates save in these days: exactly, and in cents, as the difference of two sums that are rounded. */
function beforeDiscount(
  terms: Terms,
  days: readonly Segment[],
): { readonly discount: Fraction; readonly saved: number } {
  const { rounding } = terms.interest;
  let earned = wholeCents(0);
  let saving = earned;
  for (const { scale, interest, principal, rate, rateBeforeDiscount, weight } of days) {
    const one = fraction(terms, scale, interest);
    const units = BigInt(principal) * BigInt(rateBeforeDiscount - rate) * BigInt(weight);
    const over = BigInt(one.denominator);
    const discount = { whole: Number(units / over), part: Number(units % over), denominator: one.denominator };
    earned = plus(earned, one);
    saving = plus(saving, discount);
  }
  const full = plus(earned, saving);
  const saved = rounded(full, full.denominator, rounding) - rounded(earned, earned.denominator, rounding);
  return { discount: saving, saved };
}

/** Principal not due after each cause: what is still owed once everything due up to it is paid. */
function balancesOf({ records }: State): Map<string, number> {
  const balances = new Map<string, number>();
  let notDue = 0;
  for (const { cause, account, amount } of records.postings) {
    if (account === principalAccount.notDue) notDue += amount;
    balances.set(cause, notDue);
  }
  return balances;
}

function balanceOfTakenOver(state: State, { ordinal }: Obligation): number {
  const later = everyOwnObligation(state).filter(
    (one) => one.kind === 'instalment' && one.ordinal > ordinal && one.ordinal < state.position.firstOrdinal,
  );
  const takenOver = state.records.postings.find(({ cause }) => cause.startsWith('migration:'))?.cause ?? '';
  return (balancesOf(state).get(takenOver) ?? 0) + later.reduce((sum, { principal }) => sum + principal, 0);
}
