// The minimum payment warning of a bill: how long its balance takes at minimum payments (Regulation Z, 1026.7(b)(12)).
import type { Bill as EngineBill, LineState } from '@tenor/engine/line/records.ts';
import type { Draw } from '@tenor/engine/line/state.ts';
import type { LineTerms } from '@tenor/engine/line/terms.ts';
import { type MinimumWarning, minimumWarning, payment36Of, type RatedBalance } from '@tenor/engine/line/warning.ts';
import type { Cents } from '@tenor/engine/values/cents.ts';
import type { Rate } from '@tenor/engine/values/rate.ts';
import { rateText } from '../loan/rate-text.ts';
import type { Bill } from './schemas.ts';

/** `state`: on the day of the statement. */
export function warningOf(terms: LineTerms, state: LineState, bill: EngineBill): Bill['minimumPaymentWarning'] {
  const { regulation, minimum } = terms;
  const isPaidByMinimum = bill.minimumShown >= bill.newBalance;
  if (regulation !== 'card' || state.position.standing !== 'active' || isPaidByMinimum) return null;
  if (bill.periodsPaidInFull >= 2) return null;
  const owing = bill.draws.filter(({ fullBalance }) => fullBalance > 0);
  const draws = owing.map(({ draw }) => state.position.draws.find(({ id }) => id === draw) as Draw);
  const balances = owing.map(({ fullBalance }, i) => ratedBalance(state, draws[i] as Draw, fullBalance));
  if (balances.length === 0) return null;
  const least = leastOf(draws);
  const found = minimumWarning(balances, {
    percent: least.percentOfPrincipal,
    addsInterest: true,
    floor: Math.max(minimum.floor, least.amount) as Cents,
  });
  return found === null ? neverPaidOff(balances) : shown(found);
}

/** Where draws have several minimums, the lowest is the one that takes longest. */
const leastOf = (draws: readonly Draw[]) =>
  draws
    .map(({ terms }) => terms.minimum)
    .reduce((least, one) => (Number(one.percentOfPrincipal) < Number(least.percentOfPrincipal) ? one : least));

function ratedBalance({ position: p, through }: LineState, d: Draw, balance: number): RatedBalance {
  const at = d.rateSteps.findLastIndex(({ from }) => from <= through);
  const [now, next] = [d.rateSteps[Math.max(0, at)], d.rateSteps[at + 1]];
  // Nothing accrues on a static draw.
  const rateOf = (rate: number): Rate => rateText(d.terms.purpose === 'static' ? 0 : rate, p.scale);
  return {
    balance: balance as Cents,
    rate: rateOf(now?.rate ?? 0),
    later:
      next === undefined
        ? null
        : { afterMonths: Math.max(1, Math.round(((next.from - through) * 12) / 365)), rate: rateOf(next.rate) },
  };
}

function neverPaidOff(balances: readonly RatedBalance[]): Bill['minimumPaymentWarning'] {
  const payment = payment36Of(balances);
  return {
    isPaidOff: false,
    ...{ months: null, count: null, unit: null, totalAmount: null },
    paymentFor36MonthsAmount: payment as Cents,
    totalFor36MonthsAmount: (36 * payment) as Cents,
    savingsAmount: null,
  };
}

function shown({ months, shown: printed, total, isShown36, ...found }: MinimumWarning): Bill['minimumPaymentWarning'] {
  const in36 = (amount: number): Cents | null => (isShown36 ? (amount as Cents) : null);
  return {
    isPaidOff: true,
    months,
    ...printed,
    totalAmount: total as Cents,
    paymentFor36MonthsAmount: in36(found.payment36),
    totalFor36MonthsAmount: in36(found.total36),
    savingsAmount: in36(found.savings),
  };
}
