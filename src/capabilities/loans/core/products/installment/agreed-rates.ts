// The rates that were agreed, each with its days.
import type { Position } from '@tenor/engine/installment/state.ts';
import type { Terms } from '@tenor/engine/installment/terms.ts';
import type { Day } from '@tenor/engine/values/day.ts';
import { agreedSpans } from '../../loan/agreed-rates.ts';
import type { RateSpan } from '../../loan/product.ts';

/** Before the activation: as if it were today. */
export const agreedRates = ({ interest }: Terms, position: Position | null, today: Day): RateSpan[] =>
  agreedSpans(interest, position?.rateSteps[0]?.from ?? today);
