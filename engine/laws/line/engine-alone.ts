// What the engine of lines can do and the naive simulator cannot: nobody has written it there from the rules yet. Lines
// with these options are compared without them, and golden cases that have them are read by the engine alone. When the
// simulator can do all of it, this file goes.

import type { LineTerms } from '../../line/terms.ts';
import { type LineHistory, lineHistory } from './line-histories.ts';

export const isShared = ({ interest, minimum, cycleRateMax }: LineTerms): boolean =>
  interest.accrual !== 'compoundDaily' &&
  minimum.ofBalance === null &&
  minimum.overLimitBeyond === 'nothing' &&
  cycleRateMax === null;

const shared = (terms: LineTerms): LineTerms => ({
  ...terms,
  interest: {
    ...terms.interest,
    accrual: terms.interest.accrual === 'compoundDaily' ? 'simple' : terms.interest.accrual,
  },
  cycleRateMax: null,
  minimum: { ...terms.minimum, ofBalance: null, overLimitBeyond: 'nothing' },
});

/** Random lines that both can work. */
export const sharedHistory = lineHistory.map((history): LineHistory => ({ ...history, terms: shared(history.terms) }));
