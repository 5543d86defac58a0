// Promo programs of loans and draws.
import type { Part } from '#platform/part.ts';
import { promoErrors } from './errors.ts';
import { promoStates } from './states.ts';

export const promoPart: Part = {
  errors: { 'Promo programs': promoErrors },
  states: [promoStates],
};
