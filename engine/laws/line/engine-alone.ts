// What the engine of lines can do and the naive simulator cannot: nobody has written it there from the rules yet. Lines
// with these options are compared without them, and golden cases that have them are read by the engine alone. When the
// simulator can do all of it, this file goes.

import type { LineTerms } from '../../line/terms.ts';
import { type LineHistory, lineHistory } from './line-histories.ts';

export const isShared = ({ minimum }: LineTerms): boolean =>
  minimum.ofBalance === null && minimum.overLimitBeyond === 'nothing';

const shared = (terms: LineTerms): LineTerms => ({
  ...terms,
  minimum: { ...terms.minimum, ofBalance: null, overLimitBeyond: 'nothing' },
});

/** Random lines that both can work. */
export const sharedHistory = lineHistory.map((history): LineHistory => ({ ...history, terms: shared(history.terms) }));
