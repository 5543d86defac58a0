import type { Page } from '#platform/http/pages.ts';

/** One loan never has so many of these that they need pages. */
export const wholeList = <T>(items: readonly T[]): Page<T> => ({
  items,
  total: items.length,
  totalIsLowerBound: false,
  next: null,
  previous: null,
  ids: [],
  backwards: false,
});
