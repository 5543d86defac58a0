// The last record of a file, and what it counts: one description of each total, for whoever writes and whoever checks it.
import { constant, type Layout, length, number, reserved } from './field.ts';
import { type Account, fixedLength } from './segments.ts';

type Count = (account: Account) => number;

const status =
  (code: string): Count =>
  ({ base }) =>
    base.status === code ? 1 : 0;
const known = (values: readonly { readonly ssn: string }[]): number =>
  values.filter(({ ssn }) => ssn !== '' && ssn !== '999999999').length;
const born = (values: readonly { readonly birthDate: unknown }[]): number =>
  values.filter(({ birthDate }) => birthDate !== null).length;
const reached = (values: readonly { readonly telephone: string }[]): number =>
  values.filter(({ telephone }) => telephone !== '').length;
const peopleOf = ({ base, j1, j2 }: Account) => [base, ...j1, ...j2];
const has =
  (name: 'k1' | 'k2' | 'k3' | 'k4' | 'l1' | 'n1'): Count =>
  (account) =>
    account[name] === null ? 0 : 1;

/** In the order of the trailer, from its column 30 on, nine digits each. Header and trailer are blocks too. */
const counts = {
  DF: ['status DF', status('DF')],
  j1: ['J1 segments', ({ j1 }) => j1.length],
  j2: ['J2 segments', ({ j2 }) => j2.length],
  blocks: ['blocks', () => 1],
  DA: ['status DA', status('DA')],
  s05: ['status 05', status('05')],
  s11: ['status 11', status('11')],
  s13: ['status 13', status('13')],
  s61: ['status 61', status('61')],
  s62: ['status 62', status('62')],
  s63: ['status 63', status('63')],
  s64: ['status 64', status('64')],
  s65: ['status 65', status('65')],
  s71: ['status 71', status('71')],
  s78: ['status 78', status('78')],
  s80: ['status 80', status('80')],
  s82: ['status 82', status('82')],
  s83: ['status 83', status('83')],
  s84: ['status 84', status('84')],
  s88: ['status 88', status('88')],
  s89: ['status 89', status('89')],
  s93: ['status 93', status('93')],
  s94: ['status 94', status('94')],
  s95: ['status 95', status('95')],
  s96: ['status 96', status('96')],
  s97: ['status 97', status('97')],
  ecoaZ: ['ECOA code Z', (account) => peopleOf(account).filter(({ ecoa }) => ecoa === 'Z').length],
  n1: ['N1 segments', has('n1')],
  k1: ['K1 segments', has('k1')],
  k2: ['K2 segments', has('k2')],
  k3: ['K3 segments', has('k3')],
  k4: ['K4 segments', has('k4')],
  l1: ['L1 segments', has('l1')],
  ssns: ['social security numbers', (account) => known(peopleOf(account))],
  ssnsOfBase: ['social security numbers of base segments', ({ base }) => known([base])],
  ssnsOfJ1: ['social security numbers of J1 segments', ({ j1 }) => known(j1)],
  ssnsOfJ2: ['social security numbers of J2 segments', ({ j2 }) => known(j2)],
  births: ['dates of birth', (account) => born(peopleOf(account))],
  birthsOfBase: ['dates of birth of base segments', ({ base }) => born([base])],
  birthsOfJ1: ['dates of birth of J1 segments', ({ j1 }) => born(j1)],
  birthsOfJ2: ['dates of birth of J2 segments', ({ j2 }) => born(j2)],
  telephones: ['telephone numbers', (account) => reached(peopleOf(account))],
} as const satisfies Readonly<Record<string, readonly [string, Count]>>;

type Counted = keyof typeof counts | 'records';
export type Totals = Readonly<Record<Counted, number>>;

const blocksOfEnds = 2;
const width = 9;
const firstTotal = 30;

const fieldsOfTotals = Object.fromEntries(
  Object.entries(counts).map(([key, [name]], i) => {
    const from = firstTotal + i * width;
    return [key, number(`total of ${name}`, from, from + width - 1, 'Counted over the file.')];
  }),
) as Readonly<Record<keyof typeof counts, ReturnType<typeof number>>>;

export const trailer = {
  length,
  identifier: constant('record identifier', 5, 11, 'TRAILER'),
  records: number('total of base records', 12, 20, 'Counted over the file.'),
  reserved: reserved(21, 29),
  ...fieldsOfTotals,
  reserved2: reserved(408, fixedLength),
} satisfies Layout;

/** Holds nothing but the counts. */
export function countTotals(): { readonly add: (account: Account) => void; readonly totals: () => Totals } {
  const entries = Object.entries(counts);
  const sums = entries.map(() => 0);
  let records = 0;
  return {
    add(account) {
      records += 1;
      entries.forEach(([, [, count]], i) => {
        sums[i] = sums[i]! + count(account);
      });
    },
    totals() {
      const found = Object.fromEntries(entries.map(([key], i) => [key, sums[i]!])) as Record<Counted, number>;
      return { ...found, records, blocks: found.blocks + blocksOfEnds };
    },
  };
}
