// What became of loans between the ends of two months, one after the other: a row for each bucket in which they were.
import { generalLedgerErrors } from '#capabilities/general-ledger/index.ts';
import { type Bucket, endings, openBuckets } from './buckets.ts';
import { closedMonthEnd, rollsOn } from './closed-months.ts';
import { type Column, type Figure, ofMonthEnd, type Row, shareOf } from './figure.ts';
import type { Roll } from './rolls.ts';

const targets: readonly Bucket[] = [...openBuckets, ...endings];

/** Names of fields, such as `to1To29`. */
const nameOf = (bucket: Bucket): string =>
  `to${bucket.charAt(0).toUpperCase()}${bucket.slice(1)}`.replace('-', 'To').replace('+', 'AndMore');

const inWords: Readonly<Record<string, string>> = {
  current: 'with nothing late',
  chargedOff: 'charged off',
  paidOff: 'paid off',
  otherwise: 'not begun any more: the activation was undone',
};

const columnsTo = (bucket: Bucket): Column[] => {
  const words = inWords[bucket] ?? `late for ${bucket} days`;
  return [
    { name: `${nameOf(bucket)}Count`, kind: 'count', says: `How many are ${words}.`, isNotPictured: true },
    {
      name: `${nameOf(bucket)}Amount`,
      kind: 'amount',
      says: `The principal before of those that are ${words}.`,
      isNotPictured: true,
    },
  ];
};

/** How bad a place is. A loan that was paid off is in the best one. */
const rank = (bucket: Bucket): number => (bucket === 'chargedOff' ? openBuckets.length : openBuckets.indexOf(bucket));

type Way = 'better' | 'same' | 'worse';
const wayOf = (from: Bucket, to: Bucket): Way => {
  const by = rank(to) - rank(from);
  return by === 0 ? 'same' : by < 0 ? 'better' : 'worse';
};

const ways: readonly Column[] = [
  { name: 'betterAmount', kind: 'amount', says: 'The principal before of those that are less late, or paid off.' },
  { name: 'sameAmount', kind: 'amount', says: 'The principal before of those that are late for as long.' },
  { name: 'worseAmount', kind: 'amount', says: 'The principal before of those that are later, or charged off.' },
];

export const rollRates: Figure = {
  name: 'rollRateFigures',
  title: 'RollRateFigures',
  path: '/figures/roll-rates',
  summary: 'what became of loans in a month, by how late they were',
  description:
    'From closed months: where the loans of each bucket were a month later, at the end of the last day of the month, as it was known when the month was closed. The counts of a row add up to `loansCount`, and its amounts to `principalAmount`; both are those of `/figures/delinquency` of the month before. `new`: the loan began in the month, or was taken over in it; `back`: it was charged off or paid off, or its activation had been undone, and is not any more. The principal before of both is zero.',
  query: ofMonthEnd('the newest'),
  columns: [
    { name: 'from', kind: 'text', says: 'For how many days something was late at the end of the month before.' },
    { name: 'loansCount', kind: 'count', says: 'How many loans.' },
    { name: 'principalAmount', kind: 'amount', says: 'Their principal at the end of the month before.' },
    ...ways,
    {
      name: 'worseShare',
      kind: 'share',
      says: 'The principal of those that are later, or charged off, of that of all, in hundredths of a percent, rounded. Null: there is none.',
    },
    ...targets.flatMap(columnsTo),
  ],
  drawn: ways.map(({ name }) => name),
  errors: [generalLedgerErrors.GeneralLedgerNotKept],
  async compute({ reader }, asked) {
    const asOf = await closedMonthEnd(reader, asked.asOf);
    const rolls = await rollsOn(reader, asOf);
    const rows = [...openBuckets, 'new', 'back'].map((from) =>
      rowOf(
        from,
        rolls.filter((roll) => roll.from === from),
      ),
    );
    return { asOf, rows };
  },
};

function rowOf(from: Bucket, its: readonly Roll[]): Row {
  const sum = (what: 'loans' | 'before', fits: (roll: Roll) => boolean = () => true): number =>
    its.reduce((all, roll) => (fits(roll) ? all + roll[what] : all), 0);
  const principal = sum('before');
  const goes = (way: Way): number => sum('before', ({ to }) => to !== 'otherwise' && wayOf(from, to) === way);
  const worse = goes('worse');
  const each = targets.flatMap((to) => {
    const isTo = (roll: Roll): boolean => roll.to === to;
    return [
      [`${nameOf(to)}Count`, sum('loans', isTo)],
      [`${nameOf(to)}Amount`, sum('before', isTo)],
    ];
  });
  return {
    from,
    loansCount: sum('loans'),
    principalAmount: principal,
    betterAmount: goes('better'),
    sameAmount: goes('same'),
    worseAmount: worse,
    worseShare: shareOf(worse, principal),
    ...Object.fromEntries(each),
  };
}
