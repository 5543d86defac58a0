// Whether anything may be bought: that is asked when a purchase is recorded. A replay posts what was recorded.

import type { Day } from '../values/day.ts';
import type { Line } from './line.ts';
import { daysPastDue } from './obligations.ts';
import type { Draw } from './state.ts';

/** Why nothing may be bought on a draw, however much is available. */
export type NoSpending =
  | 'lineNotActive'
  | 'lineClosed'
  | 'linePastDue'
  | 'drawsFrozen'
  | 'drawClosed'
  | 'drawEnded'
  | 'drawStatic';

export function whyNoSpending({ position: p, terms }: Line, d: Draw, day: Day): NoSpending | null {
  if (p.standing !== 'active') return 'lineNotActive';
  if (p.isClosed) return 'lineClosed';
  const most = terms.blockPurchasesOverdueDays;
  if (most !== null && daysPastDue(p, terms.delinquency, day) > most) return 'linePastDue';
  if (p.drawsFrozen) return 'drawsFrozen';
  if (d.isClosed) return 'drawClosed';
  if (d.terms.endDate !== null && day > d.terms.endDate) return 'drawEnded';
  return d.terms.purpose === 'static' ? 'drawStatic' : null;
}
