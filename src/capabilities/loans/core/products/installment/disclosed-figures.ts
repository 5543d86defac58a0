// What is disclosed of an installment loan before it begins (Regulation Z, 1026.18), from its terms and the schedule of the
// day on which it begins.
import { amountFinanced, financeCharge } from '@tenor/engine/disclosures/apr.ts';
import { creditOf } from '@tenor/engine/disclosures/credit-of.ts';
import type { ScheduleRow } from '@tenor/engine/installment/schedule-of.ts';
import { type Cents, sumCents } from '@tenor/engine/values/cents.ts';
import { type Day, dateOf } from '@tenor/engine/values/day.ts';
import type { Rate } from '@tenor/engine/values/rate.ts';
import type { DisclosedFigures } from '../../loan/plan-schemas.ts';
import type { HeldLoan } from '../../loan/product.ts';
import { scheduleAndRates } from './origination.ts';
import { termsOf } from './terms-of-loan.ts';

/** Errors: InvalidRequest: no schedule can be made of its terms. */
export function disclosedFigures({ row, index }: HeldLoan, day: Day): DisclosedFigures {
  const terms = termsOf(row);
  const { schedule, rates } = scheduleAndRates(terms, index, day);
  const credit = creditOf(terms, schedule, day);
  return {
    object: 'loanDisclosure',
    loanId: row.id,
    date: dateOf(day),
    aprNominal: (rates?.nominal ?? null) as Rate | null,
    financeChargeAmount: financeCharge(credit),
    amountFinanced: amountFinanced(credit),
    totalOfPaymentsAmount: sumCents(schedule.map(({ amount }) => amount as Cents)),
    payments: equalPayments(schedule),
  };
}

/** Payments of the same amount that follow each other. */
function equalPayments(schedule: readonly ScheduleRow[]): DisclosedFigures['payments'] {
  const found: DisclosedFigures['payments'] = [];
  for (const { on, amount } of schedule) {
    const last = found.at(-1);
    if (last?.amount === amount) last.count += 1;
    else found.push({ count: 1, amount: amount as Cents, firstDate: dateOf(on) });
  }
  return found;
}
