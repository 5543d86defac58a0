import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readLoan } from '../calc/read-loan.ts';
import { replay } from '../installment/replay.ts';
import type { CivilDate } from '../values/civil-date.ts';
import { dayOf } from '../values/day.ts';
import { explain } from './explain.ts';

const on = (date: string) => dayOf(date as CivilDate);

/** The sentence for the posting on this account on this day. */
function sentence(loan: unknown, day: string, account: string): string {
  const { terms, facts } = readLoan(loan);
  const state = replay(terms, facts, { through: on(day) });
  const posting = state.records.postings.find((one) => one.on === on(day) && one.account === account);
  assert.ok(posting !== undefined, `nothing is posted on ${account} on ${day}`);
  return explain(terms, state, posting);
}

const loan = (terms: object, facts: readonly object[] = []) => ({
  terms: { principal: 10000, interest: { rate: 0.05 }, payments: { day: 1, count: 12 }, ...terms },
  facts: [{ kind: 'activation', on: '2027-04-01' }, ...facts],
});

describe('explain', () => {
  test('interest: balance, rate, days and what was cut', () => {
    assert.equal(
      sentence(loan({}), '2027-05-01', 'interestIncome'),
      '$41.09 interest: $10,000.00 at 5.000 % for 30 of 365 days (2027-04-01 to 2027-05-01), cut from $41.0958….',
    );
  });

  test('a payment inside the period makes two stretches, and what it took of the interest is told', () => {
    // 15 days on 10,000.00 are 20.5479…; the payment takes 20.54, and 1,000.00 of principal.
    const paid = loan({ prepayment: 'lastDue' }, [{ kind: 'payment', on: '2027-04-16', amount: 1020.54 }]);
    assert.equal(
      sentence(paid, '2027-05-01', 'interest.due'),
      '$18.50 interest: $10,000.00 at 5.000 % for 15 of 365 days (2027-04-01 to 2027-04-16); ' +
        '$9,000.00 at 5.000 % for 15 of 365 days (2027-04-16 to 2027-05-01); less $20.54 paid or forgone before, ' +
        'cut from $18.5010….',
    );
  });

  test('rates that change, with more decimals', () => {
    const rates = [
      { days: 10, rate: 0.0725 },
      { days: null, rate: 0.0512345 },
    ];
    const words = sentence(loan({ interest: { rates } }), '2027-05-01', 'interest.due');
    assert.match(words, /at 7\.250 % for 10 of 365 days \(2027-04-01 to 2027-04-11\)/);
    assert.match(words, /at 5\.12345 % for 20 of 365 days \(2027-04-11 to 2027-05-01\)/);
  });

  test('other day counts and roundings are named', () => {
    const months = loan({ interest: { rate: 0.05, dayCount: '30/360', rounding: 'halfEven' } });
    assert.match(
      sentence(months, '2027-05-01', 'interestIncome'),
      /for 30 of 360 days .*, rounded half to even from \$41\.6666…\.$/,
    );
    const quarter = loan({ interest: { rate: 0.05, dayCount: 'actual/365.25' } });
    assert.match(sentence(quarter, '2027-05-01', 'interestIncome'), /for 30 of 365\.25 days/);
  });

  test('a payment says how it was divided', () => {
    const paid = loan({}, [{ kind: 'payment', id: 'P7', on: '2027-05-01', amount: 900 }]);
    assert.equal(
      sentence(paid, '2027-05-01', 'clearing'),
      '$900.00 clearing: payment of $900.00 on 2027-05-01 ($41.09 interest, $858.91 principal), cause payment:P7.',
    );
  });
});
