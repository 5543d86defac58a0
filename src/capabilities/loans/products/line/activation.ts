// What the activation of a line fixes and answers: nothing is owed yet, so its schedule is one row of zeros.

import { openCycle } from '@tenor/engine/line/cycle.ts';
import { beforeActivation } from '@tenor/engine/line/line.ts';
import { formatCents, zeroCents } from '@tenor/engine/values/cents.ts';
import { type Day, dateOf } from '@tenor/engine/values/day.ts';
import { periodId } from '../../loan/derived-id.ts';
import type { ScheduleItem } from '../../loan/plan-schemas.ts';
import type { HeldLoan } from '../../loan/product.ts';
import type { LoanFigures } from '../../loan/tables.ts';
import { lineTermsOf } from './own-books.ts';
import { spending } from './spending.ts';

export async function activation(_: unknown, { row }: HeldLoan, __: object, today: Day) {
  const terms = lineTermsOf(row);
  const position = beforeActivation(terms);
  openCycle(position, terms, today);
  const figures: LoanFigures = row.figures;
  return {
    figures,
    facts:
      row.new_draws_allowed === false ? [spending(row, today, { newDrawsAllowed: false, drawsFrozen: false }, 1)] : [],
    answer: {
      schedule: [rowOfZeros(row.id, position.ordinal, position.dueOn)],
      ratesValidation: figures.ratesValidation ?? null,
      amountsValidation: {},
    },
  };
}

export function rowOfZeros(loanId: string, ordinal: number, dueOn: Day): ScheduleItem {
  const zero = formatCents(zeroCents);
  return {
    date: dateOf(dueOn),
    periodId: periodId(loanId, ordinal),
    paymentType: 'periodicPayment',
    status: 'booked',
    amount: zeroCents,
    originalAmount: zeroCents,
    principalAmount: zeroCents,
    interestAmount: zeroCents,
    interestBeforeDiscountAmount: zeroCents,
    feesAmount: zeroCents,
    principalBalanceAmount: zeroCents,
    unroundedPrincipalAmount: zero,
    unroundedInterestAmount: zero,
    unroundedInterestBeforeDiscountAmount: zero,
    isDeferred: false,
    dynamicFeeDetails: {
      apiName: null,
      displayName: null,
      dynamicFeeTypeId: null,
      loanFeeId: null,
      transactionId: null,
    },
  };
}
