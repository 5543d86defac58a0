// Where an entry stands in a file, as a text: texts in the order of their bytes are entries in the order of the file. So a
// set of entries gives the same bytes, in whatever order they came.
import { type Direction, secCodes } from '../values/codes.ts';
import { descriptionMax, type Entry } from './entry.ts';

const directions: readonly Direction[] = ['debit', 'credit'];

type OfBatch = Pick<Entry, 'direction' | 'sec' | 'description' | 'entryDate' | 'sameDayMark'>;

/** What all entries of a batch have in common. */
export const batchPlaceOf = (entry: OfBatch): string =>
  [
    directions.indexOf(entry.direction),
    secCodes.indexOf(entry.sec),
    entry.description.padEnd(descriptionMax),
    entry.entryDate,
    entry.sameDayMark ?? '',
  ].join('|');

/** Money by its id, then prenotes by theirs. */
export const placeOf = (entry: OfBatch & Pick<Entry, 'isPrenote' | 'id'>): string =>
  `${batchPlaceOf(entry)}|${entry.isPrenote ? 1 : 0}|${entry.id}`;

export const byPlace = (a: Entry, b: Entry): number => {
  const [first, second] = [placeOf(a), placeOf(b)];
  if (first === second) return 0;
  return first < second ? -1 : 1;
};
