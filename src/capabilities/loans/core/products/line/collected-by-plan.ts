// What autopay asks for on a line: what its last statement said, less what came in since.
import { ifEndedNow } from '@tenor/engine/line/preview.ts';
import type { LineState } from '@tenor/engine/line/records.ts';
import type { LineTerms } from '@tenor/engine/line/terms.ts';
import type { CollectedByPlan } from '../../loan/collected-by-plan.ts';

export const collectedByPlan: CollectedByPlan<LineTerms, LineState> = {
  amounts: {
    statementMinimumAmount: 'due',
    statementMinimumAmountPlusExtra: 'due',
    statementBalanceAmount: 'statementBalance',
    fixedAmount: 'due',
  },
  countsAhead: false,
  // The next statement may be made before.
  daysAfterMax: () => 0,
  endsWithPayoff: false,
  // What a statement will ask for is known once it is made.
  dues(_, { records }, { records: ofToday }) {
    const bills = [...records.bills, ...ofToday.bills];
    const [before, last] = [bills.at(-2), bills.at(-1)];
    if (last === undefined) return [];
    const statement = { on: last.statementOn, minimum: last.minimumShown, balance: last.newBalance };
    const after = Math.max(before?.dueOn ?? 0, last.statementOn - 1);
    return [{ on: last.dueOn, ordinal: last.ordinal, after, statement }];
  },
  usual: () => 0,
  hasMoved: (_, { records: { bills } }) => bills.length > 0,
  // The running period began with the statement. A refund lowers the balance that was billed; it is no payment.
  asked(terms, state, { statement }, asks) {
    if (statement === null) return undefined;
    const { payments, credits } = ifEndedNow(terms, state).bill;
    const [whole, cameIn] =
      asks === 'statementBalance' ? [statement.balance, payments + credits] : [statement.minimum, payments];
    return { whole, older: 0, cameIn, isLast: false };
  },
};
