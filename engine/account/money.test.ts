// The totals of a loan's money by kind and by component, and how each obligation was fulfilled.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Loan, readLoan } from '../calc/read-loan.ts';
import { parseGolden } from '../golden/golden-file.ts';
import { replay } from '../installment/replay.ts';
import type { State } from '../installment/state.ts';
import { type CivilDate, parseCivilDate } from '../values/civil-date.ts';
import { dateOf, dayOf } from '../values/day.ts';
import { read } from './read.ts';
import type { Totals } from './state.ts';

const loanOf = (text: string): Loan => readLoan(parseGolden(text).cases[0]!.loan) as Loan;

/** A loan written as in the golden cases. */
function stateThrough(day: string, text: string): State {
  const { terms, facts } = loanOf(text);
  return replay(terms, facts, { through: dayOf(parseCivilDate(day) as CivilDate) });
}

/** The totals that are not zero. */
const totalsOf = ({ position }: State): Partial<Totals> =>
  Object.fromEntries(Object.entries(position.totals).filter(([, amount]) => amount !== 0));

const withoutInterest = `
terms
  principal        600.00
  interest.rate    0
  payments.day     1
  payments.count   6
facts
  2027-01-01  activation
`;

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

test('payments, credits, refunds, reimbursements and advances are counted apart', () => {
  const state = stateThrough(
    '2027-02-03',
    `${withoutInterest}
  2027-01-05  fee adHoc 5.00
  2027-01-10  payment 55.00
  2027-01-12  serviceCredit 20.00
  2027-01-13  refund 30.00
  2027-01-14  advance 40.00
  2027-02-02  payment 40.00
  2027-02-03  reimbursement 7.00
`,
  );
  assert.deepEqual(totalsOf(state), {
    lent: 640_00,
    repaid: 83_00,
    credited: 20_00,
    refunded: 30_00,
    // The payment before the due date took 50.00 of principal; with the credit they lower the instalment to 30.00, and
    // 10.00 of the second payment are left beside it.
    cameDue: 30_00,
    paidBeforeDue: 60_00,
    payments: 95_00,
    credits: 20_00,
    refunds: 30_00,
    reimbursements: 7_00,
    owedAgain: 7_00,
    paidPrincipal: 83_00,
    paidFees: 5_00,
  });
});

test('a credit counts as credited, a recovery as recovered, and what nobody owed as paid over', () => {
  const state = stateThrough(
    '2027-01-14',
    `${aThousandthADay}
  2027-01-05  fee adHoc 3.00
  2027-01-11  serviceCredit 20.00
  2027-01-12  chargeOff fraud
  2027-01-13  payment 500.00
  2027-01-14  payment 600.00
`,
  );
  // 20.00 took 3.00 of fees, 10.00 of interest and 7.00 of principal. The day after earned 0.993, booked 0.99.
  assert.deepEqual(totalsOf(state), {
    lent: 1000_00,
    credited: 7_00,
    creditedInterest: 10_00,
    creditedFees: 3_00,
    credits: 20_00,
    writtenOff: 993_00,
    recovered: 993_00,
    payments: 1100_00,
    paidPrincipal: 993_00,
    paidInterest: 99,
    paidOver: 106_01,
    interestBooked: 10_99,
  });
});

test('credit that is used later was paid over no more', () => {
  const lent = (through: string) =>
    totalsOf(stateThrough(through, `${withoutInterest}\n  2027-01-10  payment 650.00\n  2027-01-15  advance 20.00\n`));
  assert.equal(lent('2027-01-10').paidOver, 50_00);
  assert.equal(lent('2027-01-15').paidOver, 30_00);
  assert.equal(lent('2027-01-15').repaid, 620_00);
});

test('principal that is paid before it is due is told from what comes due, and from what is paid ahead', () => {
  // By the default rule, the 150.00 lower the instalments of February and March, and 50.00 of the latter come due.
  const ahead = totalsOf(stateThrough('2027-03-01', `${withoutInterest}\n  2027-01-10  payment 150.00\n`));
  assert.deepEqual([ahead.cameDue, ahead.paidBeforeDue, ahead.paidBeyond], [50_00, 150_00, undefined]);
  const shorter = withoutInterest.replace('facts', '  prepayment  shorten\nfacts');
  const beyond = totalsOf(stateThrough('2027-03-01', `${shorter}\n  2027-01-10  payment 150.00\n`));
  assert.deepEqual([beyond.cameDue, beyond.paidBeforeDue, beyond.paidBeyond], [200_00, 150_00, 150_00]);
  // Credit that pays the whole loan off has paid it before it was due.
  const credit = totalsOf(
    stateThrough('2027-01-15', `${withoutInterest}\n  2027-01-10  payment 700.00\n  2027-01-15  advance 20.00\n`),
  );
  assert.deepEqual([credit.cameDue, credit.paidBeforeDue], [undefined, 620_00]);
});

test('what a settlement gives up of principal is settled', () => {
  const state = stateThrough(
    '2027-01-11',
    `${withoutInterest}
  2027-01-10  settlement amount=100.00 lastDay=2027-03-01
  2027-01-11  payment 100.00
`,
  );
  assert.deepEqual(totalsOf(state), {
    lent: 600_00,
    repaid: 100_00,
    settled: 500_00,
    paidBeforeDue: 100_00,
    payments: 100_00,
    paidPrincipal: 100_00,
  });
});

test('an obligation knows what payments and what credits took of it', () => {
  for (const component of ['', 'principal']) {
    const state = stateThrough(
      '2027-02-02',
      `${withoutInterest}
  2027-02-01  serviceCredit 30.00 ${component}
  2027-02-02  payment 70.00
`,
    );
    const [first] = state.records.obligations;
    assert.deepEqual([first!.byCredits, first!.byPayments], [30_00, 70_00]);
    assert.deepEqual([state.position.totals.credited, state.position.totals.repaid], [30_00, 70_00]);
  }
});

test('credit of the borrower is a payment of old', () => {
  const { position } = stateThrough(
    '2027-02-01',
    `${withoutInterest}
  2027-01-10  payment 650.00
  2027-01-15  advance 60.00
`,
  );
  assert.deepEqual(
    position.obligations.map(({ byPayments, byCredits }) => [byPayments, byCredits]),
    [[50_00, 0]],
  );
});

test('a due date that has no share of a spread fee has no fee', () => {
  const { position } = stateThrough(
    '2027-03-01',
    `
terms
  principal                 600.00
  interest.rate             0
  payments.day              1
  payments.count            6
  fees.origination.amount   0.01
  fees.origination.charged  spread
facts
  2027-01-01  activation
`,
  );
  assert.deepEqual(
    position.obligations.map(({ fees }) => fees.map(({ amount, open }) => [amount, open])),
    [[[1, 1]], []],
  );
});

test('and how much was paid ahead of it, the last one excepted, which asks for everything', () => {
  const { records } = stateThrough(
    '2027-03-01',
    `
terms
  principal        300.00
  interest.rate    0
  payments.day     1
  payments.count   2
facts
  2027-01-01  activation
  2027-01-10  payment 250.00
  2027-03-01  payment 50.00
`,
  );
  assert.deepEqual(
    records.obligations.map(({ ordinal, principal, paidAhead }) => [ordinal, principal, paidAhead]),
    [
      [1, 0, 150_00],
      [2, 50_00, 0],
    ],
  );
});

test('and what of it joined the principal', () => {
  const { position } = stateThrough(
    '2027-02-02',
    aThousandthADay.replace(
      'payments.day',
      'interest.accrual compoundWithFees\n  fees.periodic type=service amount=5.00\n  payments.day',
    ),
  );
  assert.equal(position.totals.capitalised, 36_00);
  assert.deepEqual(
    position.obligations.map(({ interest, interestOpen, capitalised, byPayments, byCredits }) => [
      interest,
      interestOpen,
      capitalised,
      byPayments,
      byCredits,
    ]),
    [[31_00, 0, 36_00, 0, 0]],
  );
});

test('fees and advances that are due at once have obligations without a number or anything else', () => {
  const { position } = stateThrough(
    '2027-07-20',
    `${withoutInterest}
  2027-07-10  advance 40.00
  2027-07-20  fee adHoc 3.00
`,
  );
  const own = position.obligations.filter(({ kind }) => kind !== 'instalment');
  assert.deepEqual(
    own.map(({ kind, ordinal, interest, principal, paidAhead, feesDue }) => [
      kind,
      ordinal,
      interest,
      principal,
      paidAhead,
      feesDue,
    ]),
    [
      ['demand', 0, 0, 40_00, 0, 0],
      ['fee', 0, 0, 0, 0, 3_00],
    ],
  );
});

test('an obligation whose late fee pyramiding blocked says so', () => {
  const { position } = stateThrough(
    '2027-05-12',
    `
terms
  principal            600.00
  interest.rate        0
  payments.day         1
  payments.count       6
  fees.late.graceDays  40
  fees.late.flat       20.00
facts
  2027-01-01  activation
  2027-04-01  payment 300.00
`,
  );
  assert.deepEqual(
    position.obligations.map(({ ordinal, isBlockedByPyramiding }) => [ordinal, isBlockedByPyramiding]),
    [
      [3, true],
      [4, false],
    ],
  );
});

test('what promos kept from accruing adds up over periods, frozen days too if they count', () => {
  const discount = (through: string, accrueFrozenDays: boolean): string => {
    const { terms, facts } = loanOf(`${aThousandthADay}
  2027-01-01  promo 0.1825
  2027-01-11  freeze
  2027-01-16  unfreeze accrueFrozenDays=${accrueFrozenDays}
`);
    return read(terms, replay(terms, facts, { through: dayOf(parseCivilDate(through) as CivilDate) })).discountTotal;
  };
  // Half of 1.00 a day; nothing is ever paid.
  assert.equal(discount('2027-01-31', true), '1500/1');
  assert.equal(discount('2027-02-01', true), '1550/1');
  assert.equal(discount('2027-03-01', true), '2950/1');
  assert.equal(discount('2027-03-01', false), '2700/1');
});

test('a charge-off and a settlement close what is open, on their day', () => {
  const closed = (...lines: string[]) => {
    const { records, position } = stateThrough('2027-02-05', withoutInterest + lines.join('\n'));
    assert.deepEqual(position.obligations, []);
    return records.obligations.map(({ kind, closedOn }) => `${kind} ${closedOn === null ? 'open' : dateOf(closedOn)}`);
  };
  assert.deepEqual(closed('  2027-02-04  chargeOff fraud'), ['instalment 2027-02-04', 'acceleration 2027-02-04']);
  const settled = ['  2027-02-03  settlement amount=10.00 lastDay=2027-03-01', '  2027-02-05  payment 10.00'];
  assert.deepEqual(closed(...settled), ['instalment 2027-02-05']);
});

test('a financed fee is capitalised', () => {
  const financed = 'fees.origination.charged financed\n  fees.origination.amount 12.00\n  payments.day';
  const state = stateThrough('2027-01-01', withoutInterest.replace('payments.day', financed));
  assert.deepEqual(totalsOf(state), { lent: 600_00, capitalised: 12_00 });
});
