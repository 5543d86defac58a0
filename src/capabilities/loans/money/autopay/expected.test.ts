// The tables of amounts and dates of autopay, to the cent and the day. Their numbers were worked by hand.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { activation, buy, draw, drawTerms, lineTerms, pay, refund } from '@tenor/engine/line/test-lines.ts';
import type { Cents } from '@tenor/engine/values/cents.ts';
import { dateInZone } from '@tenor/engine/values/zone.ts';
import type { AmountRule, Decided, Plan } from './plan.ts';
import { ach, at, day, exampleA, expectedOn, lineLife, loanLife, planOf, shownExpected, zone } from './test-plans.ts';

const cents = (amount: number) => Math.round(amount * 100) as Cents;
const amounts = (more: Partial<AmountRule>): Partial<Plan> => ({
  amounts: { asks: 'due', extra: cents(0), fixed: null, max: null, ...more },
});
const fridays = { frequency: 'weekly', days: [5], startDate: null } as const;
const weeklyLoan = `
terms
  principal        400.00
  interest.rate    0
  payments.frequency weekly
  payments.days    3
  payments.count   4
facts
  2027-03-03  activation
`;
const amountsOf = (found: readonly { readonly amount: number }[]) => found.map(({ amount }) => amount / 100);

describe('the days of a plan that is aligned to the due dates', () => {
  const found = expectedOn(exampleA(), '2027-03-11', planOf());
  test('a closed day moves the money and not the day that counts', () => {
    const wanted = ['2027-04', '2027-05', '2027-08', '2027-11', '2028-01', '2028-03'];
    const rows = found.map((one) => `${shownExpected(one)} ${dateInZone(one.releaseAt, zone)}`);
    assert.deepEqual(
      rows.filter((row) => wanted.includes(row.slice(0, 7))),
      [
        '2027-04-15 2027-04-15 666.05 2027-04-14',
        '2027-05-15 2027-05-17 666.05 2027-05-14',
        '2027-08-15 2027-08-16 666.05 2027-08-13',
        '2027-11-15 2027-11-15 666.05 2027-11-12',
        '2028-01-15 2028-01-18 666.05 2028-01-14',
        '2028-03-15 2028-03-15 666.00 2028-03-14',
      ],
    );
    assert.equal(rows.length, 12);
  });
  test('they are released half an hour before the cut-off of that day, in its zone, in summer and in winter', () => {
    assert.deepEqual(
      [found[0]!.releaseAt, found[11]!.releaseAt],
      [at('2027-04-14', '15:30:00'), at('2028-03-14', '15:30:00')],
    );
    const [first] = expectedOn(exampleA(), '2027-03-11', planOf({ route: { ...ach, rail: 'card' } }));
    assert.deepEqual([first!.entryOn, first!.releaseAt], [day('2027-04-15'), at('2027-04-15', '08:00:00')]);
  });
  test('offsets share what is due, the earlier ones the larger cent', () => {
    const two = expectedOn(exampleA(), '2027-04-16', planOf({ dates: { offsets: [0, -14] }, since: at('2027-04-16') }));
    assert.deepEqual(two.slice(0, 2).map(shownExpected), [
      '2027-05-01 2027-05-03 333.03',
      '2027-05-15 2027-05-17 333.02',
    ]);
  });
  test('a day after the due date serves that date, whatever has come due since', () => {
    const life = exampleA('  2027-04-15  payment 666.05\n');
    const late = planOf({ dates: { offsets: [-1, 5] }, since: at('2027-04-21') });
    const found = expectedOn(life, '2027-05-16', late, [
      { dueOn: day('2027-05-15'), ordinal: 1, amount: cents(333.03), extra: cents(0), isGood: true },
    ]);
    // Nothing of May was paid: the first half was released and is still on its way, and the second asks for the rest.
    assert.deepEqual(found.slice(0, 3).map(shownExpected), [
      '2027-05-20 2027-05-20 333.02',
      '2027-06-14 2027-06-14 333.03',
      '2027-06-20 2027-06-21 333.02',
    ]);
  });
  test('one that begins after the release of the next due date asks for the one after', () => {
    const [first] = expectedOn(exampleA(), '2027-04-14', planOf({ since: at('2027-04-14', '15:30:00') }));
    assert.equal(shownExpected(first!).slice(0, 10), '2027-05-15');
    const [before] = expectedOn(exampleA(), '2027-04-14', planOf({ since: at('2027-04-14', '15:29:59') }));
    assert.equal(shownExpected(before!).slice(0, 10), '2027-04-15');
  });
});

describe('a plan with days of its own', () => {
  const life = exampleA('  2027-04-15  payment 666.05\n');
  const plan = planOf({ dates: { series: fridays }, since: at('2027-04-15', '09:00:00') });
  test('five Fridays, then four', () => {
    const found = expectedOn(life, '2027-04-16', plan);
    // The first Friday of a week after 04-15 is the 16th; its release was at 15:30 on the 15th.
    assert.deepEqual(
      found.slice(0, 9).map((one) => shownExpected(one).replace(/ \S+ /, ' ')),
      [
        ...['2027-04-16 133.21', '2027-04-23 133.21', '2027-04-30 133.21', '2027-05-07 133.21', '2027-05-14 133.21'],
        ...['2027-05-21 166.52', '2027-05-28 166.51', '2027-06-04 166.51', '2027-06-11 166.51'],
      ],
    );
  });
  test('a due date without a day of the series is asked for on the due date', () => {
    // Due every Wednesday; the days of the plan are the first and the last of a month.
    const weekly = loanLife(weeklyLoan);
    const series = { frequency: 'twiceMonthly', days: [1, 31], startDate: null } as const;
    const found = expectedOn(weekly, '2027-03-04', planOf({ dates: { series }, since: at('2027-03-04') }));
    assert.deepEqual(found.map(shownExpected), [
      ...['2027-03-10 2027-03-10 100.00', '2027-03-17 2027-03-17 100.00', '2027-03-24 2027-03-24 100.00'],
      '2027-03-31 2027-03-31 100.00',
    ]);
  });
  test('every two weeks', () => {
    const weekly = exampleA('  2027-04-15  payment 666.05\n');
    // Every two weeks: between 2027-04-15 and 05-15 come 04-30 and 05-14.
    const series = { frequency: 'everyTwoWeeks', days: [5], startDate: day('2027-04-16') } as const;
    const found = expectedOn(weekly, '2027-04-20', planOf({ dates: { series }, since: at('2027-04-20') }));
    assert.deepEqual(found.slice(0, 2).map(shownExpected), [
      '2027-04-30 2027-04-30 333.03',
      '2027-05-14 2027-05-14 333.02',
    ]);
  });
});

describe('amounts on an installment loan', () => {
  const decided = (more: Partial<Decided>): Decided => ({
    dueOn: day('2027-06-15'),
    ordinal: 1,
    amount: cents(333.03),
    extra: cents(0),
    isGood: true,
    ...more,
  });
  const paid = '  2027-04-15  payment 666.05\n  2027-05-15  payment 666.05\n';
  const since = at('2027-05-16');
  test('what was paid by hand before the release counts', () => {
    const life = exampleA(`${paid}  2027-06-01  payment 300.00 enablePrepayments=true\n`);
    assert.equal(amountsOf(expectedOn(life, '2027-06-10', planOf({ since })))[0], 366.05);
    const all = exampleA(`${paid}  2027-06-01  payment 666.05 enablePrepayments=true\n`);
    assert.deepEqual(amountsOf(expectedOn(all, '2027-06-10', planOf({ since }))).slice(0, 2), [0, 666.05]);
  });
  test('what is initiated counts, if its day is before the due date', () => {
    const life = exampleA(`${paid}  2027-06-14  payment 100.00 enablePrepayments=true\n`);
    assert.equal(amountsOf(expectedOn(life, '2027-06-10', planOf({ since })))[0], 566.05);
    const later = exampleA(`${paid}  2027-06-16  payment 100.00 enablePrepayments=true\n`);
    assert.deepEqual(amountsOf(expectedOn(later, '2027-06-10', planOf({ since }))).slice(0, 2), [666.05, 566.05]);
  });
  test('overdue amounts of earlier dates are asked for only where the agreement says so', () => {
    const life = exampleA('  2027-04-15  payment 666.05\n');
    assert.equal(amountsOf(expectedOn(life, '2027-06-10', planOf({ since })))[0], 666.05);
    const both = planOf({ since, ...amounts({ asks: 'dueAndOverdue' }) });
    assert.deepEqual(amountsOf(expectedOn(life, '2027-06-10', both)).slice(0, 2), [1332.1, 666.05]);
    const halves = planOf({ since, dates: { offsets: [-14, 0] }, ...amounts({ asks: 'dueAndOverdue' }) });
    assert.deepEqual(amountsOf(expectedOn(life, '2027-05-20', halves)).slice(0, 2), [666.05, 666.05]);
  });
  test('the share of a due date is the same although its first half paid what is older', () => {
    const halves = planOf({ since, dates: { offsets: [-14, 0] } });
    const life = exampleA('  2027-04-15  payment 666.05\n');
    assert.deepEqual(amountsOf(expectedOn(life, '2027-05-20', halves)).slice(0, 2), [333.03, 333.02]);
    const released = exampleA('  2027-04-15  payment 666.05\n  2027-06-01  payment 333.03 enablePrepayments=true\n');
    assert.equal(amountsOf(expectedOn(released, '2027-06-10', halves, [decided({})]))[0], 333.02);
  });
  test('nothing is asked for on days that went by after the loan was paid off by hand', () => {
    const life = exampleA(`${paid}  2027-06-01  payment 9000.00 enablePrepayments=true\n`);
    assert.deepEqual(expectedOn(life, '2027-08-10', planOf({ since })), []);
  });
  test('what was not decided on its day is asked for by the books of today', () => {
    const life = exampleA(`${paid}  2027-06-20  payment 600.00\n`);
    const [first] = expectedOn(life, '2027-06-25', planOf({ since }));
    assert.equal(shownExpected(first!), '2027-06-15 2027-06-15 66.05');
  });
  test('a payment of autopay that failed is not asked for again', () => {
    const halves = planOf({ since, dates: { offsets: [-14, 0] } });
    const [next] = expectedOn(exampleA(paid), '2027-06-10', halves, [decided({ isGood: false })]);
    assert.equal(next!.amount, cents(333.02));
    // What was paid by hand in its place counts as paid: in doubt less.
    const byHand = exampleA(`${paid}  2027-06-05  payment 200.00 enablePrepayments=true\n`);
    const [less] = expectedOn(byHand, '2027-06-10', halves, [decided({ isGood: false })]);
    assert.equal(less!.amount, cents(133.02));
  });
  test('an extra amount is asked for each time, until the loan is paid off sooner', () => {
    const found = amountsOf(expectedOn(exampleA(), '2027-03-11', planOf(amounts({ extra: cents(50) }))));
    assert.deepEqual(
      found.slice(0, 10),
      Array.from({ length: 10 }, () => 716.05),
    );
    assert.equal(found.length, 12);
    // The interest that the extra saved is in the last ones: eleven at 716.05 are 7,876.55.
    assert.equal(found[10], 716.05);
    assert.ok(found[11]! < 100 && found[11]! > 60, `${found[11]}`);
  });
  test('what is paid by hand lowers what is due and the extra together', () => {
    const life = exampleA(`${paid}  2027-06-01  payment 700.00 enablePrepayments=true\n`);
    const plus = planOf({ since, ...amounts({ extra: cents(50) }) });
    assert.equal(amountsOf(expectedOn(life, '2027-06-10', plus))[0], 16.05);
  });
  test('a fixed amount is asked for whatever comes due, and never more than is owed', () => {
    const fixed = planOf(amounts({ fixed: cents(1000) }));
    const found = amountsOf(expectedOn(exampleA(), '2027-03-11', fixed));
    assert.deepEqual(found.slice(0, 7), [1000, 1000, 1000, 1000, 1000, 1000, 1000]);
    assert.ok(found[7]! < 1000 && found.length === 8, `${found}`);
  });
  test('nothing is asked for while the loan is frozen, called in, charged off or paid off', () => {
    const ends = ['freeze', 'acceleration', 'payment 6950.00', 'chargeOff'];
    for (const end of ends) {
      const life = exampleA(`  2027-04-15  payment 666.05\n  2027-04-20  ${end}\n`);
      assert.deepEqual(expectedOn(life, '2027-04-21', planOf({ since: at('2027-04-16') })), [], end);
    }
  });
  test('a payoff on the way leaves nothing to ask for', () => {
    const life = exampleA('  2027-04-15  payment 666.05\n  2027-05-10  payment 6980.00\n');
    assert.deepEqual(expectedOn(life, '2027-05-06', planOf({ since: at('2027-04-16') })), []);
  });
});

describe('amounts on a line', () => {
  // 1,240.00 on the statement of 06-01, of which 5 % is asked for by 06-22.
  const facts = [
    activation('2027-05-01'),
    draw('2027-05-01', 'A', drawTerms('0', { percent: '0.05' })),
    buy('2027-05-10', 'A', 1240),
    pay('2027-06-10', 40),
    buy('2027-06-12', 'A', 90),
    refund('2027-06-15', 'A', 30),
  ];
  const life = lineLife(lineTerms([1, 22]), facts);
  const on = (rule: Partial<AmountRule>) =>
    expectedOn(life, '2027-06-21', planOf({ since: at('2027-06-02'), ...amounts(rule) })).map(shownExpected);
  test('the table of 2027-06-22', () => {
    assert.deepEqual(on({}), ['2027-06-22 2027-06-22 22.00']);
    assert.deepEqual(on({ extra: cents(50) }), ['2027-06-22 2027-06-22 72.00']);
    assert.deepEqual(on({ asks: 'statementBalance' }), ['2027-06-22 2027-06-22 1170.00']);
    assert.deepEqual(on({ fixed: cents(200) }), ['2027-06-22 2027-06-22 200.00']);
  });
  test('nothing is known before the first statement', () => {
    const plan = planOf({ since: at('2027-05-02') });
    assert.deepEqual(expectedOn(life, '2027-05-20', plan), []);
  });
});
