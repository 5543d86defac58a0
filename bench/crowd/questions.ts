// The questions put to the list and the search of people. Each is asked about other people every time.
import type { Question } from '../sides.ts';
import type { Known } from './fill.ts';
import { city, firstName, surname } from './names.ts';

type Query = Readonly<Record<string, string>>;

const asking =
  (path: string) =>
  (name: string, ...queries: Query[]): Question => ({
    name,
    paths: queries.map((query) => `${path}?${new URLSearchParams(query)}`),
  });

const sortable = ['createdAt', 'updatedAt', 'status', 'borrowerType', 'collectionsIntensity', 'externalId'];

/** The `known` people are spread over the whole list. */
export function listQuestions(known: readonly Known[]): Question[] {
  const ask = asking('/people');
  const middle = known.slice(Math.floor(known.length * 0.3), Math.floor(known.length * 0.7));
  const after = middle.map(({ id }) => ({ startingAfter: id }));
  return [
    ask('the first page', {}),
    ask('startingAfter', ...after),
    ask('endingBefore', ...middle.map(({ id }) => ({ endingBefore: id }))),
    ask('limit=100', { limit: '100' }),
    ask('status=active', { status: 'active' }),
    ask('status=inactive', { status: 'inactive' }),
    ask('status=inactive, startingAfter', ...after.map((query) => ({ status: 'inactive', ...query }))),
    ask('borrowerType=business', { borrowerType: 'business' }),
    ask('borrowerType=business, status=inactive', { borrowerType: 'business', status: 'inactive' }),
    ask('ids, 25 of them', {
      ids: known
        .slice(0, 25)
        .map(({ id }) => id)
        .join(','),
    }),
    ...sortable
      .flatMap((field) => [field, `-${field}`])
      .flatMap((sortBy) => [
        ask(`sortBy=${sortBy}`, { sortBy }),
        ask(`sortBy=${sortBy}, startingAfter`, ...after.map((query) => ({ sortBy, ...query }))),
      ]),
    ask('sortBy=-updatedAt, status=inactive', { sortBy: '-updatedAt', status: 'inactive' }),
  ];
}

export function searchQuestions(known: readonly Known[]): Question[] {
  const ask = asking('/people/search');
  const each = (name: string, query: (one: Known) => Query) => ask(name, ...known.map(query));
  const frequent = Array.from({ length: 5 }, (_, rank) => surname(rank));
  const prefixes = [...new Set(known.map(({ last }) => last.slice(0, 3)))];
  return [
    ask('lastName, one in a hundred', ...frequent.map((lastName) => ({ lastName }))),
    ask('lastName, one in a hundred, sorted', ...frequent.map((lastName) => ({ lastName, sortBy: '-updatedAt' }))),
    ask(
      'lastName, one in a hundred, the next page',
      ...frequent.map((lastName) => ({ lastName, startingAfter: known[40]!.id })),
    ),
    ask('lastName, rare ones', ...Array.from({ length: 50 }, (_, i) => ({ lastName: surname(20_000 + 997 * i) }))),
    each("lastName, anybody's", ({ last }) => ({ lastName: last })),
    ask('lastName, three letters', ...prefixes.map((lastName) => ({ lastName }))),
    ask(
      'lastName, two letters',
      ...[...new Set(prefixes.map((one) => one.slice(0, 2)))].map((lastName) => ({ lastName })),
    ),
    ask("lastName, nobody's", ...Array.from({ length: 20 }, (_, i) => ({ lastName: `zzzzzz${i}` }))),
    ask('firstName, a frequent one', ...[0, 1, 2].map((rank) => ({ firstName: firstName(rank) }))),
    each('firstName and lastName', ({ first, last }) => ({ firstName: first, lastName: last })),
    each('fullName', ({ first, last }) => ({ fullName: `${first} ${last}` })),
    ask("businessName, everybody's", { businessName: 'llc' }),
    each('dateOfBirth', ({ born }) => ({ dateOfBirth: born })),
    each('dateOfBirth and lastName', ({ born, last }) => ({ dateOfBirth: born, lastName: last })),
    each('email', ({ email }) => ({ email })),
    each('phone', ({ phone }) => ({ phone })),
    each('taxId', ({ taxId }) => ({ taxId })),
    each('taxId, in words', ({ taxId }) => ({ _hasTheWords: taxId })),
    each('postalCode', ({ postalCode }) => ({ postalCode })),
    ask('city, a frequent one', ...[0, 1, 2].map((rank) => ({ city: city(rank).split(' ')[0] as string }))),
    ask('state, one in seven', { state: 'CA' }),
    ask('state and a frequent lastName', ...frequent.map((lastName) => ({ lastName, state: 'CA' }))),
    each('city and lastName', (one) => ({ city: one.city, lastName: one.last })),
    each('_hasTheWords, a name', ({ last }) => ({ _hasTheWords: last })),
    ask('_hasTheWords, a frequent name', ...frequent.map((word) => ({ _hasTheWords: word }))),
    each('_hasTheWords, two names', ({ first, last }) => ({ _hasTheWords: `${first} ${last}` })),
    each('_hasTheWords, two names by two letters', ({ first, last }) => ({
      _hasTheWords: `${first.slice(0, 2)} ${last.slice(0, 2)}`,
    })),
    ask('a frequent name, _notTheWords', ...frequent.map((lastName) => ({ lastName, _notTheWords: firstName(0) }))),
    ask('borrowerType=business', { borrowerType: 'business' }),
    each('id, an external one', ({ externalId, id }) => ({ id: externalId === id ? id : `ext-${externalId}` })),
  ];
}
