// What money that is paid out does, by what it is for.

import { purchaseEffect } from './lines/purchases/paid-out.ts';
import { advanceEffect } from './money/advances/paid-out.ts';
import type { Effects } from './money/paying-out/effect.ts';
import { proceedsEffect } from './money/paying-out/proceeds.ts';

export const effects: Effects = { proceeds: proceedsEffect, purchase: purchaseEffect, advance: advanceEffect };
