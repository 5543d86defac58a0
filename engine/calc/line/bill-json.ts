// A statement for programs.

import { effectiveRate } from '../../interest/effective-rate.ts';
import { cycleRateText } from '../../line/cycle-rate.ts';
import type { Bill, CycleRate } from '../../line/records.ts';
import type { LineTerms } from '../../line/terms.ts';
import type { MinimumWarning } from '../../line/warning.ts';
import { dateOf } from '../../values/day.ts';
import { formatScaled } from '../../values/decimal.ts';
import { plain } from '../amount-text.ts';
import { amountsJson } from '../replay-json.ts';
import type { Json } from '../report.ts';

export function warningJson(warning: MinimumWarning | null): Json {
  if (warning === null) return null;
  const { atMinimum, in36 } = warning;
  return {
    // Null: minimum payments never pay it off.
    atMinimum: atMinimum && { months: atMinimum.months, shown: atMinimum.shown, total: plain(atMinimum.total) },
    in36: in36 && {
      payment: plain(in36.payment),
      total: plain(in36.total),
      savings: in36.savings === null ? null : plain(in36.savings),
    },
  };
}

const chargesOfCycle = ({ charges, max, fees, interest, givenBack }: CycleRate) => ({
  charges,
  max,
  waivedFees: fees,
  waivedInterest: interest,
  givenBack,
});

export function billJson({ interest: of }: LineTerms, bill: Bill): { readonly [key: string]: Json } {
  const { ordinal, previousBalance, payments, credits, purchases, cashAdvances, balanceTransfers } = bill;
  const { interest, reimbursements, newBalance, minimum, minimumShown, overdue, lateFee, limit, available } = bill;
  const sums = { previousBalance, payments, credits, purchases, cashAdvances, balanceTransfers, interest };
  const asked = { reimbursements, newBalance, minimum, minimumShown, overdue, lateFee, limit, available };
  const { year, ...ofYear } = bill.yearToDate;
  return {
    ordinal,
    periodStart: dateOf(bill.periodStart),
    statementOn: dateOf(bill.statementOn),
    dueOn: dateOf(bill.dueOn),
    ...(amountsJson({ ...sums, ...asked }) as object),
    fees: amountsJson(bill.fees),
    rates: bill.rates.map(({ draw, from, to, rate, scale, isVariable, averageBalance, interest }) => ({
      draw,
      from: dateOf(from),
      to: dateOf(to),
      rate: formatScaled({ isNegative: false, digits: String(rate) }, String(scale).length - 1),
      isVariable,
      // What the rate comes to in a year where interest is compounded every day; else null.
      effective: of.accrual === 'compoundDaily' ? effectiveRate(rate, scale, of.dayCount) : null,
      averageBalance: plain(averageBalance),
      interest: plain(interest),
    })),
    draws: bill.draws.map(({ draw, purpose, limit, hasGrace, deferred, ...of }) => ({
      draw,
      purpose,
      limit: limit === null ? null : plain(limit),
      principal: plain(of.principal),
      interest: plain(of.interest),
      fullBalance: plain(of.fullBalance),
      hasGrace,
      checkToKeepGrace: of.checkToKeepGrace === null ? null : dateOf(of.checkToKeepGrace),
      checkToRestoreGrace: of.checkToRestoreGrace === null ? null : dateOf(of.checkToRestoreGrace),
      // Whole cents: what is deferred is rounded only if it is ever charged.
      deferred: deferred && { interest: plain(deferred.interest.whole), endsOn: dateOf(deferred.endsOn) },
    })),
    // Null: nothing bounds what a cycle costs.
    cycle: bill.cycle && {
      ...(amountsJson(chargesOfCycle(bill.cycle)) as object),
      rate: cycleRateText(bill.cycle),
    },
    periodsPaidInFull: bill.periodsPaidInFull,
    yearToDate: { year, ...(amountsJson(ofYear) as object) },
  };
}
