// What money that is paid out does, by what it is for.
import type { Effects } from './paying-out/effect.ts';
import { proceedsEffect } from './paying-out/proceeds.ts';

export const effects = { proceeds: proceedsEffect, purchase: proceedsEffect } satisfies Effects;
