// What the account of a line shows, line by line, and what listeners hear, where lines come into trouble and end. A day
// costs 0.1 %, so every figure can be checked in the head.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { LineFact } from './facts.ts';
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
} from './test-lines.ts';
import { account, begin, heard, terms } from './test-told.ts';

describe('a line that is not paid', () => {
  // 06-12: 23 days on 1,000.00; 07-12: 30 days; called in after 8 more; charged off after 12 more.
  const facts = [
    ...begin(1000),
    fact('acceleration', '2027-07-20', {}),
    fact('chargeOff', '2027-08-01', { reason: 'loss' }),
    pay('2027-08-05', 100),
  ];
  test('its account', () => {
    assert.deepEqual(account(facts, '2027-06-01', '2027-08-05'), [
      '2027-06-12 statement 50.00 (0.00 23.00 27.00 0.00)',
      '2027-07-09 overdue 50.00 (0.00 23.00 27.00 0.00)',
      '2027-07-12 statement 50.00 (0.00 30.00 20.00 0.00)',
      '2027-07-20 acceleration 961.00 (0.00 8.00 953.00 0.00)',
      '2027-07-21 overdue 961.00 (0.00 8.00 953.00 0.00)',
      '2027-08-01 chargeOff 1073.00 (0.00 73.00 1000.00 0.00)',
      '2027-08-05 payment 100.00 (0.00 0.00 100.00 0.00)',
    ]);
  });
  test('what is told of it', () => {
    assert.deepEqual(heard(facts, '2027-06-01', '2027-08-05'), [
      '2027-06-12 loan.obligation.statuschanged',
      '2027-07-09 loan.obligation.statuschanged',
      '2027-07-09 loan.overdue',
      '2027-07-12 loan.obligation.statuschanged',
      '2027-07-20 loan.acceleration.processed',
      '2027-07-21 loan.obligation.statuschanged',
      '2027-08-01 loan.chargeoff.processed',
      '2027-08-05 payment.applied',
    ]);
  });
  test('a fee that waits is called in too', () => {
    const fee = fact('fee', '2027-07-15', { type: 'adHoc', draw: null, amount: dollars(5) });
    const ofDraw = fact('fee', '2027-07-16', { type: 'adHoc', draw: 'A', amount: dollars(3) });
    assert.deepEqual(account([...facts, fee, ofDraw], '2027-07-20', '2027-08-01'), [
      '2027-07-20 acceleration 969.00 (8.00 8.00 953.00 0.00)',
      '2027-07-21 overdue 969.00 (8.00 8.00 953.00 0.00)',
      '2027-08-01 chargeOff 1081.00 (8.00 73.00 1000.00 0.00)',
    ]);
  });
});

describe('a late fee that was only short by a late fee', () => {
  // 40.00 is late on 07-09 and costs 30.00, which statement 2 asks for with 10.00 of principal. 70.00 pays all but those.
  const terms = lineTerms([12, 8], { floor: 40, lateFee: [30, 41] });
  const free = [activation('2027-05-15'), draw('2027-05-15', 'A', drawTerms('0')), buy('2027-05-20', 'A', 400)];
  const facts = [...free, pay('2027-08-01', 70)];
  test('is blocked once', () => {
    assert.deepEqual(account(facts, '2027-07-09', '2027-08-11', terms), [
      '2027-07-09 overdue 40.00 (0.00 0.00 40.00 0.00)',
      '2027-07-09 fee 30.00 (30.00 0.00 0.00 0.00)',
      '2027-07-12 statement 40.00 (30.00 0.00 10.00 0.00)',
      '2027-08-01 payment 70.00 (30.00 0.00 40.00 0.00)',
      '2027-08-09 overdue 10.00 (0.00 0.00 10.00 0.00)',
      '2027-08-09 feeBlocked 0.00 (0.00 0.00 0.00 0.00)',
    ]);
    const { records, position } = replayLine(terms, facts, { through: day('2027-08-11') });
    assert.deepEqual(
      [...records.obligations, ...position.obligations].map((o) => [o.ordinal, o.isBlockedByPyramiding]),
      [
        [1, false],
        [2, true],
      ],
    );
  });
});

describe('money on a charged-off line', () => {
  const collected = (on: string, ...more: LineFact[]) => {
    const paid = { ...pay(on, 100), agencyFee: dollars(10) };
    const { postings } = replayLine(terms, [...begin(1000), ...more, paid], { through: day(on) }).records;
    return postings.filter(({ cause }) => cause.startsWith('payment')).map((one) => [one.account, one.amount]);
  };
  test('what the agency kept is its fee', () => {
    assert.deepEqual(collected('2027-05-28', fact('chargeOff', '2027-05-25', { reason: 'loss' })), [
      ['recoveries', -10_000],
      ['clearing', 9000],
      ['agencyFees', 1000],
    ]);
  });
  test('before the charge-off it keeps nothing', () => {
    assert.deepEqual(collected('2027-05-28'), [
      ['principal.notDue@A', -10_000],
      ['clearing', 10_000],
    ]);
  });
});

describe('a line that ends', () => {
  // 06-12: 23 days on 100.00. Ten more days cost 1.00, so 103.30 is owed on 06-22, and 1.70 is too much.
  const facts = [
    ...begin(100),
    fact('close', '2027-06-20', {}),
    pay('2027-06-22', 105),
    buy('2027-07-01', 'A', 50),
    // 48.30 for two days: 0.0966.
    pay('2027-07-03', 48.39),
  ];
  const small = lineTerms([12, 8], { floor: 20 });
  test('its account, with a purchase that comes late', () => {
    assert.deepEqual(account(facts, '2027-06-01', '2027-09-30', small), [
      '2027-06-12 statement 20.00 (0.00 2.30 17.70 0.00)',
      '2027-06-22 payment 105.00 (0.00 3.30 100.00 1.70)',
      '2027-06-22 paidOff 0.00 (0.00 0.00 0.00 0.00)',
      '2027-07-01 purchase A 50.00 (0.00 0.00 50.00 0.00)',
      '2027-07-01 creditUsed 1.70 (0.00 0.00 1.70 0.00)',
      '2027-07-03 payment 48.39 (0.00 0.09 48.30 0.00)',
      '2027-07-03 paidOff 0.00 (0.00 0.00 0.00 0.00)',
    ]);
  });
  test('what is told of it', () => {
    assert.deepEqual(heard(facts, '2027-06-13', '2027-09-30', small), [
      '2027-06-20 loan.closed',
      '2027-06-22 payment.applied',
      '2027-06-22 loan.obligation.statuschanged',
      '2027-06-22 draw.paidoff A',
      '2027-06-22 loan.paidoff',
      '2027-07-01 draw.statuschanged A',
      '2027-07-01 loan.statuschanged',
      '2027-07-03 payment.applied',
      '2027-07-03 draw.paidoff A',
      '2027-07-03 loan.paidoff',
    ]);
  });
  test('it goes on while one of its draws is open, though none may be added', () => {
    const both = [...begin(100), draw('2027-05-16', 'B', drawTerms('0')), pay('2027-05-20', 100)];
    const end = fact('spending', '2027-05-22', { newDrawsAllowed: false, drawsFrozen: false });
    const close = (on: string, name: string): LineFact => fact('drawClose', on, { draw: name });
    assert.deepEqual(
      heard([...both, end, close('2027-05-24', 'B'), close('2027-05-26', 'A')], '2027-05-21', '2027-05-30'),
      [
        '2027-05-24 draw.closed B',
        '2027-05-24 draw.paidoff B',
        '2027-05-26 draw.closed A',
        '2027-05-26 draw.paidoff A',
        '2027-05-26 loan.paidoff',
      ],
    );
  });
  test('a fee of the line that comes late makes it owe again, though no draw does', () => {
    const fee = fact('fee', '2027-05-24', { type: 'adHoc', draw: null, amount: dollars(0.01) });
    const end = [...begin(100), fact('close', '2027-05-21', {}), pay('2027-05-22', 100.2), fee];
    assert.deepEqual(heard([...end, pay('2027-05-25', 0.01)], '2027-05-21', '2027-06-01'), [
      '2027-05-21 loan.closed',
      '2027-05-22 payment.applied',
      '2027-05-22 draw.paidoff A',
      '2027-05-22 loan.paidoff',
      '2027-05-24 loan.fee.booked',
      '2027-05-24 loan.statuschanged',
      '2027-05-25 payment.applied',
      '2027-05-25 loan.paidoff',
    ]);
  });
  test('a draw that was paid off and is reopened is told once', () => {
    const close = fact('drawClose', '2027-05-22', { draw: 'A' });
    const facts = [...begin(100), close, pay('2027-05-25', 100.5), fact('drawReopening', '2027-05-27', { draw: 'A' })];
    assert.deepEqual(heard(facts, '2027-05-25', '2027-05-30', small), [
      '2027-05-25 payment.applied',
      '2027-05-25 draw.paidoff A',
      '2027-05-27 draw.statuschanged A',
    ]);
  });
  test('its draw closed, reopened and closed again', () => {
    const close = (on: string): LineFact => fact('drawClose', on, { draw: 'A' });
    const some = [...begin(100), close('2027-05-22'), fact('drawReopening', '2027-05-24', { draw: 'A' })];
    assert.deepEqual(heard([...some, close('2027-05-26')], '2027-05-20', '2027-06-01', small), [
      '2027-05-22 draw.closed A',
      '2027-05-24 draw.statuschanged A',
      '2027-05-26 draw.closed A',
    ]);
  });
});

describe('what else stands in an account', () => {
  const fee = fact('fee', '2027-06-01', { type: 'adHoc', draw: 'A', amount: dollars(5) });
  test('capitalised interest and fees, what is then overdue, and a re-age', () => {
    const compound = { ...terms, interest: { ...terms.interest, accrual: 'compoundWithFees' as const } };
    const facts = [...begin(1000), fee, fact('reAge', '2027-07-10', {})];
    assert.deepEqual(account(facts, '2027-06-12', '2027-07-10', compound), [
      '2027-06-12 statement 50.00 (5.00 23.00 22.00 0.00)',
      '2027-07-09 capitalisation 28.00 (5.00 23.00 0.00 0.00)',
      '2027-07-09 overdue 22.00 (0.00 0.00 22.00 0.00)',
      '2027-07-10 reAge 22.00 (0.00 0.00 22.00 0.00)',
    ]);
    assert.deepEqual(heard(facts, '2027-06-13', '2027-07-10', compound), [
      '2027-07-09 loan.interest.capitalized',
      '2027-07-09 loan.obligation.statuschanged',
      '2027-07-09 loan.overdue',
      '2027-07-10 loan.obligation.statuschanged',
      '2027-07-10 loan.current',
    ]);
  });
  test('a fee that is waived before and after it is billed', () => {
    const waive = (on: string, amount: number | null): LineFact =>
      fact('waiver', on, { fee: `adHoc:${fee.id}`, amount: amount === null ? null : dollars(amount) });
    const facts = [...begin(1000), fee, waive('2027-06-10', 2), waive('2027-06-20', null)];
    assert.deepEqual(account(facts, '2027-06-01', '2027-06-20'), [
      '2027-06-01 fee A 5.00 (5.00 0.00 0.00 0.00)',
      '2027-06-10 waiver 2.00 (2.00 0.00 0.00 0.00)',
      '2027-06-12 statement 50.00 (3.00 23.00 24.00 0.00)',
      '2027-06-20 waiver 3.00 (3.00 0.00 0.00 0.00)',
    ]);
  });
  test('a fee that is spread, and what a payment gives to whom', () => {
    const { fees, ...rest } = drawTerms('0', { amortization: { duration: 4, amount: null } });
    const spread = { ...fees, draw: { ...fees.draw, amount: dollars(20), charged: 'spread' as const } };
    const facts = [...begin(100), draw('2027-05-21', 'Z', { ...rest, fees: spread }), pay('2027-06-20', 20)];
    assert.deepEqual(account(facts, '2027-05-21', '2027-06-20'), [
      '2027-05-21 fee Z 20.00 (20.00 0.00 0.00 0.00)',
      '2027-05-21 drawActivation Z 0.00 (0.00 0.00 0.00 0.00)',
      // Nothing of Z is spread: its fee is billed, and the draw of the lowest rate is paid first.
      '2027-06-12 statement 50.00 (20.00 2.30 27.70 0.00)',
      '2027-06-20 payment 20.00 (20.00 0.00 0.00 0.00)',
    ]);
    const { steps } = replayLine(terms, facts, { through: day('2027-06-20') }).records;
    assert.deepEqual(steps.at(-1)!.parts, [{ draw: 'Z', fees: 2000, interest: 0, principal: 0, notDue: 0 }]);
  });
  test('a dispute and its end', () => {
    const bought = buy('2027-05-21', 'A', 40);
    const submitted = dispute('2027-05-25', bought, 30);
    const lost = outcome('2027-05-28', submitted, 'lost');
    assert.deepEqual(account([...begin(100), bought, submitted, lost], '2027-05-21', '2027-05-28'), [
      '2027-05-21 purchase A 40.00 (0.00 0.00 40.00 0.00)',
      '2027-05-25 dispute A 30.00 (0.00 0.00 30.00 0.00)',
      '2027-05-28 disputeOutcome A 30.00 (0.00 0.00 30.00 0.00)',
    ]);
  });
  test('a credit of the lender, and money that goes back', () => {
    const facts = [
      ...begin(100),
      // 100.00, five days of it, and 4.50 too much; of that 4.00 goes back.
      fact('serviceCredit', '2027-05-25', { amount: dollars(105), component: null, draw: null }),
      fact('reimbursement', '2027-05-26', { amount: dollars(4) }),
    ];
    assert.deepEqual(account(facts, '2027-05-25', '2027-05-26'), [
      '2027-05-25 serviceCredit 105.00 (0.00 0.50 100.00 4.50)',
      '2027-05-26 reimbursement 4.00 (0.00 0.00 0.00 0.00)',
    ]);
  });
  test('a settlement: half is paid, the rest forgiven, what is disputed too', () => {
    const bought = buy('2027-05-21', 'A', 40);
    const facts = [
      ...begin(1000),
      bought,
      dispute('2027-05-22', bought, 40),
      fact('settlement', '2027-07-10', { amount: dollars(500), lastDay: day('2027-07-31') }),
      pay('2027-07-11', 500),
    ];
    // 06-12: 23 days on 1,000.00 and one on 40.00: 23.04. All that is due is paid, and 450.00 besides.
    assert.deepEqual(account(facts, '2027-06-01', '2027-07-31'), [
      '2027-06-12 statement 50.00 (0.00 23.04 26.96 0.00)',
      '2027-07-09 overdue 50.00 (0.00 23.04 26.96 0.00)',
      '2027-07-11 payment 500.00 (0.00 23.04 476.96 0.00)',
      '2027-07-11 settled 563.04 (0.00 0.00 563.04 0.00)',
      '2027-07-11 paidOff 0.00 (0.00 0.00 0.00 0.00)',
    ]);
    assert.deepEqual(heard(facts, '2027-07-09', '2027-07-31'), [
      '2027-07-09 loan.obligation.statuschanged',
      '2027-07-09 loan.overdue',
      '2027-07-11 payment.applied',
      '2027-07-11 loan.current',
      '2027-07-11 draw.paidoff A',
      '2027-07-11 loan.paidoff',
    ]);
  });
});
