// A promo program after a change, with what it did to the books.
import type { Static } from 'typebox';
import { Extended } from '#platform/input/schemas.ts';
import { PromoProgramShown } from '../loan/promo-schemas.ts';
import { difference } from '../loan/schemas.ts';

export const ChangedPromoProgram = Extended(PromoProgramShown, { difference }, { title: 'ChangedPromoProgram' });
export type ChangedPromoProgram = Static<typeof ChangedPromoProgram>;
