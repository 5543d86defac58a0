// Worked tables of the trade, one by one: each number was computed by hand or by two programs that do not know this one.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Rate } from '../values/rate.ts';
import { discountSoFar } from './accrual.ts';
import type { LineFact } from './facts.ts';
import { lineAt } from './line.ts';
import { payoffOfLine } from './payoff.ts';
import { type DrawReading, readLine } from './read.ts';
import type { Bill, LineState } from './records.ts';
import { replayLine } from './replay.ts';
import type { LineTerms } from './terms.ts';
import { activation, buy, day, dollars, draw, drawTerms, fact, lineTerms, pay, refund } from './test-lines.ts';

const through = (terms: LineTerms, facts: readonly LineFact[], on: string): LineState =>
  replayLine(terms, facts, { through: day(on) });
const billsOf = (terms: LineTerms, facts: readonly LineFact[], on: string): readonly Bill[] =>
  through(terms, facts, on).records.bills;
const lastBill = (terms: LineTerms, facts: readonly LineFact[], on: string): Bill => billsOf(terms, facts, on).at(-1)!;
const drawsOf = (terms: LineTerms, facts: readonly LineFact[], on: string): Map<string, DrawReading> =>
  new Map(readLine(terms, through(terms, facts, on)).draws.map((one) => [one.draw, one]));
const principalOf = ({ principal: { notDue, due, overdue } }: DrawReading): number => (notDue + due + overdue) / 100;

describe('interest', () => {
  // 03-03 to 03-22 at 28.47 % less a promo of 7.30 %, then 28.47 %.
  const promo = { days: 20, rate: '0.073' as never, disqualifyOverdueDays: null };
  const terms = drawTerms('0.2847');
  const facts = [
    activation('2027-03-03'),
    draw('2027-03-03', 'A', { ...terms, rates: { ...terms.rates, promos: [promo] } }),
    buy('2027-03-03', 'A', 940),
    pay('2027-03-11', 215.5),
    buy('2027-03-19', 'A', 77.25),
  ];
  test('is exact over balances and rates, and cut once', () => {
    const { interest, rates } = lastBill(lineTerms([3, 28]), facts, '2027-04-03');
    assert.equal(interest, 1646);
    assert.deepEqual(
      rates.map(({ averageBalance }) => averageBalance),
      [82615, 80175],
    );
  });
  test('tells what a promo saved: balances times days times what it takes off', () => {
    // 940.00 for 8 days, 724.50 for 8, 801.75 for 4, at 0.02 % a day: 1.504 + 1.1592 + 0.6414.
    const state = through(lineTerms([3, 28]), facts, '2027-03-23');
    const line = lineAt(lineTerms([3, 28]), state.position);
    const saved = { whole: 330, part: 0.46 * line.denominator };
    assert.deepEqual(discountSoFar(line, state.position.draws[0]!), saved);
    // After the promo, and after the statement has booked the interest, it is the same.
    const later = through(lineTerms([3, 28]), facts, '2027-04-20').position;
    assert.deepEqual(discountSoFar(lineAt(lineTerms([3, 28]), later), later.draws[0]!), saved);
  });
  test('tells of each rate of a bill whether it follows the index', () => {
    const rates = [
      { days: 10, rate: '0.1' as Rate, type: 'absolute' as const },
      { days: null, rate: '0.05' as Rate, type: 'spread' as const },
    ];
    const rateOf = (on: string, rate: string) =>
      fact('rate', on, { rate, type: 'absolute', until: null, replaces: false, draw: null });
    const all = [
      fact('index', '2027-03-01', { rate: '0.06' }),
      activation('2027-03-03'),
      draw('2027-03-03', 'A', { ...terms, rates: { ...terms.rates, rates } }),
      buy('2027-03-03', 'A', 940),
      // 11 % from 03-13 and 9 % from 03-20; 8.5 % is lower, and 9 % of another fixed rate is not lower than itself.
      fact('index', '2027-03-20', { rate: '0.04' }),
      rateOf('2027-03-24', '0.09'),
      rateOf('2027-03-28', '0.085'),
    ];
    assert.deepEqual(
      lastBill(lineTerms([3, 28]), all, '2027-04-03').rates.map((one) => [one.rate, one.isVariable]),
      [
        [100_000, false],
        [110_000, true],
        [90_000, true],
        [85_000, false],
      ],
    );
  });
  test('may be that of the average daily balance', () => {
    const facts = [
      activation('2027-03-03'),
      draw('2027-03-03', 'A', terms),
      buy('2027-03-03', 'A', 940),
      pay('2027-03-11', 215.5),
    ];
    const daily = lineTerms([3, 28]);
    const average = lineTerms([3, 28], {
      interest: { ...daily.interest, balanceMethod: 'average', rounding: 'halfUp' },
    });
    assert.equal(lastBill(daily, facts, '2027-04-03').interest, 1886);
    assert.equal(lastBill(average, facts, '2027-04-03').rates[0]!.averageBalance, 78011);
    const { draws } = readLine(average, through(average, facts, '2027-04-03'));
    // 780.11 × 31 days × 0.078 % a day: 18.8630598 dollars.
    assert.equal(draws[0]!.accruedTotal, String(`${18_8630598 / 2}/${100000 / 2}`));
  });
  test('is raised to a minimum charge on the first draw that has any', () => {
    const base = lineTerms([3, 28]);
    const terms = lineTerms([3, 28], { interest: { ...base.interest, minCharge: dollars(0.5) } });
    const facts = [
      activation('2027-03-03'),
      draw('2027-03-03', 'A', drawTerms('0.1825')),
      draw('2027-03-03', 'B', drawTerms('0.365')),
      buy('2027-03-12', 'A', 20),
      buy('2027-04-01', 'B', 2),
    ];
    // A: 20.00 × 22 days × 0.05 % = 0.22; B: 2.00 × 2 days × 0.1 % = 0.004.
    const { draws } = readLine(terms, through(terms, facts, '2027-04-03'));
    assert.deepEqual(
      draws.map(({ interestBooked, interestRaised, forgone }) => [interestBooked, interestRaised, forgone]),
      [
        [50, 28, '0/1'],
        [0, 0, '2/5'],
      ],
    );
  });
});

describe('grace: [10, 6], 25.55 %, floor 20.00', () => {
  const terms = lineTerms([10, 6], { floor: 20 });
  const facts = (restore: number, more: readonly LineFact[]): LineFact[] => [
    activation('2027-03-11'),
    draw('2027-03-11', 'A', drawTerms('0.2555', { grace: restore })),
    buy('2027-03-14', 'A', 620),
    buy('2027-04-02', 'A', 150),
    buy('2027-05-01', 'A', 75),
    buy('2027-06-20', 'A', 33),
    pay('2027-05-03', 300),
    pay('2027-06-02', 555.34),
    ...more,
  ];
  const balances = (all: readonly LineFact[]): [number, number][] =>
    billsOf(terms, all, '2027-08-10').map(({ newBalance, interest }) => [newBalance, interest]);
  test('one statement paid in full restores it', () => {
    assert.deepEqual(balances(facts(1, [pay('2027-08-03', 33)])), [
      [77000, 0],
      [55534, 1034],
      [0, 0],
      [3300, 0],
      [0, 0],
    ]);
  });
  test('two in a row', () => {
    assert.deepEqual(balances(facts(2, [pay('2027-07-01', 8.77), pay('2027-08-03', 33)])), [
      [77000, 0],
      [55534, 1034],
      [877, 877],
      [3300, 0],
      [0, 0],
    ]);
  });
  test('three in a row', () => {
    assert.deepEqual(balances(facts(3, [pay('2027-07-01', 8.77), pay('2027-08-03', 33.46)])), [
      [77000, 0],
      [55534, 1034],
      [877, 877],
      [3346, 46],
      [0, 0],
    ]);
  });
  test('what takes back a new purchase does not count for the statement', () => {
    const line = lineTerms([12, 8]);
    const bought = buy('2027-06-20', 'A', 300);
    const all = [
      activation('2027-05-13'),
      draw('2027-05-13', 'A', drawTerms('0.219', { grace: 1 })),
      buy('2027-05-20', 'A', 400),
      bought,
      refund('2027-06-25', 'A', 300, bought),
      pay('2027-07-05', 250),
    ];
    assert.equal(lastBill(line, all, '2027-07-12').interest, 360);
  });

  const evaluated = (third: number): LineFact[] => [
    activation('2027-02-11'),
    draw(
      '2027-02-11',
      'A',
      drawTerms('0.2555', {
        percent: '0.02',
        grace: {
          periodsToRestore: 1,
          periodsToEvaluate: 3,
          minimumOverride: { percentOfPrincipal: '0' as never, amount: dollars(0) },
        },
      }),
    ),
    buy('2027-02-11', 'A', 900),
    pay('2027-04-06', 300),
    pay('2027-05-04', 300),
    pay('2027-06-04', third),
  ];
  test('three periods to pay one statement: kept', () => {
    const bills = billsOf(terms, evaluated(300), '2027-06-10');
    assert.deepEqual(
      bills.map(({ interest, minimumShown }) => [interest, minimumShown]),
      [
        [0, 0],
        [0, 0],
        [0, 0],
        [0, 0],
      ],
    );
  });
  test('lost: nothing for the periods before the latest statement', () => {
    const bills = billsOf(terms, evaluated(200), '2027-06-10');
    assert.deepEqual([bills[3]!.interest, bills[3]!.minimum, bills[3]!.newBalance], [217, 2000, 10217]);
  });
});

describe('the whole new balance restores grace for the line, not for each draw', () => {
  const facts = [
    activation('2027-05-13'),
    draw('2027-05-13', 'P', drawTerms('0.1825', { grace: 1 })),
    draw('2027-05-13', 'C', drawTerms('0.365')),
    buy('2027-05-20', 'P', 100),
    pay('2027-06-13', 0.01),
    buy('2027-06-14', 'C', 50),
    pay('2027-07-08', 99.99),
  ];
  test('by draw the payment for the newer money of a higher rate does not count', () => {
    assert.equal(drawsOf(lineTerms([12, 8]), facts, '2027-07-09').get('P')!.hasGrace, false);
  });
  test('by line it does', () => {
    const terms = lineTerms([12, 8], { graceScope: 'line' });
    assert.equal(drawsOf(terms, facts, '2027-07-09').get('P')!.hasGrace, true);
  });
});

describe('where a payment goes: P 17.52 %, C 27.375 %, T 0 %', () => {
  const facts = (...more: LineFact[]): LineFact[] => [
    activation('2027-05-13'),
    draw('2027-05-13', 'P', drawTerms('0.1752', { percent: '0.02' })),
    draw('2027-05-13', 'C', drawTerms('0.27375', { percent: '0.02' })),
    draw('2027-05-13', 'T', drawTerms('0', { percent: '0.02' })),
    buy('2027-05-20', 'P', 760),
    buy('2027-05-25', 'C', 240),
    buy('2027-05-30', 'T', 500),
    fact('fee', '2027-06-14', { type: 'adHoc', draw: null, amount: dollars(15) }),
    ...more,
  ];
  const highest = lineTerms([12, 8], { floor: 25 });
  const byOrder = lineTerms([12, 8], { floor: 25, payments: { ...highest.payments, excess: 'drawOrder' } });
  const onlyDue = lineTerms([12, 8], { floor: 25, payments: { ...highest.payments, aim: 'due' } });
  test('the statement asks for 41.63', () => {
    assert.equal(lastBill(highest, facts(), '2027-06-12').minimum, 4163);
  });
  const waiting = (terms: LineTerms, all: readonly LineFact[]): number =>
    (readLine(terms, through(terms, all, '2027-06-20')).fees.adHoc?.notDue ?? 0) / 100;
  const cases: [string, LineTerms, number, string | null, number[], number][] = [
    ['to the highest rate', highest, 400, null, [621.63, 0, 490], 15],
    ['by the order of the product', byOrder, 400, null, [744.8, 235.2, 146.63], 0],
    ['aimed, whole', highest, 400, 'T', [760, 240, 100], 15],
    ['aimed, what is due', onlyDue, 400, 'T', [621.63, 0, 490], 15],
    ['more than everything', highest, 1600, null, [0, 0, 0], 0],
  ];
  for (const [name, terms, amount, aim, left, fee] of cases) {
    test(name, () => {
      const all = facts(pay('2027-06-20', amount, aim));
      const draws = drawsOf(terms, all, '2027-06-20');
      assert.deepEqual(
        ['P', 'C', 'T'].map((name) => principalOf(draws.get(name)!)),
        left,
      );
      assert.equal(waiting(terms, all), fee);
    });
  }
  test('what is left is owed to the borrower', () => {
    const { customerCredit } = readLine(highest, through(highest, facts(pay('2027-06-20', 1600)), '2027-06-20'));
    assert.equal(customerCredit, 6902);
  });
});

describe('money beyond what is owed', () => {
  const terms = lineTerms([12, 8]);
  const begin = [
    activation('2027-05-13'),
    draw('2027-05-13', 'A', drawTerms('0.219', { percent: '1' })),
    buy('2027-05-20', 'A', 130, 'bought'),
  ];
  test('waits and is used by the next purchase', () => {
    const facts = [...begin, pay('2027-05-28', 160), buy('2027-06-02', 'A', 80)];
    assert.equal(readLine(terms, through(terms, facts, '2027-05-28')).customerCredit, 2938);
    assert.equal(readLine(terms, through(terms, facts, '2027-06-02')).owed, 5062);
    const state = through(terms, facts, '2027-06-12');
    assert.equal(state.records.steps.findLast(({ kind }) => kind === 'statement')!.interest, 30);
    // The bill adds up with the 0.62 that the payment took before.
    const { payments, purchases, interest, newBalance } = state.records.bills[0]!;
    assert.deepEqual([payments, purchases, interest, newBalance], [16000, 21000, 92, 5092]);
  });
  test('a refund may exceed the balance', () => {
    const bought = begin[2] as ReturnType<typeof buy>;
    const facts = [
      ...begin,
      pay('2027-05-28', 100),
      refund('2027-06-01', 'A', 130, bought),
      buy('2027-06-30', 'A', 64),
    ];
    const state = through(terms, facts, '2027-06-01');
    assert.equal(readLine(terms, state).customerCredit, 9931);
    const step = state.records.steps.find(({ kind }) => kind === 'refund')!;
    assert.deepEqual([step.parts![0]!.notDue, step.amount - step.parts![0]!.notDue], [3000, 10000]);
    assert.equal(readLine(terms, through(terms, facts, '2027-06-12')).draws[0]!.forgone, '3/5');
    assert.equal(readLine(terms, through(terms, facts, '2027-06-30')).customerCredit, 3531);
  });
  test('down to zero, and the interest of the days since the statement', () => {
    const facts = (amount: number): LineFact[] => [
      activation('2027-05-13'),
      draw('2027-05-13', 'A', drawTerms('0.219', { percent: '1' })),
      buy('2027-05-20', 'A', 245),
      pay('2027-06-21', 100),
      pay('2027-07-03', amount),
    ];
    const before = facts(0).slice(0, -1);
    assert.equal(lastBill(terms, before, '2027-06-12').newBalance, 24838);
    assert.equal(payoffOfLine(terms, through(terms, before, '2027-07-03')).amount, 15077);
    assert.equal(lastBill(terms, facts(150.48), '2027-07-12').newBalance, 29);
    const paid = through(terms, facts(150.77), '2027-07-12');
    assert.equal(paid.records.bills.at(-1)!.newBalance, 0);
    assert.equal(readLine(terms, paid).status, 'active');
  });
});
