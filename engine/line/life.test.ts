// The life of a line and of its draws: what ends, what comes back, what is taken over, what is shown of grace.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { difference } from '../account/difference.ts';
import { dateOf } from '../values/day.ts';
import type { LineFact, LineFactOf } from './facts.ts';
import { ifEndedNow, previewAmortization } from './preview.ts';
import { line } from './product.ts';
import { type LineReading, readLine } from './read.ts';
import type { LineState } from './records.ts';
import { replayLine } from './replay.ts';
import type { LineTerms } from './terms.ts';
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
} from './test-lines.ts';

const plain = lineTerms([12, 8]);
const through = (facts: readonly LineFact[], on: string, terms: LineTerms = plain): LineState =>
  replayLine(terms, facts, { through: day(on) });
const reading = (facts: readonly LineFact[], on: string, terms: LineTerms = plain): LineReading =>
  readLine(terms, through(facts, on, terms));
const begin = (terms = drawTerms('0.1825', { percent: '1' })): LineFact[] => [
  activation('2027-05-13'),
  draw('2027-05-13', 'A', terms),
];

describe('a draw', () => {
  const close = (on: string): LineFact => fact('drawClose', on, { draw: 'A' });
  test('is paid off when it is closed and nothing is left on it', () => {
    const facts = [...begin(), buy('2027-05-20', 'A', 100), close('2027-05-25'), pay('2027-05-30', 100.5)];
    assert.equal(reading(facts, '2027-05-25').draws[0]!.status, 'active');
    assert.equal(reading(facts, '2027-05-30').draws[0]!.status, 'paidOff');
    assert.equal(reading(facts, '2027-05-30').status, 'active', 'its line goes on');
  });
  test('not while a purchase is pending, authorized or disputed', () => {
    const bought = buy('2027-05-20', 'A', 100);
    const end = [close('2027-05-25'), pay('2027-05-30', 200)];
    const pending = [...begin(), { ...bought, status: 'pending' as const }, ...end];
    assert.equal(reading(pending, '2027-05-30').draws[0]!.status, 'active');
    const held = [...begin(), bought, fact('authorization', '2027-05-29', { draw: 'A', amount: 100 }), ...end];
    assert.equal(reading(held, '2027-06-04').draws[0]!.status, 'active');
    assert.equal(reading(held, '2027-06-05').draws[0]!.status, 'paidOff', 'the hold is released');
    const submitted = dispute('2027-05-21', bought, 40);
    assert.equal(reading([...begin(), bought, submitted, ...end], '2027-06-05').draws[0]!.status, 'active');
    const ended = [...begin(), bought, submitted, ...end, outcome('2027-06-05', submitted, 'won')];
    assert.equal(reading(ended, '2027-06-05').draws[0]!.status, 'paidOff');
  });
  test('reopened it has grace again, whatever was lost', () => {
    const facts = [
      ...begin(drawTerms('0.1825', { grace: 3, percent: '0.02' })),
      buy('2027-05-20', 'A', 100),
      close('2027-07-20'),
      pay('2027-07-21', 200),
    ];
    const lost = reading(facts, '2027-07-20').draws[0]!;
    assert.equal(lost.hasGrace, false);
    assert.equal(reading(facts, '2027-07-21').draws[0]!.status, 'paidOff');
    const again = [...facts, fact('drawReopening', '2027-07-22', { draw: 'A' })];
    const { status, isClosed, hasGrace } = reading(again, '2027-07-22').draws[0]!;
    assert.deepEqual([status, isClosed, hasGrace], ['active', false, true]);
  });
  test('that is canceled never was, its fee neither', () => {
    const terms = drawTerms('0.1825');
    const withFee = { ...terms, fees: { ...terms.fees, draw: { ...terms.fees.draw, amount: dollars(25) } } };
    const facts = [...begin(withFee), fact('drawCancel', '2027-06-20', { draw: 'A' })];
    assert.equal(reading(begin(withFee), '2027-06-20').owed, 2500);
    assert.deepEqual([reading(facts, '2027-06-20').owed, reading(facts, '2027-06-20').draws.length], [0, 0]);
  });
  test('a change of its fee counts from its activation', () => {
    const terms = drawTerms('0.1825');
    const withFee = { ...terms, fees: { ...terms.fees, draw: { ...terms.fees.draw, amount: dollars(25) } } };
    const change = fact('feeChange', '2027-07-20', { type: 'draw', draw: 'A', amount: 1500, cap: null });
    assert.equal(through([...begin(withFee), change], '2027-07-20').records.bills[0]!.newBalance, 1500);
  });
  test('facts that come too late are moot, one by one', () => {
    const facts = [
      ...begin(),
      fact('drawReopening', '2027-05-20', { draw: 'A' }, 'not-closed'),
      close('2027-05-21'),
      { ...close('2027-05-22'), id: 'twice' },
      buy('2027-05-23', 'B', 10, 'no-draw'),
      fact('amortization', '2027-05-24', { draw: 'A', by: { duration: 3, amount: null } }, 'nothing-to-spread'),
      fact(
        'disputeOutcome',
        '2027-05-25',
        { dispute: 'none', amount: 1, purchase: { id: 'x', draw: 'A', on: 0 }, outcome: 'lost' },
        'not-open',
      ),
      fact('reAge', '2027-05-26', {}, 'nothing-overdue'),
      fact('release', '2027-05-27', { authorization: 'none' }, 'nothing-held'),
    ];
    assert.deepEqual(reading(facts, '2027-06-01').moot, [
      'not-closed',
      'twice',
      'no-draw',
      'nothing-to-spread',
      'not-open',
      'nothing-overdue',
      'nothing-held',
    ]);
  });
});

describe('the end of a line', () => {
  const close = fact('close', '2027-06-20', {});
  test('closed with a balance, bills go on until nothing is owed', () => {
    const facts = [...begin(), buy('2027-05-20', 'A', 100), close, pay('2027-07-20', 200)];
    assert.equal(reading(facts, '2027-07-12').status, 'active');
    assert.equal(through(facts, '2027-07-12').records.bills.length, 2);
    const paid = reading(facts, '2027-07-20');
    assert.deepEqual([paid.status, paid.draws[0]!.status], ['paidOff', 'paidOff']);
    assert.ok(paid.customerCredit > 0, 'what is too much is owed to the borrower');
    assert.equal(through(facts, '2027-12-31').records.bills.length, 2, 'nothing is billed any more');
  });
  test('a purchase that comes later makes it owe again, and bills go on', () => {
    const facts = [...begin(), close, buy('2027-09-20', 'A', 50)];
    assert.equal(reading(facts, '2027-09-19').status, 'paidOff');
    assert.equal(reading(facts, '2027-09-20').status, 'active');
    const { bills } = through(facts, '2027-10-12').records;
    assert.deepEqual(
      bills.map(({ statementOn }) => dateOf(statementOn)),
      ['2027-06-12', '2027-10-12'],
    );
  });
  test('a settlement forgives what is in dispute too, and the bill of it adds up', () => {
    for (const credit of ['provisional', 'hold'] as const) {
      const terms = lineTerms([12, 8], { disputes: { lostInterest: 'forgone', credit } });
      const bought = buy('2027-05-20', 'A', 500);
      const facts = [
        ...begin(),
        bought,
        dispute('2027-05-25', bought, 200),
        fact('settlement', '2027-06-20', { amount: dollars(100), lastDay: day('2027-07-01') }),
        pay('2027-06-25', 100),
        buy('2027-07-05', 'A', 40),
      ];
      const settled = reading(facts, '2027-06-25', terms);
      assert.deepEqual([settled.status, settled.owed, settled.disputed], ['paidOff', 0, 0]);
      const [first, second] = through(facts, '2027-07-12', terms).records.bills;
      assert.equal(second!.previousBalance, first!.newBalance);
      assert.equal(
        second!.newBalance,
        second!.previousBalance - second!.payments - second!.credits + 4000 + second!.interest,
      );
    }
  });
  test('a purchase on a charged-off line is charged off at once', () => {
    const facts = [...begin(), buy('2027-05-20', 'A', 500), fact('chargeOff', '2027-05-25', { reason: 'other' })];
    const { chargedOff, owed, available } = reading([...facts, buy('2027-05-26', 'A', 40)], '2027-05-26');
    assert.deepEqual([chargedOff.principal, owed, available], [54000, 0, 1000000 - 54000 - chargedOff.interest]);
  });
  test('an open line without a balance is active, and has statements', () => {
    assert.equal(reading(begin(), '2027-09-20').status, 'active');
    assert.equal(through(begin(), '2027-09-20').records.bills.length, 4);
  });
  test('days past due call it in, and write it off', () => {
    const limits = { ...plain.delinquency, accelerationDueWithin: 60, chargeOffDueWithin: 180 };
    const terms = lineTerms([12, 8], { delinquency: limits });
    const facts = [...begin(drawTerms('0.219', { percent: '0.02' })), buy('2027-05-20', 'A', 1000)];
    assert.equal(reading(facts, '2027-09-05', terms).status, 'active');
    assert.equal(reading(facts, '2027-09-06', terms).status, 'accelerated', '60 days after 07-08');
    const called = reading(facts, '2027-09-06', terms);
    assert.equal(called.principal.notDue, 0);
    assert.equal(reading(facts, '2028-01-04', terms).status, 'chargedOff', '180 days');
    const reversed = [
      ...facts,
      fact('undo', '2027-09-06', {
        of: 'acceleration',
        reason: 'reversed',
        happenedOn: day('2027-10-01'),
        amount: null,
        nsfFee: false,
      }),
    ];
    assert.equal(reading(reversed, '2027-10-01', terms).status, 'active');
  });
});

describe('what is shown of grace', () => {
  const grace = (restore: number, evaluate = 1) =>
    drawTerms('0.1825', {
      grace: { periodsToRestore: restore, periodsToEvaluate: evaluate, minimumOverride: null },
      percent: '0.02',
    });
  const partOf = (facts: readonly LineFact[], on: string, ordinal: number) => {
    const { position, records } = through(facts, on);
    const all = [...records.obligations, ...position.obligations];
    return all.find((o) => o.ordinal === ordinal)!.parts[0]!;
  };
  const dates = (part: ReturnType<typeof partOf>) =>
    [part.keepOn, part.keepCanceledOn, part.restoreOn].map((on) => (on === null ? null : dateOf(on)));
  test('the day of the check, and the day on which it became needless', () => {
    const facts = [...begin(grace(1)), buy('2027-05-20', 'A', 100), pay('2027-06-20', 40), pay('2027-06-25', 60)];
    assert.deepEqual(dates(partOf(facts, '2027-06-24', 1)), ['2027-07-09', null, null]);
    assert.deepEqual(dates(partOf(facts, '2027-06-25', 1)), ['2027-07-09', '2027-06-25', null]);
  });
  test('over several periods', () => {
    const facts = [...begin(grace(1, 3)), buy('2027-05-20', 'A', 100)];
    assert.deepEqual(dates(partOf(facts, '2027-06-24', 1)), ['2027-09-09', null, null]);
  });
  test('when it may come back', () => {
    const facts = [...begin(grace(3)), buy('2027-05-20', 'A', 100), pay('2027-07-20', 105)];
    assert.deepEqual(dates(partOf(facts, '2027-07-12', 2)), [null, null, '2027-10-09']);
    assert.deepEqual(dates(partOf(facts, '2027-08-12', 3)), [null, null, '2027-10-09'], 'one of three is paid');
  });
});

describe('taken over from another system', () => {
  const terms = drawTerms('0.219', { grace: 1, percent: '0.02' });
  const migration: LineFactOf<'migration'> = fact('migration', '2027-06-20', {
    originatedOn: day('2025-01-01'),
    creditLimit: dollars(3000),
    customerCredit: 0,
    ordinal: 30,
    periodStart: day('2027-06-12'),
    draws: [
      {
        draw: 'A',
        terms,
        activatedOn: day('2025-01-01'),
        isClosed: false,
        principal: dollars(450),
        accruedInterest: '216',
        hasGrace: false,
        waitingFees: [],
        deferredInterest: null,
        amortization: null,
        periodsPaidInFull: 0,
      },
    ],
    obligations: [
      {
        ordinal: 29,
        statementDate: day('2027-06-12'),
        dueDate: day('2027-07-08'),
        amount: dollars(20),
        lineFees: [],
        draws: [
          {
            draw: 'A',
            fees: [],
            interest: dollars(5),
            principal: dollars(15),
            fullBalance: dollars(470),
            fulfilled: 0,
            isGraceChecked: false,
          },
        ],
        newBalance: dollars(470),
        fulfilled: 0,
        lateFeeTested: false,
      },
    ],
    waitingFees: [],
    lateFeeOrdinals: [],
    lateFeesTaken: 0,
  });
  test('what it owes is what it owed', () => {
    const { owed, limit, draws, statementOn } = reading([migration], '2027-06-20');
    assert.deepEqual([owed, limit, draws[0]!.accrued, dateOf(statementOn)], [47000, 300000, '216/1', '2027-07-12']);
  });
  test('the first statement ends the running period', () => {
    // 8 days on 465.00 came with it (2.16 of 2.232); 22 more on 465.00 at 0.06 % a day: 6.138.
    const bill = through([migration], '2027-07-12').records.bills[0]!;
    assert.deepEqual([bill.ordinal, bill.interest, bill.previousBalance], [30, 829, 47000]);
  });
  test('grace comes back when the statement is paid in full', () => {
    const paid = [migration, pay('2027-07-01', 470)];
    assert.equal(reading(paid, '2027-07-08').draws[0]!.hasGrace, false);
    assert.equal(reading(paid, '2027-07-09').draws[0]!.hasGrace, true);
  });
});

describe('as a product', () => {
  const facts = [...begin(drawTerms('0.219', { percent: '0.02' })), buy('2027-05-20', 'A', 1000)];
  test('the difference of two pasts is what must be posted', () => {
    const late = [...facts, pay('2027-07-01', 100)];
    const changes = difference(through(facts, '2027-07-20'), through(late, '2027-07-20'));
    const sums = new Map<number, number>();
    for (const { on, amount } of changes.postings) sums.set(on, (sums.get(on) ?? 0) + amount);
    assert.ok(changes.postings.length > 0);
    for (const [on, sum] of sums) assert.equal(sum, 0, String(on));
  });
  test('the next action is the next statement, or the day after a deadline', () => {
    const next = (on: string): string | null =>
      line.nextActionAt(plain, through(facts, on), [], 'America/New_York')?.slice(0, 10) ?? null;
    assert.equal(next('2027-05-20'), '2027-06-12');
    assert.equal(next('2027-06-12'), '2027-07-09');
    assert.equal(next('2027-07-09'), '2027-07-12');
  });
  test('the statement if the period ended now changes nothing', () => {
    const state = through(facts, '2027-06-01');
    const before = structuredClone(state.position);
    const { obligation, bill } = ifEndedNow(plain, state);
    assert.deepEqual(state.position, before);
    // 12 days on 1,000.00 at 0.06 % a day, and 2 %.
    assert.deepEqual([bill.interest, obligation.amount, obligation.ordinal], [720, 2720, 1]);
  });
  test('a preview of a schedule', () => {
    const rows = previewAmortization(plain, drawTerms('0.219'), {
      amount: dollars(300),
      on: day('2027-05-20'),
      by: { duration: 3, amount: null },
    });
    assert.equal(
      rows.reduce((sum, { principal }) => sum + principal, 0),
      30000,
    );
    const [first, second, third] = rows.map(({ interest, principal }) => interest + principal);
    assert.equal(first, second);
    assert.ok(third! <= second!);
  });
  test('late fees: the first, again within six, never above what was asked for', () => {
    const terms = lineTerms([12, 8], { floor: 64.1, lateFee: [30, 41] });
    const late = [...begin(drawTerms('0')), buy('2027-05-20', 'A', 5000)];
    const pays = [pay('2027-07-20', 64.1), pay('2027-08-01', 64.1)];
    const fees = through([...late, ...pays], '2027-09-09', terms).records.fees.map(
      ({ key, amount }) => `${key} ${amount}`,
    );
    assert.deepEqual(fees, ['late:1 3000', 'late:3 4100']);
  });
  test('a refund of a purchase that was returned the same day keeps grace', () => {
    const bought = buy('2027-06-20', 'A', 300);
    const graced = drawTerms('0.219', { grace: 1 });
    const all = [...begin(graced), buy('2027-05-20', 'A', 100), bought, refund('2027-06-20', 'A', 300, bought)];
    assert.equal(reading([...all, pay('2027-07-01', 100)], '2027-07-09').draws[0]!.hasGrace, true);
    assert.equal(reading([...all, pay('2027-07-01', 99.99)], '2027-07-09').draws[0]!.hasGrace, false);
  });
});
