import type { BookObligation, State } from './books.ts';

/** All obligations that the state has, closed and open. */
export const everyObligation = ({ records, position }: State): BookObligation[] => [
  ...records.obligations,
  ...position.obligations,
];
