// The statements of lines: the books make one on the day after each period.
import type { LinePosition } from '@tenor/engine/line/state.ts';
import type { LineTerms } from '@tenor/engine/line/terms.ts';
import { lineStatements } from '@tenor/engine/statement/rules.ts';
import type { LoanProduct } from '../../loan/product.ts';

export const statements: LoanProduct<LineTerms, LinePosition>['statements'] = {
  rules: lineStatements,
  lastOn: (_terms, { standing, periodStart, startedOn }) =>
    standing === 'pending' || periodStart <= startedOn ? null : periodStart,
  nextAlone: () => null,
};
