// What the activation of a line fixes and answers: nothing is owed yet, so its schedule is one row of zeros.

import { openCycle } from '@tenor/engine/line/cycle.ts';
import { beforeActivation } from '@tenor/engine/line/line.ts';
import { zeroCents } from '@tenor/engine/values/cents.ts';
import type { Day } from '@tenor/engine/values/day.ts';
import type { ScheduleItem } from '../../loan/plan-schemas.ts';
import type { HeldLoan } from '../../loan/product.ts';
import { scheduleItem } from '../../loan/schedule-item.ts';
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

const rowOfZeros = (loanId: string, ordinal: number, dueOn: Day): ScheduleItem =>
  scheduleItem(loanId, {
    ordinal,
    dueOn,
    interest: zeroCents,
    principal: zeroCents,
    fees: zeroCents,
    balance: zeroCents,
  });
