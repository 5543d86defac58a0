// Where a borrower lives, as far as a notice of a debt collector has another form there.
import type { ContactAddress } from '#capabilities/people/index.ts';

export type CollectionPlace = 'elsewhere' | 'arizona' | 'newYorkCity' | 'puertoRico';

/** Manhattan, Staten Island, the Bronx, Queens and Brooklyn (6 RCNY 5-77), and Yonkers. A part of 11001 is in Queens. */
const ofNewYorkCity = /^(10[0-4]|11[1-4]|116|1100[145]|1070[1-5]|10710)/;

/** A notice is meant for wherever it is sent to. */
export function collectionPlaceOf(address: ContactAddress | null): CollectionPlace {
  const { state, postalCode, city } = address ?? {};
  if (state === 'AZ') return 'arizona';
  if (state === 'PR') return 'puertoRico';
  const isThere = ofNewYorkCity.test(postalCode ?? '') || city?.trim().toLowerCase() === 'yonkers';
  return state === 'NY' && isThere ? 'newYorkCity' : 'elsewhere';
}
