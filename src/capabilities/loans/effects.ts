// What money that is paid out does, by what it is for.
import { advanceEffect } from './advancing/paid-out.ts';
import type { Effects } from './paying-out/effect.ts';
import { proceedsEffect } from './paying-out/proceeds.ts';
import { purchaseEffect } from './purchases/paid-out.ts';

export const effects: Effects = { proceeds: proceedsEffect, purchase: purchaseEffect, advance: advanceEffect };
