// The rates of a line: each draw has its own agreement; a further rate is of one draw or of all of them.

import type { Fact } from '@tenor/engine/account/facts.ts';
import type { LineFactOf } from '@tenor/engine/line/facts.ts';
import type { Draw, LinePosition } from '@tenor/engine/line/state.ts';
import { agreedSpans } from '../../loan/agreed-rates.ts';
import type { RateFact, RateSpan } from '../../loan/product.ts';

export const agreedRates = (_: unknown, position: LinePosition | null): RateSpan[] =>
  (position?.draws ?? []).flatMap(ofDraw);

/** A promotional rate that was lost by lateness ended before its time. */
function ofDraw({ id, activatedOn, terms, endedPromos }: Draw): RateSpan[] {
  const lostOn = new Map(endedPromos.map(({ promo, on }) => [`agreedPromo:${promo}@${id}`, on]));
  return agreedSpans(terms.rates, activatedOn, id).map((span) => {
    const day = lostOn.get(span.key);
    return day === undefined ? span : { ...span, until: Math.min(span.until ?? day - 1, day - 1) };
  });
}

export function rateFact(rate: RateFact, drawId: string | undefined): Fact {
  const draw = drawId ?? null;
  const own = rate.kind === 'promo' ? { ...rate, draw, disqualifyOverdueDays: null } : { ...rate, draw };
  return own satisfies LineFactOf<'rate' | 'promo' | 'ceiling'>;
}
