// Worked tables of the trade, one by one: each number was computed by hand or by two programs that do not know this one.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { LineFact } from './facts.ts';
import { payoffOfLine } from './payoff.ts';
import { type DrawReading, readLine } from './read.ts';
import type { Bill, LineState } from './records.ts';
import { replayLine } from './replay.ts';
import {
  activation,
  buy,
  day,
  dispute,
  dollars,
  draw,
  drawTerms,
  fact,
  lineTerms,
  outcome,
  pay,
  refund,
} from './support.ts';
import type { LineTerms } from './terms.ts';

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

describe('deferred interest: 640.00 at 27.375 % to 09-03', () => {
  const terms = lineTerms([10, 5]);
  const facts = (last: number): LineFact[] => [
    activation('2027-03-04'),
    draw(
      '2027-03-04',
      'D',
      drawTerms('0.27375', {
        deferredInterest: { endsOn: day('2027-09-03'), graceDays: 0, disqualifyOverdueDays: null },
      }),
    ),
    buy('2027-03-04', 'D', 640),
    ...['04', '05', '06', '07', '08'].map((month) => pay(`2027-${month}-05`, 30)),
    pay('2027-09-02', last),
  ];
  const memo = (last: number): string | null =>
    readLine(terms, through(terms, facts(last), '2027-09-03')).draws[0]!.deferredInterest;
  test('is charged when something is owed at the end', () => {
    // Through 09-03 the interest of 09-03 itself is not in it: 7,792.5 cents less a day of 400.00.
    assert.equal(memo(90), '15525/2');
    assert.equal(lastBill(terms, facts(90), '2027-09-10').interest, 7972);
  });
  test('and dropped when nothing is', () => {
    assert.equal(lastBill(terms, facts(490), '2027-09-10').interest, 0);
  });
});

describe('disputes: [5, 28], 25.55 %, 2 %, floor 20.00', () => {
  const disputed = buy('2027-04-16', 'A', 310);
  const submitted = dispute('2027-05-14', disputed, 310);
  const facts = (...more: LineFact[]): LineFact[] => [
    activation('2027-04-10'),
    draw('2027-04-10', 'A', drawTerms('0.2555', { percent: '0.02' })),
    disputed,
    buy('2027-04-22', 'A', 190),
    pay('2027-05-28', 20),
    pay('2027-06-28', 20),
    submitted,
    ...more,
  ];
  const forgone = lineTerms([5, 28], { floor: 20 });
  const charged = lineTerms([5, 28], { floor: 20, disputes: { lostInterest: 'charged', credit: 'provisional' } });
  const cases: [string, LineTerms, 'won' | 'lost' | 'withdrawn', number[]][] = [
    ['won', forgone, 'won', [172, 19172, 402, 17574, 352, 15926]],
    ['lost, interest forgone', forgone, 'lost', [585, 50585, 599, 18184, 427, 47611]],
    ['withdrawn', forgone, 'withdrawn', [585, 50585, 599, 18184, 427, 47611]],
    ['lost, interest charged', charged, 'lost', [585, 50585, 599, 18184, 1490, 48674]],
  ];
  for (const [name, terms, how, expected] of cases) {
    test(name, () => {
      const bills = billsOf(terms, facts(outcome('2027-07-02', submitted, how)), '2027-07-05');
      assert.deepEqual(
        bills.flatMap(({ interest, newBalance }) => [interest, newBalance]),
        expected,
      );
    });
  }
  test('the principal that turns due', () => {
    const due = (how: 'won' | 'lost', terms: LineTerms): number =>
      through(terms, facts(outcome('2027-07-02', submitted, how)), '2027-07-05').records.steps.findLast(
        ({ kind }) => kind === 'statement',
      )!.principal;
    assert.deepEqual([due('won', forgone), due('lost', forgone), due('lost', charged)], [1648, 1573, 943]);
  });
  test('who pays all but the interest on it is not late', () => {
    // 5.85 billed, 14.15 of principal: 4.12 of the interest is on the 310.00.
    const some = facts().filter(({ kind }) => kind !== 'payment');
    const paid = [...some, pay('2027-05-28', 15.88)];
    assert.equal(readLine(forgone, through(forgone, paid, '2027-05-29')).daysPastDue, 0);
    assert.equal(readLine(forgone, through(forgone, [...some, pay('2027-05-28', 15.87)], '2027-05-29')).daysPastDue, 1);
  });
  test('one of a purchase submitted and won leaves the line as if the purchase had never been', () => {
    const all = facts(outcome('2027-07-02', submitted, 'won'));
    const without = all.filter(
      ({ id, kind }) => id !== disputed.id && id !== submitted.id && kind !== 'disputeOutcome',
    );
    const [a, b] = [through(forgone, all, '2027-07-05'), through(forgone, without, '2027-07-05')];
    assert.deepEqual(readLine(forgone, a), readLine(forgone, b));
  });
});

describe('amortized: Z at 21.90 %, [9, 3]', () => {
  const terms = lineTerms([9, 3]);
  const facts = (amortization: { duration: number; amount: null } | { duration: null; amount: never }): LineFact[] => [
    activation('2027-08-10'),
    draw('2027-08-10', 'Z', drawTerms('0.219', { amortization })),
    buy('2027-08-12', 'Z', 520),
    buy('2027-08-30', 'Z', 310),
  ];
  const paid = (all: LineFact[], amounts: number[]): LineFact[] => {
    const dates = ['2027-10-03', '2027-11-03', '2027-12-03', '2028-01-03'];
    return [...all, ...amounts.map((amount, i) => pay(dates[i]!, amount))];
  };
  const statements = (all: LineFact[], on: string): [number, number][] =>
    through(terms, all, on)
      .records.steps.filter(({ kind }) => kind === 'statement')
      .map(({ interest, principal }) => [interest, principal]);
  test('over four statements', () => {
    const all = paid(facts({ duration: 4, amount: null }), [218.1, 218.1, 218.1, 218.1]);
    assert.deepEqual(statements(all, '2028-01-09'), [
      [1059, 20751],
      [1419, 20391],
      [1084, 20726],
      [678, 21132],
      [316, 0],
    ]);
  });
  test('by an instalment of 225.00', () => {
    const all = paid(facts({ duration: null, amount: 22500 as never }), [225, 225, 225]);
    assert.deepEqual(statements(all, '2027-12-09'), [
      [1059, 21441],
      [1416, 21084],
      [1069, 21431],
      [651, 19044],
    ]);
  });
  test('a purchase spreads all of it anew', () => {
    const first = paid(facts({ duration: 4, amount: null }), [218.1]);
    const all = [
      ...first,
      buy('2027-09-20', 'Z', 150),
      pay('2027-11-03', 204.63),
      pay('2027-12-03', 204.63),
      pay('2028-01-03', 204.63),
    ];
    assert.deepEqual(statements(all, '2028-01-09').slice(1), [
      [1590, 18873],
      [1368, 19095],
      [982, 19481],
      [660, 19800],
    ]);
  });
});

describe('what the statement said stands: [12, 8], 21.90 %, 3 %, floor 25.00, late fee 30.00', () => {
  const base = lineTerms([12, 8], { floor: 25, lateFee: [30, 41] });
  const terms: LineTerms = { ...base, fees: { ...base.fees, nsf: dollars(25) } };
  const returned = pay('2027-06-09', 900);
  const facts = (...more: LineFact[]): LineFact[] => [
    activation('2027-05-13'),
    draw('2027-05-13', 'A', drawTerms('0.219', { percent: '0.03' })),
    buy('2027-05-20', 'A', 1600),
    returned,
    ...more,
  ];
  const sent = fact('statementSent', '2027-06-13', {
    obligation: 1,
    minimum: 4146,
    newBalance: 72046,
    draws: [{ draw: 'A', fullBalance: 72046 }],
  });
  const back = fact('undo', '2027-06-09', {
    of: returned.id,
    reason: 'failed',
    happenedOn: day('2027-06-15'),
    amount: null,
    nsfFee: true,
  });
  test('before: 41.46 is asked for', () => {
    const { interest, minimumShown, newBalance } = lastBill(terms, facts(), '2027-06-12');
    assert.deepEqual([interest, minimumShown, newBalance], [2046, 4146, 72046]);
  });
  test('the payment comes back, and who pays what he was told is not late', () => {
    const all = facts(sent, back, pay('2027-07-02', 41.46));
    const { interest, minimumShown, newBalance } = lastBill(terms, all, '2027-06-12');
    assert.deepEqual([interest, minimumShown, newBalance], [2208, 7008, 162208]);
    assert.equal(readLine(terms, through(terms, all, '2027-07-10')).daysPastDue, 0);
    const second = lastBill(terms, all, '2027-07-12');
    assert.deepEqual(
      [second.interest, second.minimum, second.minimumShown, second.newBalance],
      [2868, 10024, 12886, 163430],
    );
  });
  test('without it a late fee would have come', () => {
    const all = facts(back, pay('2027-07-02', 41.46));
    const late = through(terms, all, '2027-07-12');
    assert.equal(late.records.bills.at(-1)!.newBalance, 166430);
    assert.deepEqual(
      late.records.fees.map(({ key, amount }) => [key.split(':')[0], amount]),
      [
        ['nsf', 2500],
        ['late', 3000],
      ],
    );
  });
});

describe('trouble', () => {
  test('a due date on the last day of a period: overdue, grace and late fee come before the statement', () => {
    const terms = lineTerms([5, 4], { floor: 25, lateFee: [30, 41] });
    const facts = [
      activation('2027-03-05'),
      draw('2027-03-05', 'A', drawTerms('0.219', { grace: 1, percent: '0.02' })),
      buy('2027-03-10', 'A', 400),
    ];
    const bill = lastBill(terms, facts, '2027-05-05');
    assert.deepEqual(
      [bill.interest, bill.fees, bill.minimum, bill.minimumShown, bill.newBalance],
      [720, { late: 2500 }, 3970, 6470, 43220],
    );
  });
  test('charge-off of two draws, and a recovery', () => {
    const terms = lineTerms([12, 8]);
    const facts = [
      activation('2027-05-13'),
      draw('2027-05-13', 'A', drawTerms('0.1825', { percent: '0' })),
      draw('2027-05-13', 'B', drawTerms('0.365', { percent: '0' })),
      buy('2027-05-13', 'A', 500),
      buy('2027-05-13', 'B', 200),
      fact('fee', '2027-05-20', { type: 'adHoc', draw: null, amount: dollars(60) }),
      fact('chargeOff', '2027-06-20', { reason: 'other' }),
      pay('2027-07-01', 250),
    ];
    // A: 7.50 billed, 500.00 × 8 days × 0.05 % = 2.00. B: 6.00 billed, 1.60.
    const reading = readLine(terms, through(terms, facts, '2027-06-30'));
    assert.deepEqual(reading.chargedOff, { principal: 70000, interest: 1710, fees: 6000 });
    assert.equal(reading.status, 'chargedOff');
    const later = readLine(terms, through(terms, facts, '2027-07-01'));
    assert.deepEqual(
      later.draws.map(({ chargedOff }) => chargedOff.principal),
      [25000, 20000],
    );
  });
  test('re-age brings overdue principal back and days past due to zero', () => {
    const terms = lineTerms([12, 8], { floor: 40 });
    const facts = [
      activation('2027-05-13'),
      draw('2027-05-13', 'A', drawTerms('0.219')),
      buy('2027-05-13', 'A', 1000),
      fact('reAge', '2027-08-20', {}),
    ];
    const before = readLine(terms, through(terms, facts, '2027-08-19'));
    assert.equal(before.daysPastDue, 42);
    const after = readLine(terms, through(terms, facts, '2027-08-20'));
    assert.equal(after.daysPastDue, 0);
    assert.equal(after.principal.overdue, 0);
    assert.equal(after.owed, before.owed);
    assert.equal(after.interest.due, before.interest.due + before.interest.overdue);
  });
  test('settled: the rest is forgiven', () => {
    const terms = lineTerms([12, 8], { floor: 40 });
    const facts = [
      activation('2027-05-13'),
      draw('2027-05-13', 'A', drawTerms('0.219')),
      buy('2027-05-13', 'A', 1000),
      fact('settlement', '2027-07-01', { amount: dollars(600), lastDay: day('2027-08-01') }),
      pay('2027-07-10', 400),
      pay('2027-08-01', 200),
    ];
    const reading = readLine(terms, through(terms, facts, '2027-08-01'));
    assert.equal(reading.status, 'paidOff');
    assert.equal(reading.outstanding, 0);
    const void_ = readLine(terms, through(terms, facts.slice(0, -1), '2027-09-01'));
    assert.equal(void_.status, 'active');
  });
});

describe('the limit', () => {
  const terms = lineTerms([12, 8], { creditLimit: dollars(2000) });
  const spent = buy('2027-05-15', 'P', 362.4);
  const steps: [string, LineFact, number, number][] = [
    ['authorized', fact('authorization', '2027-05-14', { draw: 'P', amount: dollars(350) }, 'hold'), 1650, 0],
    ['posted', { ...spent, authorization: { id: 'hold', endsHold: true } }, 1637.6, 0],
    ['cash', buy('2027-05-16', 'C', 500), 1117.6, 0],
    ['a pending payment frees nothing', { ...pay('2027-05-17', 300), status: 'pending' }, 1117.6, 0],
    ['the limit is cut', fact('limit', '2027-05-18', { amount: dollars(500) }), 0, 82.4],
    ['a dispute goes on using it', dispute('2027-05-19', spent, 120), 0, 82.4],
  ];
  const all = [
    activation('2027-05-13'),
    draw('2027-05-13', 'P', drawTerms('0.1825')),
    draw('2027-05-13', 'C', drawTerms('0.365', { feePercent: '0.04' })),
    ...steps.map(([, one]) => one),
  ];
  steps.forEach(([name, one, available, over], i) => {
    test(name, () => {
      const state = replayLine(terms, all.slice(0, 4 + i), { through: one.on });
      const reading = readLine(terms, state);
      assert.deepEqual([reading.available / 100, reading.overLimit / 100], [available, over]);
    });
  });
  test('a hold is released by itself after its days', () => {
    const held = all.slice(0, 4);
    assert.equal(readLine(terms, through(terms, held, '2027-05-20')).available, 165000);
    assert.equal(readLine(terms, through(terms, held, '2027-05-21')).available, 200000);
  });
});
