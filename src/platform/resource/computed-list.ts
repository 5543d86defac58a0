// A list that no table holds: it is computed whole, as the fees of a loan are, and cut into the same pages as a list of
// rows. It has one order, that of its items.
import {
  mustHaveOneOrder,
  type Page,
  type PageInput,
  pageLimit,
  pageQuery,
  unknownCursor,
} from '#platform/http/pages.ts';
import { Described } from '#platform/input/schemas.ts';

/** The query parameters of a list that begins with the newest. */
export const computedQuery = pageQuery({});

/** The same for a list that begins with the oldest. */
export const computedQueryByAge = {
  ...computedQuery,
  startingAfter: Described(computedQuery.startingAfter, {
    description: 'Go on after the object with this id (later ones).',
  }),
  endingBefore: Described(computedQuery.endingBefore, {
    description: 'The page before the object with this id (earlier ones). Wins over startingAfter.',
  }),
};

export function pageOf<T extends { readonly id: string }>(items: readonly T[], input: PageInput): Page<T> {
  mustHaveOneOrder(input);
  const { limit = pageLimit, endingBefore } = input;
  const backwards = endingBefore !== undefined;
  const at = placeIn(items, input);
  const [from, to] = backwards ? [Math.max(0, at - limit), at] : [at + 1, at + 1 + limit];
  const shown = items.slice(from, to);
  return {
    items: shown,
    total: items.length,
    totalIsLowerBound: false,
    next: to < items.length ? (shown.at(-1)?.id ?? null) : null,
    previous: from > 0 ? (shown[0]?.id ?? null) : null,
    ids: shown.map(({ id }) => id),
    backwards,
  };
}

/** The place of the cursor; -1 without one. Errors: UnknownCursor. */
function placeIn(items: readonly { readonly id: string }[], { startingAfter, endingBefore }: PageInput): number {
  const cursor = endingBefore ?? startingAfter;
  if (cursor === undefined) return -1;
  const place = items.findIndex(({ id }) => id === cursor);
  if (place === -1) throw unknownCursor(endingBefore === undefined ? 'startingAfter' : 'endingBefore');
  return place;
}

/** All items at once where no page is asked for; the answer then has no links. */
export const wholeOrPageOf = <T extends { readonly id: string }>(items: readonly T[], input: PageInput): Page<T> => {
  const { limit, startingAfter, endingBefore } = input;
  if ((limit ?? startingAfter ?? endingBefore) !== undefined) return pageOf(items, input);
  mustHaveOneOrder(input);
  return { ...pageOf(items, { limit: items.length }), ids: [], isWhole: true };
};
