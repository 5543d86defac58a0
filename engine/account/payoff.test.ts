import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readLoan } from '../calc/read-loan.ts';
import { replay } from '../installment/replay.ts';
import type { CivilDate } from '../values/civil-date.ts';
import { dayOf } from '../values/day.ts';
import { payoffOf } from './payoff.ts';
import { read } from './read.ts';

const on = (date: string) => dayOf(date as CivilDate);

/**
 * 3,000.00 earn 3.00 a day. On Sunday 2027-05-02 every bucket has an amount: the first payment (907.00 + 93.00 for 31
 * days, a service fee of 2.00) is overdue with a late fee of 10.00 that became due on 05-01; the second (910.00 + 90.00
 * for 30 days, 2.00) fell on a Saturday and is due until Monday; 1,183.00 and the 3.00 of 05-01 are not due, and a fee
 * of 5.00 waits.
 */
const fullOfEverything = (facts: readonly object[] = [], delinquency: object = {}) =>
  readLoan({
    terms: {
      principal: 3000,
      interest: { rate: 0.365 },
      payments: { day: 1, count: 3, amount: 1000 },
      fees: { late: { graceDays: 5, flat: 10 }, periodic: [{ type: 'service', amount: 2 }] },
      delinquency: { deadlines: 'following', ...delinquency },
    },
    facts: [
      { kind: 'activation', on: '2027-03-01' },
      { kind: 'fee', type: 'adHoc', on: '2027-05-01', amount: 5 },
      ...facts,
    ],
  });

const sunday = on('2027-05-02');

describe('payoff', () => {
  test('is all there is: not due, due and overdue, of principal, interest and fees', () => {
    const { terms, facts } = fullOfEverything();
    assert.deepEqual(payoffOf(terms, replay(terms, facts, { through: sunday })), {
      goodThrough: sunday,
      amount: 3205_00,
      principal: 3000_00,
      interest: 186_00,
      fees: 19_00,
      credit: 0,
      perDiem: '3.000000',
    });
    const reading = read(terms, replay(terms, facts, { through: sunday }));
    assert.equal(reading.outstanding, 3205_00);
    assert.deepEqual(reading.principal, { notDue: 1183_00, due: 910_00, overdue: 907_00 });
    assert.deepEqual(reading.interest, { notDue: 3_00, due: 90_00, overdue: 93_00 });
    assert.deepEqual(reading.fees, {
      service: { notDue: 0, due: 2_00, overdue: 2_00 },
      late: { notDue: 0, due: 10_00, overdue: 0 },
      adHoc: { notDue: 5_00, due: 0, overdue: 0 },
    });
  });

  test('goes on from a checkpoint to the same', () => {
    const { terms, facts } = fullOfEverything();
    const from = replay(terms, facts, { through: on('2027-04-20') });
    assert.deepEqual(
      payoffOf(terms, replay(terms, facts, { through: sunday, from })),
      payoffOf(terms, replay(terms, facts, { through: sunday })),
    );
  });

  test('after a charge-off it is what was charged off, and what accrues on it where the product says so', () => {
    const chargeOff = { kind: 'chargeOff', on: '2027-05-02', reason: 'unpaid' };
    const recovery = { kind: 'payment', on: '2027-05-02', time: '15:00', amount: 100 };
    const still = fullOfEverything([chargeOff, recovery]);
    const monday = { through: on('2027-05-03') };
    const { amount, principal, interest, fees, perDiem } = payoffOf(
      still.terms,
      replay(still.terms, still.facts, monday),
    );
    assert.deepEqual([amount, principal, interest, fees, perDiem], [3105_00, 2900_00, 186_00, 19_00, '0.000000']);
    const accruing = fullOfEverything([chargeOff, recovery], { accrualAfterChargeOff: true });
    const later = payoffOf(accruing.terms, replay(accruing.terms, accruing.facts, monday));
    assert.deepEqual([later.amount, later.interest, later.perDiem], [3107_90, 188_90, '2.900000']);
  });

  test('nothing is added by the day while the loan is frozen, or once it is paid', () => {
    const frozen = fullOfEverything([{ kind: 'freeze', on: '2027-05-02' }]);
    assert.equal(payoffOf(frozen.terms, replay(frozen.terms, frozen.facts, { through: sunday })).perDiem, '0.000000');
    const paid = fullOfEverything([{ kind: 'payment', on: '2027-05-02', amount: 3205.5 }]);
    const { amount, credit, perDiem } = payoffOf(paid.terms, replay(paid.terms, paid.facts, { through: sunday }));
    assert.deepEqual([amount, credit, perDiem], [0, 50, '0.000000'], 'half a dollar is owed to the borrower');
  });
});
