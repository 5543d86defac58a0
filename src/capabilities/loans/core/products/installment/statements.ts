// The statements of installment loans: on their due dates, or so many days before them.

import type { Position } from '@tenor/engine/installment/state.ts';
import type { Terms } from '@tenor/engine/installment/terms.ts';
import { daysBeforeDue, lastOfLoan, nextOfLoan } from '@tenor/engine/statement/loan-days.ts';
import { loanStatements } from '@tenor/engine/statement/rules.ts';
import type { LoanProduct } from '../../loan/product.ts';

export const statements: LoanProduct<Terms, Position>['statements'] = {
  rules: loanStatements,
  lastOn: (terms, position, through) => lastOfLoan(position, daysBeforeDue(terms), through)?.on ?? null,
  nextAlone(terms, position, through) {
    const days = daysBeforeDue(terms);
    return days === 0 ? null : (nextOfLoan(position, days, through)?.on ?? null);
  },
};
