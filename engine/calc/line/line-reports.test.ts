import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { parseCivilDate } from '../../values/civil-date.ts';
import { dayOf } from '../../values/day.ts';
import { parseInstant } from '../../values/instant.ts';
import { type Calculation, calculate, type Question } from '../calculate.ts';
import { InputError } from '../input.ts';

type Json = Record<string, unknown>;

const example: unknown = JSON.parse(readFileSync(new URL('../line-example.json', import.meta.url), 'utf8'));

const on = (text: string): Question => ({ day: dayOf(parseCivilDate(text)!) });

// biome-ignore lint/suspicious/noExplicitAny: the shape of JSON is what the tests are about
const json = (what: Calculation, input: unknown, question: Question = {}): any =>
  JSON.parse(JSON.stringify(calculate(what, input, question).json));

const shown = (what: Calculation, input: unknown, question: Question = {}): string[] =>
  calculate(what, input, question).lines.map(({ text }) => text.replace(/ +/g, ' ').trim());

const purchases = (draw: string, ...rows: readonly (readonly [string, number, string?])[]): Json[] =>
  rows.map(([on, amount, id]) => ({ kind: 'purchase', on, draw, amount, ...(id === undefined ? {} : { id }) }));
const payments = (...rows: readonly (readonly [string, number, string?])[]): Json[] =>
  rows.map(([on, amount, draw]) => ({ kind: 'payment', on, amount, ...(draw === undefined ? {} : { draw }) }));
const drawOf = (on: string, draw: string, rate: number, more: Json): Json => {
  const minimum = { percentOfPrincipal: 0.02 };
  return { kind: 'drawActivation', on, draw, terms: { interest: { rate }, minimum, ...more } };
};

/** The account of engine/golden/line/six-cycles.txt, whose numbers are worked by hand. */
const sixCycles = {
  product: 'line',
  terms: {
    creditLimit: 2500,
    cycle: { statementDay: 8, dueDay: 4 },
    minimum: { floor: 30 },
    fees: { late: { first: 30, repeat: 41 } },
  },
  facts: [
    { kind: 'activation', on: '2028-01-19' },
    drawOf('2028-01-19', 'A', 0.1825, { grace: {} }),
    drawOf('2028-02-20', 'B', 0.292, { fees: { draw: { percentOfPurchase: 0.04 } } }),
    ...purchases('A', ['2028-01-24', 412.35], ['2028-01-30', 88.9], ['2028-02-15', 260]),
    ...purchases('A', ['2028-03-20', 150, 'lamp'], ['2028-04-02', 64.2], ['2028-05-12', 39.99], ['2028-06-18', 55.1]),
    ...purchases('B', ['2028-02-20', 300]),
    { kind: 'purchaseCredit', on: '2028-03-28', draw: 'A', amount: 45 },
    ...payments(['2028-03-01', 501.25, 'A'], ['2028-04-03', 90], ['2028-04-11', 100], ['2028-05-02', 70]),
    ...payments(['2028-06-09', 60], ['2028-06-28', 370.09]),
    { kind: 'dispute', on: '2028-04-20', purchase: 'lamp', id: 'claim' },
    { kind: 'disputeOutcome', on: '2028-05-30', dispute: 'claim', outcome: 'won' },
  ],
};

describe('replay of a line', () => {
  test('the six cycles of the textbook: balances, interest by draw, grace, available', () => {
    const { cycles, owed, available, draws, status } = json('replay', sixCycles, on('2028-07-08'));
    assert.deepEqual(
      cycles.map((cycle: Json) => [cycle.statementOn, cycle.dueOn, cycle.newBalance, cycle.minimumShown]),
      [
        ['2028-02-08', '2028-03-04', '501.25', '30.00'],
        ['2028-03-08', '2028-04-04', '576.08', '30.00'],
        ['2028-04-08', '2028-05-04', '515.85', '30.00'],
        ['2028-05-08', '2028-06-04', '353.38', '30.00'],
        ['2028-06-08', '2028-07-04', '430.09', '73.98'],
        ['2028-07-08', '2028-08-04', '56.50', '30.00'],
      ],
    );
    const interest = cycles.map(({ draws }: { draws: Json[] }) => draws.map((draw) => [draw.draw, draw.interest]));
    assert.deepEqual(interest.slice(1, 5), [
      [
        ['A', '0.00'],
        ['B', '4.08'],
      ],
      [
        ['A', '3.40'],
        ['B', '7.17'],
      ],
      [
        ['A', '3.87'],
        ['B', '3.66'],
      ],
      [
        ['A', '4.51'],
        ['B', '2.21'],
      ],
    ]);
    assert.deepEqual([owed, available, status], ['56.50', '2443.50', 'active']);
    assert.deepEqual(
      draws.map((draw: Json) => [draw.draw, draw.hasGrace]),
      [
        ['A', true],
        ['B', false],
      ],
    );
  });

  test('the account shows how a payment is divided, and the balance of the textbook after each row', () => {
    const lines = shown('replay', sixCycles, on('2028-07-08'));
    const has = (line: string): void => assert.ok(lines.includes(line), `${line}\n${lines.join('\n')}`);
    has('2028-03-01 payment A -501.25 501.25 572.00');
    has('2028-04-03 payment -90.00 12.00 4.08 73.92 505.28');
    has('2028-04-05 grace lost A 505.28');
    has('2028-04-08 statement 3 +10.57 10.57 19.43 515.85');
    has('2028-06-05 late fee +30.00 423.37');
    has('2028-06-28 payment -370.09 6.72 363.37 55.10');
    has('Available: 2,443.50 of 2,500.00');
  });

  test('each cycle leads from its previous balance to the new one, which is that of the account', () => {
    const held = { ...sixCycles.terms, disputes: { credit: 'hold' } };
    const open = sixCycles.facts.filter(({ kind }) => kind !== 'disputeOutcome');
    for (const input of [
      sixCycles,
      example,
      { ...sixCycles, facts: open },
      { ...sixCycles, terms: held, facts: open },
    ]) {
      const { cycles, steps } = json('replay', input, on('2028-07-08'));
      assert.ok(cycles.length >= 6 && steps.length > 20);
      let before = 0;
      for (const cycle of cycles) {
        const sum = (...keys: string[]): number => keys.reduce((all, key) => all + Math.round(cycle[key] * 100), 0);
        const fees = Object.values(cycle.fees).reduce((all: number, fee) => all + Math.round(Number(fee) * 100), 0);
        const added = sum('purchases', 'cashAdvances', 'balanceTransfers', 'interest', 'reimbursements') + fees;
        assert.equal(sum('previousBalance'), before);
        assert.equal(sum('newBalance'), before - sum('payments', 'credits') + added, `cycle ${cycle.ordinal}`);
        before = sum('newBalance');
      }
      const rows = shown('replay', input, on('2028-07-08'));
      for (const { ordinal, statementOn, newBalance } of cycles) {
        const row = rows.find((text) => text.startsWith(`${statementOn} statement ${ordinal}`)) ?? '';
        assert.equal(row.split(' ').at(-1)!.replace(',', ''), newBalance, row);
      }
    }
  });

  test('interest that came due before the statement has a column of its own', () => {
    // engine/golden/line/trouble.txt, 14.1: a day costs 1.00. Called in after 8 days of the period, billed after 22 more.
    const facts = [
      { kind: 'activation', on: '2027-05-15' },
      { kind: 'drawActivation', on: '2027-05-15', draw: 'A', terms: { interest: { rate: 0.365 } } },
      ...purchases('A', ['2027-05-20', 1000]),
      { kind: 'acceleration', on: '2027-06-20' },
    ];
    const terms = { creditLimit: 2500, cycle: { statementDay: 12, dueDay: 8 }, minimum: { floor: 50 } };
    const rows = shown('replay', { product: 'line', terms, facts }, on('2027-07-12'));
    const row = '2 2027-07-12 2027-08-08 1,023.00 22.00 8.00 1,053.00 1,053.00';
    assert.ok(rows.includes(row), rows.join('\n'));
  });

  test('what was not yet known is left out: before the outcome the purchase is disputed', () => {
    const knownAt = { ...on('2027-05-20'), knownAt: parseInstant('2027-05-20T00:00:00Z')! };
    const [before, since] = [json('replay', example, knownAt), json('replay', example, on('2027-05-20'))];
    assert.deepEqual([before.disputed, since.disputed], ['150.00', '0.00']);
    assert.ok(Number(before.draws[0].interestBooked) > Number(since.draws[0].interestBooked));
  });

  test('a line before its first statement, and one before its activation', () => {
    assert.match(shown('replay', sixCycles, on('2028-01-20'))[0]!, /: active$/);
    assert.deepEqual(shown('replay', sixCycles, on('2028-01-01')), ['Through 2028-01-01: not yet active']);
    assert.deepEqual(json('replay', sixCycles, on('2028-01-20')).cycles, []);
  });

  test('a fact that finds nothing to do is told with its reason', () => {
    const closing = { kind: 'drawClose', on: '2028-06-20', draw: 'B', id: 'twice' };
    const input = { ...sixCycles, facts: [...sixCycles.facts, { ...closing, id: 'once' }, closing] };
    assert.ok(shown('replay', input).some((line) => /^(once|twice) of 2028-06-20 did nothing: the draw/.test(line)));
  });
});

describe('statement of a line', () => {
  test('the latest one on the day: from balance to balance, rates, what keeps grace', () => {
    const lines = shown('statement', sixCycles, on('2028-04-30'));
    assert.equal(lines[0], 'Statement 3 of 2028-04-08, for the days from 2028-03-08');
    for (const line of [
      'previous balance 576.08',
      'payments -90.00',
      'credits -45.00',
      'purchases +64.20',
      'interest +10.57',
      'new balance 515.85',
      'Minimum payment 30.00 by 2028-05-04',
    ])
      assert.ok(lines.includes(line), `${line}\n${lines.join('\n')}`);
    const [inGrace, lost] = ['2028-02-08', '2028-04-30'].map((day) => shown('statement', sixCycles, on(day)));
    assert.ok(inGrace!.includes('A 501.25 501.25 yes 2028-03-05'));
    assert.ok(inGrace!.some((line) => /^In grace: /.test(line)));
    assert.ok(!lost!.some((line) => /^In grace: /.test(line)));
    // Lost on 04-05: the next check is that of the due date 05-04.
    assert.ok(
      lost!.some((line) => /^A .* 2028-05-05$/.test(line)),
      lost!.join('\n'),
    );
  });

  test('a rate that follows the index is called variable', () => {
    const interest = { rates: [{ rate: 0.1, type: 'spread' }] };
    const facts = sixCycles.facts.map((one: Json) =>
      one.draw === 'A' && one.kind === 'drawActivation' ? { ...one, terms: { ...(one.terms as Json), interest } } : one,
    );
    const index = { kind: 'index', on: '2028-01-01', rate: 0.0825 };
    const lines = shown('statement', { ...sixCycles, facts: [index, ...facts] }, on('2028-04-30'));
    assert.ok(
      lines.some((line) => /^A .* 18\.250 % variable /.test(line)),
      lines.join('\n'),
    );
    assert.ok(lines.some((line) => /^B .* 29\.200 % [^v]*$/.test(line)));
  });

  test('for programs it is the cycle of the replay', () => {
    const { cycles } = json('replay', sixCycles, on('2028-07-08'));
    assert.deepEqual(json('statement', sixCycles, on('2028-06-08')), { ...cycles[4], warning: null });
    assert.deepEqual(
      cycles[2].rates.map(({ draw, rate, isVariable }: Json) => [draw, rate, isVariable]),
      [
        ['A', '0.182500', false],
        ['B', '0.292000', false],
      ],
    );
  });

  test('a card warns of minimum payments: the worked example of its law', () => {
    const card = {
      product: 'line',
      terms: {
        regulation: 'card',
        creditLimit: 9000,
        cycle: { statementDay: 12, dueDay: 8 },
        minimum: { floor: 30 },
      },
      facts: [
        { kind: 'activation', on: '2027-05-13' },
        drawOf('2027-05-13', 'P', 0.1752, { minimum: { percentOfPrincipal: 0.01 } }),
        drawOf('2027-05-13', 'C', 0.27375, { minimum: { percentOfPrincipal: 0.01 } }),
        // With the interest of a day: 1,480.00 and 620.00.
        ...purchases('P', ['2027-06-11', 1479.29]),
        ...purchases('C', ['2027-06-11', 619.54]),
      ],
    };
    const lines = shown('statement', card, on('2027-06-12'));
    assert.ok(lines.includes('Minimum payments alone pay it off in 11 years, with 5,226 in all'), lines.join('\n'));
    assert.ok(lines.includes('79 a month in 36 months, with 2,826 in all, 2,400 less'), lines.join('\n'));
    assert.deepEqual(json('statement', card, on('2027-06-12')).warning, {
      atMinimum: { months: 136, shown: { count: 11, unit: 'years' }, total: '5226.31' },
      in36: { payment: '78.50', total: '2826.00', savings: '2400.31' },
    });
  });

  test('before the first one there is none', () => {
    assert.throws(() => calculate('statement', sixCycles, on('2028-02-07')), {
      name: 'InputError',
      message: 'facts give no statement through 2028-02-07: the first one comes later.',
    });
  });
});

describe('payoff and explain of a line', () => {
  test('the payoff is what is owed with the interest so far, and a payment of it leaves nothing', () => {
    const { amount, principal, perDiem } = json('payoff', sixCycles, on('2028-04-05'));
    // 505.28 of principal, 2.99542 and 6.6144 of interest: 271.28 × 0.1825 / 365 + 234 × 0.292 / 365 a day.
    assert.deepEqual([amount, principal, perDiem], ['514.88', '505.28', '0.322840']);
    const facts = [...sixCycles.facts, { kind: 'payment', on: '2028-04-05', amount }];
    assert.equal(json('replay', { ...sixCycles, facts }, on('2028-04-05')).owed, '0.00');
  });

  test('every posting has its reason, and they add up to zero', () => {
    const { postings } = json('explain', sixCycles, on('2028-07-08'));
    assert.equal(
      postings.reduce((sum: number, { amount }: Json) => sum + Math.round(Number(amount) * 100), 0),
      0,
    );
    for (const { because } of postings) assert.match(because, /\$[\d,.]+ .*\d{4}-\d\d-\d\d/);
  });
});

describe('which product a file holds', () => {
  const refused = (what: Calculation, input: unknown, message: RegExp): void =>
    assert.throws(
      () => calculate(what, input, {}),
      (error) => error instanceof InputError && message.test(error.message),
    );

  test('what has no meaning for a product is refused with what there is', () => {
    refused('schedule', sixCycles, /^Of a line tenor calc shows replay, payoff, explain, statement, not schedule\.$/);
    refused('apr', sixCycles, /^Of a line .*, not apr\.$/);
    refused(
      'statement',
      { terms: {}, facts: [] },
      /^Of an installment loan tenor calc shows schedule, .*, not statement\.$/,
    );
  });

  test('a product that is none', () => {
    refused(
      'replay',
      { ...sixCycles, product: 'lines' },
      /^product must be one of installment, line, .*Is line meant\?/,
    );
    refused('replay', { ...sixCycles, product: 7 }, /^product must be one of installment, line, not 7/);
    refused('replay', { ...sixCycles, product: 'installment' }, /^terms\.creditLimit is not a known key/);
  });
});
