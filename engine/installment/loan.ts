// An installment loan during a replay.

import type { Loan } from '../account/loan.ts';
import { pendingPosition } from '../account/position.ts';
import type { Position } from './state.ts';
import type { Terms } from './terms.ts';

export type InstallmentLoan = Loan<Terms, Position>;

export function beforeActivation(terms: Terms): Position {
  const { frequency, days, startDate } = terms.payments;
  return {
    ...pendingPosition(terms),
    series: { frequency, days, startDate },
    firstPeriodStart: 0,
    supplied: null,
    plan: null,
    deferred: [],
  };
}
