// What autopay asks for on an installment loan: what comes due on a due date, by the books of that day.
import { isDeepStrictEqual } from 'node:util';
import { ordinalAt } from '@tenor/engine/account/loan.ts';
import type { State } from '@tenor/engine/installment/state.ts';
import type { Terms } from '@tenor/engine/installment/terms.ts';
import type { CollectedByPlan, Due } from '../../loan/collected-by-plan.ts';
import { everyOwnObligation } from './every-own-obligation.ts';
import { obligation } from './obligation.ts';

/** The money of a payment may move so many days later. */
const weekend = 4;
/** No payment is planned later after its due date. */
const afterMax = 27;

/** What decides which payments are planned, and of how much. */
const plannedIn = ({ payment, dueDates, plan, deferred }: State['position']) => [payment, dueDates, plan, deferred];

export const collectedByPlan: CollectedByPlan<Terms, State> = {
  // A loan that is sent the names of a line means what comes due.
  amounts: {
    dueAmount: 'due',
    dueAmountPlusExtra: 'due',
    dueAndOverdueAmount: 'dueAndOverdue',
    statementMinimumAmount: 'due',
    statementMinimumAmountPlusExtra: 'due',
    fixedAmount: 'due',
  },
  countsAhead: true,
  daysAfterMax: ({ fees: { late } }) => Math.min(late?.graceDays ?? 0, afterMax),
  endsWithPayoff: true,
  dues(_, { through }, { position: p }) {
    const dues = p.dueDates.map((on, i): Due => {
      return { on, ordinal: ordinalAt(p, i), after: p.dueDates[i - 1] ?? p.startedOn, statement: null };
    });
    return dues.filter(({ on }) => on + afterMax + weekend > through);
  },
  usual: ({ position: { payment } }) => payment,
  hasMoved: ({ position: before }, { position: after }) => !isDeepStrictEqual(plannedIn(before), plannedIn(after)),
  asked(_, state, due) {
    const all = everyOwnObligation(state).map((one) => obligation(state, one));
    const own = all.filter(({ dueDate }) => dueDate === due.on);
    if (own.length === 0) return undefined;
    const sum = (of: typeof all, field: 'whole' | 'open') => of.reduce((total, one) => total + one[field], 0);
    const whole = sum(own, 'whole');
    const older = all.filter(({ dueDate }) => dueDate < due.on);
    const { paidAhead, dueDates } = state.position;
    // The last one asks for everything, whatever was paid ahead.
    const isLast = due.on === dueDates.at(-1);
    const cameIn = whole - sum(own, 'open') + (isLast ? 0 : paidAhead);
    return { whole, older: sum(older, 'open'), cameIn, isLast };
  },
};
