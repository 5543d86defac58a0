import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { dateOf } from '../values/day.ts';
import { checkCycle, datesToCome } from './cycle.ts';
import { replayLine } from './replay.ts';
import type { CycleTerms, LineTerms } from './terms.ts';
import { activation, day, fact, lineTerms } from './test-lines.ts';

const both = (...days: number[]): CycleTerms => ({
  frequency: 'monthly',
  fixed: 'both',
  days,
  startDate: null,
  dueAfterDays: null,
});
const one = (fixed: 'dueDay' | 'statementDay', dayOfMonth: number, dueAfterDays: number): CycleTerms => ({
  frequency: 'monthly',
  fixed,
  days: [dayOfMonth],
  startDate: null,
  dueAfterDays,
});

function firstThree(cycle: CycleTerms, from: string): string[] {
  const terms = lineTerms([3, 28], { cycle });
  const { position } = replayLine(terms, [activation(from)], { through: day(from) });
  return datesToCome(position, 3).map(({ statementOn, dueOn }) => `${dateOf(statementOn)} ${dateOf(dueOn)}`);
}

describe('statement dates and due dates', () => {
  const table: [string, CycleTerms, string[]][] = [
    ['[3, 28]', both(3, 28), ['2027-01-03 2027-01-28', '2027-02-03 2027-02-28', '2027-03-03 2027-03-28']],
    ['[12, 8]', both(12, 8), ['2027-01-12 2027-02-08', '2027-02-12 2027-03-08', '2027-03-12 2027-04-08']],
    ['[31, 25]', both(31, 25), ['2027-01-31 2027-02-25', '2027-02-28 2027-03-25', '2027-03-31 2027-04-25']],
    ['[7, 31]', both(7, 31), ['2027-01-07 2027-01-31', '2027-02-07 2027-02-28', '2027-03-07 2027-03-31']],
    ['due day 31', one('dueDay', 31, 23), ['2027-01-08 2027-01-31', '2027-02-05 2027-02-28', '2027-03-08 2027-03-31']],
    [
      'statement day 30',
      one('statementDay', 30, 25),
      ['2027-01-30 2027-02-24', '2027-02-28 2027-03-25', '2027-03-30 2027-04-24'],
    ],
  ];
  for (const [name, cycle, dates] of table) {
    test(name, () => assert.deepEqual(firstThree(cycle, '2027-01-01'), dates));
  }
  test('the first period may be short', () => {
    assert.deepEqual(firstThree(both(3, 28), '2027-05-27')[0], '2027-06-03 2027-06-28');
    assert.deepEqual(firstThree(both(3, 28), '2027-06-03')[0], '2027-07-03 2027-07-28');
  });
  test('or pushed out', () => {
    const terms = lineTerms([3, 28], { bufferDays: 10 });
    const { position } = replayLine(terms, [activation('2027-05-27')], { through: day('2027-05-27') });
    assert.equal(dateOf(position.statementOn), '2027-07-03');
  });
  test('weeks, and days twice a month', () => {
    const weekly = (frequency: CycleTerms['frequency'], days: number[]): CycleTerms => ({
      ...one('statementDay', 1, 10),
      frequency,
      days,
    });
    // 2027-01-01 is a Friday.
    assert.deepEqual(firstThree({ ...weekly('weekly', [1]), dueAfterDays: 5 }, '2027-01-01'), [
      '2027-01-04 2027-01-09',
      '2027-01-11 2027-01-16',
      '2027-01-18 2027-01-23',
    ]);
    assert.deepEqual(firstThree(weekly('everyTwoWeeks', [1]), '2027-01-01'), [
      '2027-01-04 2027-01-14',
      '2027-01-18 2027-01-28',
      '2027-02-01 2027-02-11',
    ]);
    assert.deepEqual(firstThree(weekly('twiceMonthly', [1, 15]), '2027-01-01'), [
      '2027-01-15 2027-01-25',
      '2027-02-01 2027-02-11',
      '2027-02-15 2027-02-25',
    ]);
  });
});

describe('days that cannot be those of a line', () => {
  const card = { regulation: 'card', delinquency: lineTerms([3, 28]).delinquency } as const;
  const check = (cycle: CycleTerms, terms: Pick<LineTerms, 'regulation' | 'delinquency'> = card, hasGrace = true) =>
    checkCycle(cycle, terms, hasGrace);
  test('good ones', () => {
    for (const days of [
      [3, 28],
      [12, 8],
      [31, 25],
      [7, 31],
    ])
      assert.equal(check(both(...days)), undefined, String(days));
    assert.equal(check(one('dueDay', 31, 23)), undefined);
    assert.equal(check(one('statementDay', 30, 25), { ...card, regulation: 'openEnd' }), undefined);
  });
  test('28 days after a statement of February is the next statement', () => {
    for (const n of [1, 15, 28, 31])
      assert.match(check(one('dueDay', n, 28)) ?? '', /before the next statement/, String(n));
    for (const n of [29, 30]) {
      assert.equal(check(one('dueDay', n, 28), { ...card, regulation: 'openEnd' }), undefined, String(n));
    }
  });
  test('too few days to pay: 21 for cards and grace, 14 for other consumers, one outside of Regulation Z', () => {
    assert.match(check(both(8, 28)) ?? '', /at least 21 days after the statement; it may be 20/);
    assert.match(check(both(8, 28), { ...card, regulation: 'openEnd' }) ?? '', /at least 21/);
    assert.equal(check(both(8, 28), { ...card, regulation: 'openEnd' }, false), undefined);
    assert.match(check(both(15, 28), { ...card, regulation: 'openEnd' }, false) ?? '', /at least 14/);
    assert.equal(check(both(15, 28), { ...card, regulation: 'none' }), undefined);
    assert.equal(check(one('dueDay', 15, 1), { ...card, regulation: 'none' }), undefined);
    assert.match(check(one('dueDay', 15, 0), { ...card, regulation: 'none' }) ?? '', /days from statement to due date/);
  });
  test('a card has the same due day in each month', () => {
    assert.match(check(one('statementDay', 3, 25)) ?? '', /same due day/);
    assert.match(check(both(4, 29)) ?? '', /1 to 28 or 31, not 29/);
    assert.match(check(one('dueDay', 30, 23)) ?? '', /1 to 28 or 31, not 30/);
  });
  test('deadlines that move need room', () => {
    const moved = { regulation: 'none', delinquency: { ...card.delinquency, deadlines: 'following' } } as const;
    assert.match(check(both(8, 6), moved) ?? '', /4 days or more before the next statement; it may be 2\./);
    assert.equal(check(both(8, 4), moved), undefined);
  });
  test('both days fixed are for the month alone', () => {
    assert.match(check({ ...both(1, 2), frequency: 'weekly' }) ?? '', /by the month only/);
    assert.match(check({ ...both(3, 28), dueAfterDays: 25 }) ?? '', /are not given/);
    const single = { ...one('dueDay', 1, 25), frequency: 'singleTerm' as never };
    assert.match(check(single, { ...card, regulation: 'none' }) ?? '', /no single term/);
    assert.match(check(both(1)) ?? '', /statement day and the due day/);
    assert.match(check({ ...one('dueDay', 1, 25), dueAfterDays: null }) ?? '', /days from statement to due date/);
  });
});

describe('a change of days', () => {
  const terms = lineTerms([3, 28]);
  const change = fact('cycleChange', '2027-03-10', { cycle: both(20, 15) });
  test('the running period and its due date stay; the next statement is more than 15 days after', () => {
    const { position, records } = replayLine(terms, [activation('2027-01-20'), change], { through: day('2027-07-01') });
    assert.deepEqual(
      records.bills.map(({ statementOn, dueOn }) => `${dateOf(statementOn)} ${dateOf(dueOn)}`),
      [
        '2027-02-03 2027-02-28',
        '2027-03-03 2027-03-28',
        '2027-04-03 2027-04-28',
        '2027-05-20 2027-06-15',
        '2027-06-20 2027-07-15',
      ],
    );
    assert.equal(dateOf(position.statementOn), '2027-07-20');
  });
});
