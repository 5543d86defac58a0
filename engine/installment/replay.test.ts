// What a replay records besides postings: the events, and the segments of interest.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Segment } from '../account/records.ts';
import { type Loan, readLoan } from '../calc/read-loan.ts';
import { parseGolden } from '../golden/golden-file.ts';
import { type CivilDate, parseCivilDate } from '../values/civil-date.ts';
import { dateOf, dayOf } from '../values/day.ts';
import { replay } from './replay.ts';
import type { State } from './state.ts';

/** A loan written as in the golden cases. */
function stateThrough(day: string, text: string): State {
  const { terms, facts } = readLoan(parseGolden(text).cases[0]!.loan) as Loan;
  return replay(terms, facts, { through: dayOf(parseCivilDate(day) as CivilDate) });
}

const eventsOf = ({ records }: State): string[] => records.events.map(({ on, type }) => `${dateOf(on)} ${type}`);

test('the events of a loan that is late, frozen, paid off, charged again and closed', () => {
  const state = stateThrough(
    '2027-03-10',
    `
terms
  principal        200.00
  interest.rate    0
  payments.day     1
  payments.count   2
  fees.late.graceDays  5
  fees.late.flat       10.00
  fees.nsf         15.00
facts
  2027-01-01  activation
  2027-01-10  fee modification 2.00
  2027-01-11  fee foreignTransaction 1.00
  2027-01-12  fee adHoc 1.00
  2027-02-10  payment 104.00
  2027-02-20  freeze
  2027-02-25  unfreeze
  2027-02-27  payment 50.00 id=returned
  2027-02-28  undo of=returned nsfFee=true
  2027-03-01  payment 125.00
  2027-03-05  fee adHoc 3.00
  2027-03-06  payment 3.00
  2027-03-07  close
`,
  );
  assert.deepEqual(eventsOf(state), [
    '2027-01-01 loan.activated',
    '2027-01-10 loan.modificationfee.booked',
    '2027-01-11 loan.foreigntransactionfee.booked',
    '2027-01-12 loan.fee.booked',
    '2027-02-01 loan.obligation.statuschanged',
    '2027-02-02 loan.obligation.statuschanged',
    '2027-02-02 loan.overdue',
    '2027-02-07 loan.latefee.booked',
    '2027-02-10 payment.applied',
    '2027-02-10 loan.obligation.statuschanged',
    '2027-02-10 loan.current',
    '2027-02-20 loan.frozen',
    '2027-02-25 loan.unfrozen',
    '2027-02-28 loan.nsffee.booked',
    '2027-03-01 loan.obligation.statuschanged',
    '2027-03-01 payment.applied',
    '2027-03-01 loan.obligation.statuschanged',
    '2027-03-01 loan.paidoff',
    '2027-03-05 loan.fee.booked',
    '2027-03-05 loan.statuschanged',
    '2027-03-06 loan.obligation.statuschanged',
    '2027-03-06 payment.applied',
    '2027-03-06 loan.obligation.statuschanged',
    '2027-03-06 loan.paidoff',
    '2027-03-07 loan.closed',
  ]);
});

test('the events of interest that joins the principal, of an acceleration and of a charge-off', () => {
  const state = stateThrough(
    '2027-02-20',
    `
terms
  principal        1000.00
  interest.rate    0.365
  interest.accrual compoundWithFees
  payments.day     1
  payments.count   3
  fees.periodic    type=service amount=5.00
facts
  2027-01-01  activation
  2027-02-10  acceleration
  2027-02-12  chargeOff fraud
`,
  );
  assert.deepEqual(eventsOf(state), [
    '2027-01-01 loan.activated',
    '2027-02-01 loan.fee.booked',
    '2027-02-01 loan.obligation.statuschanged',
    '2027-02-02 loan.interest.capitalized',
    '2027-02-02 loan.fee.capitalized',
    '2027-02-02 loan.obligation.statuschanged',
    '2027-02-02 loan.overdue',
    '2027-02-10 loan.acceleration.processed',
    '2027-02-11 loan.obligation.statuschanged',
    '2027-02-12 loan.chargeoff.processed',
  ]);
});

const segmentText = ({ from, to, principal, rate, rateBeforeDiscount, scale, weight, interest }: Segment): string =>
  `${dateOf(from)}..${dateOf(to)} ${principal} at ${rate / scale} (${rateBeforeDiscount / scale}): ${weight} days, ${
    interest.whole
  }`;
const segmentsOf = ({ records, position }: State): string[] =>
  [...records.segments, ...(position.segment === null ? [] : [position.segment])].map(segmentText);

// 36.5 % a year is a thousandth a day.
const aThousandthADay = `
terms
  principal        1000.00
  interest.rate    0.365
  payments.day     1
  payments.amount  100.00
facts
  2027-01-01  activation
`;

test('a segment ends where balance, rate, discount or period change, and nowhere else', () => {
  const state = stateThrough(
    '2027-02-05',
    `${aThousandthADay}
  2027-01-05  statementSent obligation=1
  2027-01-11  rate 0.73 replaces=true
  2027-01-11  promo 0.365 until=2027-01-20
  2027-01-25  payment 128.00
`,
  );
  assert.deepEqual(segmentsOf(state), [
    '2027-01-01..2027-01-11 100000 at 0.365 (0.365): 10 days, 1000',
    '2027-01-11..2027-01-21 100000 at 0.365 (0.73): 10 days, 1000',
    '2027-01-21..2027-01-25 100000 at 0.73 (0.73): 4 days, 800',
    '2027-01-25..2027-02-01 90000 at 0.73 (0.73): 7 days, 1260',
    '2027-02-01..2027-02-05 90000 at 0.73 (0.73): 4 days, 720',
  ]);
});

test('frozen days are a segment of their own if they count in the end, and none if they do not', () => {
  const frozen = (accrueFrozenDays: boolean): string[] =>
    segmentsOf(
      stateThrough(
        '2027-01-20',
        `${aThousandthADay}
  2027-01-11  freeze
  2027-01-16  unfreeze accrueFrozenDays=${accrueFrozenDays}
`,
      ),
    );
  const [before, during, after] = [
    '2027-01-01..2027-01-11 100000 at 0.365 (0.365): 10 days, 1000',
    '2027-01-11..2027-01-16 100000 at 0.365 (0.365): 5 days, 500',
    '2027-01-16..2027-01-20 100000 at 0.365 (0.365): 4 days, 400',
  ];
  assert.deepEqual(frozen(true), [before, during, after]);
  assert.deepEqual(frozen(false), [before, after]);
});

test('the last segment of a loan that is paid off has ended', () => {
  const state = stateThrough('2027-01-11', `${aThousandthADay}\n  2027-01-11  payment 1010.00\n`);
  assert.equal(state.position.segment, null);
  assert.deepEqual(segmentsOf(state), ['2027-01-01..2027-01-11 100000 at 0.365 (0.365): 10 days, 1000']);
});

test('what joins the principal is told by kind, and what joined as a whole is not overdue', () => {
  const lines = (accrual: string, fee: string, more = ''): string[] => {
    const state = stateThrough(
      '2027-02-02',
      `
terms
  principal              1000.00
  interest.rate          0.365
  interest.accrual       ${accrual}
  payments.day           1
  payments.count         3
  payments.interestOnly  1
  fees.periodic          type=service amount=${fee}
facts
  2027-01-01  activation
${more}`,
    );
    const told = eventsOf(state).filter((line) => /^2027-02-02/.test(line));
    return [...told, ...state.records.steps.map(({ kind, amount }) => `${kind} ${amount}`)];
  };
  assert.deepEqual(lines('compoundWithFees', '0.01'), [
    '2027-02-02 loan.interest.capitalized',
    '2027-02-02 loan.fee.capitalized',
    '2027-02-02 loan.obligation.statuschanged',
    'activation 100000',
    'due 3101',
    'capitalisation 3101',
  ]);
  assert.deepEqual(lines('compound', '0.01', '  2027-02-01  payment 0.01\n'), [
    '2027-02-02 loan.interest.capitalized',
    '2027-02-02 loan.obligation.statuschanged',
    'activation 100000',
    'due 3101',
    'payment 1',
    'capitalisation 3100',
  ]);
});
