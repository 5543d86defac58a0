import assert from 'node:assert/strict';
import { test } from 'node:test';
import { explainLine } from './explain.ts';
import { replayLine } from './replay.ts';
import { activation, buy, day, dollars, draw, drawTerms, fact, lineTerms, pay } from './test-lines.ts';

const terms = lineTerms([12, 8]);
const facts = [
  activation('2027-05-13'),
  draw('2027-05-13', 'A', drawTerms('0.219', { percent: '0.02' })),
  buy('2027-05-20', 'A', 1000),
  pay('2027-06-20', 100),
];
const state = replayLine(terms, facts, { through: day('2027-06-20') });
const explained = (cause: string, account: string): string => {
  const posting = state.records.postings.find((one) => one.cause.startsWith(cause) && one.account === account)!;
  return explainLine(terms, state, posting);
};

test('interest by the days of its rate', () => {
  // 1,000.00 for 23 of 30 days at 0.06 % a day.
  assert.equal(
    explained('statement', 'interest.due@A'),
    '$13.80 interest of A: $766.67 a day at 21.900 % for 30 days (2027-05-13 to 2027-06-12), cut from $13.80.',
  );
});

test('a payment by what it took', () => {
  assert.match(
    explained('payment', 'principal.notDue@A'),
    /^\$66\.20 of it principal not due@a: payment of \$100\.00 on 2027-06-20 \(\$13\.80 interest, \$86\.20 principal\)/,
  );
});

test('every posting has a sentence', () => {
  for (const posting of state.records.postings) assert.match(explainLine(terms, state, posting), /^\$\d.*\.$/);
});

test('what comes due by what the minimum is the largest of', () => {
  // 2 % of 1,000.00, and 13.80 of interest.
  assert.equal(
    explained('statement', 'principal.due@A'),
    '$20.00 principal due of A: the minimum of $33.80 on 2027-06-12 is the largest of $33.80 that the draws ask for, $0.00 at least; as far as it is owed.',
  );
  const ofBalance = { tiers: [{ upTo: null, percent: '0.05', amount: 0 }], plus: 'interest' } as never;
  const by = {
    ...terms,
    creditLimit: 100_000 as never,
    minimum: { ...terms.minimum, roundUpTo: 100 as never, isOverLimitDue: true, ofBalance },
  };
  const { records } = replayLine(by, facts, { through: day('2027-06-20') });
  const posting = records.postings.find(
    ({ cause, account }) => cause.startsWith('statement') && account === 'principal.due@A',
  )!;
  // 5 % of 1,013.80 are 50.69, with 13.80 it is 64.49: 65.00, and 13.80 above the limit.
  assert.equal(
    explainLine(by, { ...state, records }, posting),
    '$65.00 principal due of A: the minimum of $78.80 on 2027-06-12 is the largest of $33.80 that the draws ask for, $64.49 for a balance of $1,013.80, $0.00 at least; raised to a multiple of $1.00, as far as it is owed, with $13.80 above the limit.',
  );
});

test('what a cycle cost above its part of the balance', () => {
  const bounded = { ...terms, cycleRateMax: '0.12' as never };
  const charged = [...facts, fact('fee', '2027-06-01', { type: 'adHoc', amount: dollars(5), draw: null }, 'one')];
  const { records, ...rest } = replayLine(bounded, charged, { through: day('2027-06-20') });
  const sentence = (cause: string, account: string): string => {
    const posting = records.postings.find((one) => one.cause.startsWith(cause) && one.account === account)!;
    return explainLine(bounded, { ...rest, records }, posting);
  };
  // 13.80 and 5.00; 12 % a year of 1,000.00 for 23 days is 7.56: the fee is given up, and 6.24 is not booked.
  assert.equal(
    sentence('cycleRate', 'waivedFees'),
    '$5.00 given up on 2027-06-12: interest and fees of the cycle, $18.80, are above $7.56, 12.000 % a year of its balance.',
  );
  assert.match(
    sentence('statement', 'interest.due@A'),
    /^\$7\.56 interest of A: .* cut from \$13\.80; \$6\.24 of all draws is above \$7\.56, 12\.000 % a year of its balance\.$/,
  );
});

test('interest on interest', () => {
  const daily = { ...terms, interest: { ...terms.interest, accrual: 'compoundDaily' as const } };
  const { records, ...rest } = replayLine(daily, facts, { through: day('2027-06-12') });
  const posting = records.postings.find(({ account }) => account === 'interest.due@A')!;
  // 1,000.00 × (1.0006^23 - 1) = 13.8914…, of which 13.80 is simple.
  assert.match(
    explainLine(daily, { ...rest, records }, posting),
    /; \$0\.0914… on interest not booked yet, cut from \$13\.8914…\.$/,
  );
});
