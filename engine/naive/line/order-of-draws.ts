// The orders of section 3.2, by the effective rate of a day.

import type { PaymentOrder } from '../../line/terms.ts';
import type { Day } from '../../values/day.ts';
import { ratesOn } from '../rates.ts';
import { compared, type Rational, zero } from '../rational.ts';
import type { Draw, Line } from './line.ts';

/** 3.2: a draw in a running deferred-interest programme counts as 0; so does a static one, which accrues nothing. */
function orderingRate(draw: Draw, day: Day): Rational {
  if (draw.memo !== null || draw.terms.purpose === 'static') return zero;
  return ratesOn(draw.rates, day).atRate;
}

function drawsBy(line: Line, order: PaymentOrder['drawOrder']): Draw[] {
  const byActivation = [...line.draws].sort((a, b) => a.sequence - b.sequence);
  if (order === 'activation') return byActivation;
  const sign = order === 'lowestRate' ? 1 : -1;
  return byActivation.sort((a, b) => sign * compared(orderingRate(a, line.day), orderingRate(b, line.day)));
}

export function drawsInOrder(line: Line): Draw[] {
  return drawsBy(line, line.terms.payments.drawOrder);
}

export function drawsFalling(line: Line): Draw[] {
  return drawsBy(line, 'highestRate');
}
