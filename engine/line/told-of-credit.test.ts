// What the account of a line shows where the borrower has credit: by grace that comes back, and by what was paid too much.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { dateOf } from '../values/day.ts';
import type { LineFact } from './facts.ts';
import { replayLine } from './replay.ts';
import { activation, buy, day, dollars, draw, drawTerms, fact, lineTerms, pay } from './test-lines.ts';
import { account, begin, terms } from './test-told.ts';

describe('grace that comes back after a statement was sent late', () => {
  // As in golden/line/grace-won-back-late.txt.
  const plain = lineTerms([12, 8]);
  const sent = fact('statementSent', '2027-07-25', {
    obligation: 2,
    minimum: dollars(3),
    newBalance: dollars(103),
    draws: [{ draw: 'G', fullBalance: dollars(103) }],
  });
  const facts = (restore: number, ...more: LineFact[]): LineFact[] => [
    activation('2027-05-15'),
    draw('2027-05-15', 'G', drawTerms('0.365', { grace: restore })),
    buy('2027-05-20', 'G', 100),
    sent,
    ...more,
  ];
  test('what money had taken since is customer credit', () => {
    const all = facts(2, pay('2027-08-01', 105), buy('2027-08-05', 'G', 50), pay('2027-08-14', 50.45));
    assert.deepEqual(account(all, '2027-09-01', '2027-09-09', plain), [
      '2027-09-09 graceRestored G 0.00 (0.00 -0.10 0.00 0.10)',
    ]);
    const { creditSince } = replayLine(plain, all, { through: day('2027-09-09') }).position;
    assert.equal(creditSince, day('2027-09-09'));
  });
  test('nothing had been taken: there is no credit', () => {
    const all = facts(1, pay('2027-08-01', 103));
    assert.deepEqual(account(all, '2027-08-15', '2027-08-16', plain), [
      '2027-08-16 graceRestored G 0.00 (0.00 -2.00 0.00 0.00)',
    ]);
    assert.equal(replayLine(plain, all, { through: day('2027-08-16') }).position.creditSince, null);
  });
  test('what the next statement billed is given back, and used', () => {
    const all = facts(1, pay('2027-08-01', 103), buy('2027-08-05', 'G', 50), pay('2027-08-14', 1));
    assert.deepEqual(account(all, '2027-08-15', '2027-08-16', plain), [
      '2027-08-16 graceRestored G 0.00 (0.00 -2.35 0.00 1.00)',
      '2027-08-16 creditUsed 1.00 (0.00 0.00 1.00 0.00)',
    ]);
  });
});

describe('customer credit', () => {
  test('since when there is any', () => {
    const facts = [
      ...begin(100),
      // Five days of it cost 0.50.
      pay('2027-05-25', 110.5),
      fact('reimbursement', '2027-05-26', { amount: dollars(4) }),
      pay('2027-05-27', 1),
      buy('2027-05-29', 'A', 6.99),
      buy('2027-05-30', 'A', 1),
      pay('2027-06-02', 5),
    ];
    const since = (on: string) => {
      const { customerCredit, creditSince } = replayLine(terms, facts, { through: day(on) }).position;
      return [customerCredit / 100, creditSince === null ? null : dateOf(creditSince)];
    };
    assert.deepEqual(since('2027-05-25'), [10, '2027-05-25']);
    assert.deepEqual(since('2027-05-26'), [6, '2027-05-25']);
    assert.deepEqual(since('2027-05-27'), [7, '2027-05-25']);
    assert.deepEqual(since('2027-05-29'), [0.01, '2027-05-25']);
    assert.deepEqual(since('2027-05-30'), [0, null]);
    // 0.99 for three days is no whole cent.
    assert.deepEqual(since('2027-06-02'), [4.01, '2027-06-02']);
  });
  test('none since it was given back, or where a payment is exact', () => {
    const since = (...facts: LineFact[]) =>
      replayLine(terms, [...begin(100), ...facts], { through: day('2027-05-26') }).position.creditSince;
    const back = (amount: number): LineFact => fact('reimbursement', '2027-05-26', { amount: dollars(amount) });
    assert.equal(since(pay('2027-05-25', 110.5), back(10)), null);
    assert.equal(since(pay('2027-05-25', 110.5), back(9.99)), day('2027-05-25'));
    assert.equal(since(pay('2027-05-25', 100.5)), null);
  });
  test('a settlement that the line did not need is over when the line has ended', () => {
    const facts = [
      ...begin(100),
      fact('close', '2027-05-21', {}),
      fact('settlement', '2027-05-22', { amount: dollars(90), lastDay: day('2027-07-31') }),
      fact('serviceCredit', '2027-05-25', { amount: dollars(100.5), component: null, draw: null }),
      buy('2027-05-27', 'A', 95),
      pay('2027-05-27', 90),
    ];
    assert.deepEqual(account(facts, '2027-05-25', '2027-05-27'), [
      '2027-05-25 serviceCredit 100.50 (0.00 0.50 100.00 0.00)',
      '2027-05-25 paidOff 0.00 (0.00 0.00 0.00 0.00)',
      '2027-05-27 purchase A 95.00 (0.00 0.00 95.00 0.00)',
      '2027-05-27 payment 90.00 (0.00 0.00 90.00 0.00)',
    ]);
  });
});
