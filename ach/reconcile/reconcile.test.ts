// A statement against the cash book: the worked days of the trade, each kind of break, and that none is lost.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { addCents, type Cents, cents, subtractCents } from '@tenor/engine/values/cents.ts';
import { addDays, type CivilDate } from '@tenor/engine/values/civil-date.ts';
import fc from 'fast-check';
import type { StatementLine } from '../statements/statement.ts';
import { bankingDaysBetween, type Expected, sumOf } from './expected.ts';
import { pageOf } from './page.ts';
import { type Reconciliation, reconcile } from './reconcile.ts';

const day = (text: string): CivilDate => text as CivilDate;

let made = 0;
const next = (): number => {
  made += 1;
  return made;
};

const bank = (
  on: string,
  amount: number,
  keys: string[] = [],
  kind: StatementLine['kind'] = 'money',
): StatementLine => ({
  line: next(),
  on: day(on),
  amount: cents(amount),
  kind,
  keys,
  text: '',
});

const ours = (kind: Expected['kind'], on: string, amount: number, more: Partial<Expected> = {}): Expected => ({
  id: `C-${next()}`,
  kind,
  on: day(on),
  amount: cents(amount),
  keys: [],
  group: null,
  of: null,
  ...more,
});

interface Days {
  readonly through: string;
  readonly bank?: readonly StatementLine[];
  readonly ours?: readonly Expected[];
  /** Before what stands in `ours`, in both books. */
  readonly before?: number;
  readonly closing?: number;
}

/** With a statement that leads on from the balance before, unless `closing` says something else. */
function reconciled({ through, bank: some = [], ours: expected = [], before = 0, closing }: Days): Reconciliation {
  const balance = addCents(cents(before), sumOf(expected));
  const right = addCents(cents(before), sumOf(some));
  const asked = { through: day(through), lines: some, closing: closing === undefined ? right : cents(closing) };
  return reconcile({ ...asked, book: { balance, expected } });
}

const kindsOf = ({ breaks }: Reconciliation) => breaks.map(({ kind }) => kind);

describe('the worked file', () => {
  // 2027-05-14: 2,684.51 in, 9.89 out. 05-18: the bank takes 313.12 and a fee of 2.00; 06-23: 125.00.
  const settled = [
    ours('file', '2027-05-14', 268_451, { keys: ['ACH-20270514-A'] }),
    ours('refund', '2027-05-14', -989, { keys: ['TX-1D5R-Z8YF'] }),
  ];

  test('settles: both books have 2,674.62', () => {
    const lines = [bank('2027-05-14', 268_451, ['TR-88', 'ACH-20270514-A']), bank('2027-05-14', -989)];
    const found = reconciled({ through: '2027-05-14', bank: lines, ours: settled });
    assert.deepEqual(
      found.matches.map(({ by, expected }) => [by, expected[0]?.kind]),
      [
        ['key', 'file'],
        ['amountAndDay', 'refund'],
      ],
    );
    assert.deepEqual([kindsOf(found), found.timing, found.proof.reached], [[], [], 267_462]);
  });

  test('returns 313.12, and costs 2.00, which nobody has booked: the fee is the only break', () => {
    const lines = [bank('2027-05-18', -31_312, ['RET-0518'], 'return'), bank('2027-05-18', -200, [], 'fee')];
    const returned = ours('return', '2027-05-18', -31_312, { keys: ['RET-0518'], of: 'TX-8N3W-T5YB' });
    const asked = { through: '2027-05-18', bank: lines, before: 267_462 };
    const found = reconciled({ ...asked, ours: [returned] });
    assert.deepEqual(kindsOf(found), ['theirsNotOurs']);
    assert.deepEqual(found.proof, {
      balance: 236_150,
      notAtBank: 0,
      notBooked: -200,
      otherAmounts: 0,
      reached: 235_950,
      closing: 235_950,
    });
  });
});

describe('matching', () => {
  test('goes by keys before amounts and days, and by an amount alone never', () => {
    const named = ours('payment', '2027-05-14', 10_000, { keys: ['TX-2'] });
    const other = ours('payment', '2027-05-14', 10_000, { keys: ['TX-1'] });
    const found = reconciled({
      through: '2027-05-14',
      bank: [bank('2027-05-14', 10_000, ['TX-2'])],
      ours: [other, named],
    });
    assert.deepEqual(
      found.matches.map(({ by, expected }) => [by, expected]),
      [['key', [named]]],
    );
    const late = reconciled({ through: '2027-05-19', bank: [bank('2027-05-19', 10_000)], ours: [named] });
    assert.deepEqual(kindsOf(late).sort(), ['oursNotTheirs', 'theirsNotOurs']);
  });

  test('does not choose: several of one amount and day match where as many lines came, else a person looks', () => {
    const three = Array.from({ length: 3 }, () => ours('payment', '2027-05-14', 5_000));
    const came = (count: number) => Array.from({ length: count }, () => bank('2027-05-14', 5_000));
    const all = reconciled({ through: '2027-05-18', bank: came(3), ours: three });
    assert.deepEqual([all.matches.length, kindsOf(all)], [3, []]);
    const two = reconciled({ through: '2027-05-18', bank: came(2), ours: three });
    assert.equal(two.matches.length, 0);
    assert.equal(two.breaks.find(({ kind }) => kind === 'theirsNotOurs')?.candidates.length, 3);
  });

  test('takes a group as one line, such as all returns of a file', () => {
    const group = { group: 'RET-0518', keys: [] };
    const returns = [100, 200, 300].map((amount) => ours('return', '2027-05-18', -amount, group));
    const byKey = reconciled({ through: '2027-05-18', bank: [bank('2027-05-18', -600, ['RET-0518'])], ours: returns });
    assert.deepEqual([byKey.matches[0]?.expected.length, kindsOf(byKey)], [3, []]);
    const byDay = reconciled({ through: '2027-05-18', bank: [bank('2027-05-18', -600)], ours: returns });
    assert.deepEqual([byDay.matches[0]?.by, kindsOf(byDay)], ['amountAndDay', []]);
    const alone = reconciled({ through: '2027-05-18', bank: [bank('2027-05-18', -200)], ours: returns });
    assert.deepEqual([alone.matches.length, alone.timing.length], [1, 2]);
  });

  test('lets a payout come two banking days later, and leaves money from outside to a person', () => {
    // 05-14 is a Friday: Tuesday is two banking days later, Wednesday three.
    const payout = ours('payout', '2027-05-14', 99_000);
    const on = (date: string) => kindsOf(reconciled({ through: date, bank: [bank(date, 99_000)], ours: [payout] }));
    assert.deepEqual(on('2027-05-18'), []);
    assert.deepEqual(on('2027-05-19').sort(), ['late', 'theirsNotOurs']);
    const external = ours('external', '2027-05-14', 7_000);
    const found = reconciled({ through: '2027-05-17', bank: [bank('2027-05-17', 7_000)], ours: [external] });
    assert.deepEqual([found.matches, found.breaks[0]?.candidates], [[], [external]]);
    const named = ours('external', '2027-05-14', 7_000, { keys: ['CHK-1'] });
    const byKey = reconciled({ through: '2027-05-17', bank: [bank('2027-05-17', 7_000, ['CHK-1'])], ours: [named] });
    assert.deepEqual([byKey.matches.length, kindsOf(byKey)], [1, []]);
  });

  test('never takes a fee for a payment', () => {
    const found = reconciled({
      through: '2027-05-14',
      bank: [bank('2027-05-14', -200, [], 'fee')],
      ours: [ours('refund', '2027-05-14', -200)],
    });
    assert.deepEqual([found.matches.length, kindsOf(found)], [0, ['theirsNotOurs']]);
  });
});

describe('a break', () => {
  const keyed = { keys: ['K'] };

  test('is named by what differs', () => {
    const one = (kind: Expected['kind'], on: string, lines: readonly StatementLine[], through = '2027-05-14') => {
      const expected = ours(kind, on, 1_000, keyed);
      return kindsOf(reconciled({ through, bank: lines, ours: [expected] }));
    };
    const on = '2027-05-14';
    assert.deepEqual(one('payment', on, [bank(on, 1_001, ['K'])]), ['amount']);
    assert.deepEqual(one('payment', '2027-05-13', [bank(on, 1_000, ['K'])]), ['date']);
    assert.deepEqual(one('payment', on, [bank(on, 1_000, ['K']), bank(on, 1_000, ['K'])]), ['chargedTwice']);
    assert.deepEqual(one('return', on, [bank(on, 1_000, ['K']), bank(on, 1_000, ['K'])]), ['returnTwice']);
    assert.deepEqual(one('payment', on, [], '2027-05-17'), ['oursNotTheirs']);
    assert.deepEqual(one('file', on, [], '2027-05-17'), ['late']);
    assert.deepEqual(one('file', on, []), [], 'on its own day it is a matter of time');
    const unknown = [bank(on, -500, ['X'], 'return')];
    assert.deepEqual(kindsOf(reconciled({ through: on, bank: unknown })), ['returnUnknown']);
  });

  test('is told of a payment that we gave back and the bank took back', () => {
    const refund = ours('refund', '2027-05-17', -1_000, { of: 'TX-1' });
    const returned = ours('return', '2027-05-18', -1_000, { of: 'TX-1' });
    const lines = [bank('2027-05-17', -1_000), bank('2027-05-18', -1_000)];
    const found = reconciled({ through: '2027-05-18', bank: lines, ours: [refund, returned] });
    assert.deepEqual(kindsOf(found), ['refundedAndReturned']);
    assert.deepEqual(found.breaks[0]?.expected, [refund, returned]);
  });

  test('is the difference that nothing explains', () => {
    const found = reconciled({ through: '2027-05-14', before: 500, closing: 501 });
    assert.deepEqual(
      found.breaks.map(({ kind, amount }) => [kind, amount]),
      [['proof', 1]],
    );
  });

  test('has an age in banking days', () => {
    // Memorial Day is Monday 2027-05-31.
    assert.equal(bankingDaysBetween(day('2027-05-28'), day('2027-06-01')), 1);
    assert.equal(bankingDaysBetween(day('2027-05-14'), day('2027-05-14')), 0);
    const found = reconciled({ through: '2027-06-01', bank: [bank('2027-05-21', 1), bank('2027-05-28', 2)] });
    // 24, 25, 26, 27, 28 May and 1 June.
    assert.deepEqual(
      found.breaks.map(({ ageBankingDays }) => ageBankingDays),
      [6, 1],
    );
  });
});

describe('laws', () => {
  const seeded = fc.record({
    amount: fc.integer({ min: 1, max: 300 }),
    isOut: fc.boolean(),
    offset: fc.nat(3),
    isNamed: fc.boolean(),
    fate: fc.constantFrom('comes', 'comes', 'comes', 'missing', 'twice', 'otherAmount', 'strange'),
  });

  /** 2027-05-17 is a Monday: four banking days follow each other. */
  const monday = day('2027-05-17');

  test('each seeded break is found once, and the rest of the two books lead to each other', () => {
    fc.assert(
      fc.property(fc.array(seeded, { maxLength: 40 }), (facts) => {
        const expected: Expected[] = [];
        const lines: StatementLine[] = [];
        const right = { amount: 0, chargedTwice: 0, theirsNotOurs: 0, oursNotTheirs: 0 };
        for (const [i, { amount, isOut, offset, isNamed, fate }] of facts.entries()) {
          // Unnamed ones that do not simply come are given amounts of their own, so that no other line can be theirs.
          const isPlain = fate === 'comes' && !isNamed;
          const size = (isPlain ? amount : 1_000 + i * 10) * (isOut ? -1 : 1);
          const on = addDays(monday, offset);
          const keys = isPlain ? [] : [`K-${i}`];
          if (fate !== 'strange') expected.push(ours('payment', on, size, { keys }));
          if (fate !== 'missing') lines.push(bank(on, fate === 'otherAmount' ? size + 1 : size, keys));
          if (fate === 'twice') lines.push(bank(on, size, keys));
          if (fate === 'otherAmount') right.amount += 1;
          if (fate === 'twice') right.chargedTwice += 1;
          if (fate === 'strange') right.theirsNotOurs += 1;
          if (fate === 'missing') right.oursNotTheirs += 1;
        }
        const found = reconciled({ through: '2027-05-24', bank: lines, ours: expected });
        const counted = Object.fromEntries(Object.keys(right).map((kind) => [kind, 0]));
        for (const kind of kindsOf(found)) counted[kind] = (counted[kind] ?? 0) + 1;
        assert.deepEqual(counted, right);
      }),
      { numRuns: 500 },
    );
  });

  test('every line and every item stands in one place, in whatever order they come', () => {
    const some = fc.record({
      amount: fc.constantFrom(-5, 5, 10, 15),
      offset: fc.nat(2),
      key: fc.option(fc.constantFrom('A', 'B', 'C')),
    });
    const group = fc.option(fc.constantFrom('G', 'H'));
    fc.assert(
      fc.property(
        fc.array(some, { maxLength: 12 }),
        fc.array(fc.tuple(some, group), { maxLength: 12 }),
        (theirs, mine) => {
          const lines = theirs.map(({ amount, offset, key }) =>
            bank(addDays(monday, offset), amount, key === null ? [] : [key]),
          );
          const expected = mine.map(([{ amount, offset, key }, one]) =>
            ours('payment', addDays(monday, offset), amount, { keys: key === null ? [] : [key], group: one }),
          );
          const found = reconciled({ through: '2027-05-24', bank: lines, ours: expected });
          const ofLines = [...found.matches.map(({ line }) => line), ...found.breaks.flatMap(({ line }) => line ?? [])];
          assert.deepEqual(new Set(ofLines), new Set(lines));
          assert.equal(ofLines.length, lines.length);
          const isTwice = (kind: string) => kind === 'chargedTwice';
          const placed = [
            ...found.matches.flatMap((one) => one.expected),
            ...found.breaks.flatMap((one) => (isTwice(one.kind) ? [] : one.expected)),
            ...found.timing,
          ];
          assert.deepEqual(new Set(placed), new Set(expected));
          assert.equal(placed.length, expected.length);
          for (const { line, expected: matched } of found.matches) assert.equal(sumOf(matched), line.amount);
          assert.equal(found.proof.reached, found.proof.closing);
        },
      ),
      { numRuns: 1_000 },
    );
  });

  test('a hundred thousand lines of one amount take no time beyond their number', () => {
    const many = Array.from({ length: 100_000 }, (_, i) => ours('payment', '2027-05-14', 500, { keys: [`K-${i}`] }));
    const came = many.slice(1).map(({ keys }) => bank('2027-05-14', 500, [...keys]));
    const unnamed = Array.from({ length: 1_000 }, () => bank('2027-05-14', 500));
    const found = reconciled({ through: '2027-05-18', bank: [...came, ...unnamed], ours: many });
    assert.equal(found.matches.length, 99_999);
    assert.equal(found.breaks.length, 1_001);
  });
});

test('the page leads from one balance to the other, and lists what is open', () => {
  const lines = [bank('2027-05-18', -31_312, ['RET-0518'], 'return'), bank('2027-05-18', -200, [], 'fee')];
  const expected = [
    ours('return', '2027-05-18', -31_312, { keys: ['RET-0518'] }),
    ours('file', '2027-05-18', 12_345, { id: 'AF-1' }),
  ];
  const found = reconciled({ through: '2027-05-18', bank: lines, ours: expected, before: 267_462 });
  const head = { account: '…1234', through: day('2027-05-18'), file: 'statement.xml', hash: 'ab12' };
  const page = pageOf(head, found);
  const shown = page.join('\n');
  for (const part of [
    /Balance of the cash book +2,484\.95\n/,
    /less what is booked and not at the bank +-123\.45\n/,
    /plus what is at the bank and not booked +-2\.00\n/,
    /gives +2,359\.50\nClosing balance of the statement +2,359\.50\nDifference that nothing explains +0\.00\n/,
    /A matter of time: .*\n {2}2027-05-18 {2}file {2}AF-1 +123\.45\n/,
    /Breaks: 1\. By age in banking days: 0-1: 1, 2-3: 0, 4-5: 0, 6-10: 0, over 10: 0\n/,
    /1\. 2027-05-18 {2}theirsNotOurs, 0 banking days +-2\.00\n/,
    /Prepared by _+/,
  ])
    assert.match(shown, part);
  assert.ok(page.every((line) => line.length <= 110));
  const difference: Cents = subtractCents(cents(235_950), found.proof.reached);
  assert.equal(difference, 0);
});
