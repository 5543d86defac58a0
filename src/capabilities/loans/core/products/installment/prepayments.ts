// What of an installment loan was paid before it was due, and how far it goes beyond the next payments.
import type { Position } from '@tenor/engine/installment/state.ts';
import type { Prepayments } from '../../loan/prepaid.ts';

export const prepayments: Prepayments<Position> = {
  prepaid({ totals, paidAhead, payment, dueDates, next }, by) {
    const { cameDue, paidBeforeDue, paidBeyond } = totals;
    const soon = dueDates.slice(next).filter((day) => day <= by).length;
    const excess = Math.max(0, paidAhead - soon * payment);
    return { cameDue, paidBeforeDue, paidBeyond, paidAhead, excess, endsByThen: (dueDates.at(-1) ?? by) <= by };
  },
};
