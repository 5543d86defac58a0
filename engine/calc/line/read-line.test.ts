import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  activation,
  buy,
  day,
  dispute,
  dollars,
  draw,
  drawTerms,
  lineTerms,
  outcome,
  pay,
  refund,
} from '../../line/test-lines.ts';
import { InputError } from '../input.ts';
import { readLineFile } from './read-line.ts';

type Json = Record<string, unknown>;

const terms = { creditLimit: 10_000, cycle: { statementDay: 8, dueDay: 4 } };
const begun = { kind: 'activation', on: '2027-01-05' };
const drawA = { kind: 'drawActivation', on: '2027-01-05', draw: 'A', terms: { interest: { rate: 0.1825 } } };

const file = (changed: Json, ...facts: Json[]): Json => ({
  product: 'line',
  terms: { ...terms, ...changed },
  facts: [begun, drawA, ...facts],
});
const withDraw = (changed: Json): Json => ({
  ...file({}),
  facts: [begun, { ...drawA, terms: { ...drawA.terms, ...changed } }],
});

/** What was read, without the ids that were given by the way. */
const read = (input: unknown) => {
  const { terms, facts } = readLineFile(input);
  return { terms, facts: facts.map(({ id, ...rest }) => rest) };
};
const factOf = (written: Json): unknown => read(file({}, ...needed, written)).facts.at(-1);

const needed = [
  { kind: 'purchase', on: '2027-01-10', draw: 'A', amount: 40, id: 'tv' },
  { kind: 'authorization', on: '2027-01-11', draw: 'A', amount: 12.5, id: 'hold' },
  { kind: 'dispute', on: '2027-01-20', purchase: 'tv', amount: 30, id: 'claim' },
];

describe('terms of a line', () => {
  test('what is left out is as in the examples of the engine', () => {
    assert.deepEqual(read(file({})).terms, lineTerms([8, 4]));
    const [, { on, kind, ...rest } = {} as never] = read(file({})).facts as unknown as Json[];
    assert.deepEqual(rest, { draw: 'A', terms: drawTerms('0.1825') });
  });

  test('what is given is taken', () => {
    const given = {
      regulation: 'card',
      bufferDays: 20,
      interest: {
        dayCount: 'actual/360',
        accrual: 'compound',
        rounding: 'halfUp',
        balanceMethod: 'average',
        minCharge: 1.5,
        residualWaivedBelow: 1,
        totalCap: 900,
      },
      minimum: {
        floor: 30,
        roundUpTo: 1,
        isOverLimitDue: true,
        overLimitBeyond: 'pastDue',
        ofBalance: { tiers: [{ upTo: 500, amount: 25 }, { percent: 0.05 }], plus: 'interest' },
      },
      cycleRateMax: 0.36,
      graceScope: 'line',
      payments: {
        drawOrder: 'activation',
        excess: 'highestRate',
        order: ['interest', 'fees', 'principal'],
        areAllowedWhenChargedOff: false,
      },
      fees: {
        late: { graceDays: 3, first: 30, repeat: 41 },
        nsf: 25,
        periodic: [{ type: 'membership', amount: 5, cap: 60 }],
        firstYearCap: 0.25,
      },
      disputes: { lostInterest: 'charged', credit: 'hold' },
      authorizationDays: 5,
      paymentHoldDays: 3,
      blockPurchasesOverdueDays: 10,
      delinquency: { tolerance: 2 },
    };
    const expected = {
      ...lineTerms([8, 4]),
      ...given,
      interest: { ...given.interest, minCharge: 150, residualWaivedBelow: 100, totalCap: 90_000 },
      minimum: {
        floor: 3000,
        roundUpTo: 100,
        isOverLimitDue: true,
        overLimitBeyond: 'pastDue',
        ofBalance: {
          tiers: [
            { upTo: 50_000, percent: '0', amount: 2500 },
            { upTo: null, percent: '0.05', amount: 0 },
          ],
          plus: 'interest',
        },
      },
      cycleRateMax: '0.36',
      payments: { ...given.payments, aim: 'due' },
      fees: {
        late: { graceDays: 3, first: 3000, repeat: 4100 },
        nsf: 2500,
        periodic: [{ type: 'membership', amount: 500, cap: 6000 }],
        firstYearCap: '0.25',
      },
      delinquency: { ...lineTerms([8, 4]).delinquency, tolerance: 200 },
    };
    assert.deepEqual(read(file(given)).terms, expected);
  });

  test('a card is as the law wants it, unless the file says otherwise', () => {
    const fees = (given: Json): unknown => read(file({ regulation: 'card', ...(given as object) })).terms.fees;
    const none = { late: null, nsf: null, periodic: [] };
    assert.deepEqual(fees({}), { ...none, firstYearCap: '0.25' });
    assert.deepEqual(fees({ fees: { firstYearCap: null } }), { ...none, firstYearCap: null });
  });

  test('the days: both, or one of them with the days between', () => {
    const cycle = (written: Json): unknown => read(file({ cycle: written })).terms.cycle;
    const plain = { frequency: 'monthly', startDate: null };
    assert.deepEqual(cycle({ statementDays: [8], dueDays: [4] }), {
      ...plain,
      fixed: 'both',
      days: [8, 4],
      dueAfterDays: null,
    });
    assert.deepEqual(cycle({ dueDay: 15, dueAfterDays: 21 }), {
      ...plain,
      fixed: 'dueDay',
      days: [15],
      dueAfterDays: 21,
    });
    assert.deepEqual(cycle({ statementDay: 1, dueAfterDays: 21 }), {
      ...plain,
      fixed: 'statementDay',
      days: [1],
      dueAfterDays: 21,
    });
  });

  test('of a draw: grace, deferred interest, fees; a static draw needs no interest', () => {
    const termsOf = (changed: Json): unknown =>
      (read(withDraw(changed)).facts as unknown as { terms: unknown }[])[1]!.terms;
    const grace = { periodsToRestore: 2, minimumOverride: { amount: 10 } };
    assert.deepEqual(
      termsOf({ grace }),
      drawTerms('0.1825', {
        grace: {
          periodsToRestore: 2,
          periodsToEvaluate: 1,
          minimumOverride: drawTerms('0', { least: 10 }).minimum,
        },
      }),
    );
    assert.deepEqual(
      termsOf({ deferredInterest: { endsOn: '2027-12-31' }, creditLimit: 500, endDate: '2030-01-01' }),
      drawTerms('0.1825', {
        deferredInterest: { endsOn: day('2027-12-31'), graceDays: 0, disqualifyOverdueDays: null },
        creditLimit: dollars(500),
        endDate: day('2030-01-01'),
      }),
    );
    assert.deepEqual(
      termsOf({ amortization: { duration: 12 }, fees: { draw: { percentOfPurchase: 0.04, charged: 'spread' } } }),
      drawTerms('0.1825', {
        amortization: { duration: 12, amount: null },
        fees: {
          ...drawTerms('0', { feePercent: '0.04' }).fees,
          draw: { amount: dollars(0), percentOfPurchase: '0.04' as never, charged: 'spread' },
        },
      }),
    );
    assert.deepEqual(termsOf({ interest: undefined, purpose: 'static' }), drawTerms('0', { purpose: 'static' }));
    const promos = [{ days: 90, rate: 0.1, disqualifyOverdueDays: 60 }];
    const { rates } = drawTerms('0.1825');
    assert.deepEqual(
      termsOf({ interest: { rate: 0.1825, promos } }),
      drawTerms('0.1825', {
        rates: { ...rates, promos: [{ days: 90, rate: '0.1' as never, disqualifyOverdueDays: 60 }] },
      }),
    );
  });
});

describe('facts of a line', () => {
  test('a fact gets what it needs of the one that it names', () => {
    const tv = buy('2027-01-10', 'A', 40, 'tv');
    const claim = { ...dispute('2027-01-20', tv, 30), id: 'claim' };
    const same = (written: Json, { id, ...expected }: { readonly id: string }): void =>
      assert.deepEqual(factOf(written), expected);
    same({ kind: 'dispute', on: '2027-01-22', purchase: 'tv' }, dispute('2027-01-22', tv, 40));
    same(
      { kind: 'disputeOutcome', on: '2027-02-01', dispute: 'claim', outcome: 'lost' },
      outcome('2027-02-01', claim, 'lost'),
    );
    same(
      { kind: 'purchaseCredit', on: '2027-01-15', draw: 'A', amount: 5, original: 'tv' },
      refund('2027-01-15', 'A', 5, tv),
    );
    same({ kind: 'payment', on: '2027-01-15', amount: 5, draw: 'A' }, pay('2027-01-15', 5, 'A'));
    const posted = { ...buy('2027-01-12', 'A', 12.5), authorization: { id: 'hold', endsHold: true } };
    same({ kind: 'purchase', on: '2027-01-12', draw: 'A', amount: 12.5, authorization: 'hold' }, posted);
    const { id: _, ...begins } = activation('2027-01-05');
    assert.deepEqual(read(file({})).facts[0], begins);
    const { id: __, ...activated } = draw('2027-01-05', 'A', drawTerms('0.1825'));
    assert.deepEqual(read(file({})).facts[1], activated);
  });

  test('every kind can be written with what it needs and no more', () => {
    const on = '2027-03-01';
    const written: readonly Json[] = [
      { kind: 'drawReopening', draw: 'A' },
      { kind: 'drawCancel', draw: 'A' },
      { kind: 'drawClose', draw: 'A' },
      { kind: 'index', rate: 0.05 },
      { kind: 'rate', rate: 0.2 },
      { kind: 'promo', rate: 0.05, draw: 'A' },
      { kind: 'ceiling', rate: 0.06 },
      { kind: 'limit', amount: 500 },
      { kind: 'drawLimit', draw: 'A' },
      { kind: 'spending' },
      { kind: 'cycleChange', cycle: { statementDay: 12, dueDay: 8 } },
      { kind: 'minimumTerms', draw: 'A' },
      { kind: 'amortization', draw: 'A', by: { amount: 50 } },
      { kind: 'authorization', draw: 'A', amount: 5 },
      { kind: 'release', authorization: 'hold' },
      { kind: 'fee', type: 'adHoc', amount: 5 },
      { kind: 'feeChange', type: 'service', amount: 5 },
      { kind: 'lateFeeNotified', obligation: 1, amount: 30 },
      { kind: 'lateFeeSuspension', until: '2027-04-01' },
      { kind: 'waiver', fee: 'late:1' },
      { kind: 'serviceCredit', amount: 5 },
      { kind: 'reimbursement', amount: 5 },
      { kind: 'settlement', amount: 5, lastDay: '2027-04-01' },
      { kind: 'statementSent', obligation: 1, minimum: 1, newBalance: 40 },
      { kind: 'reAge' },
      { kind: 'acceleration' },
      { kind: 'chargeOff' },
      { kind: 'agency', servicedBy: 'creditor' },
      { kind: 'close' },
      { kind: 'undo', of: 'tv' },
    ];
    for (const fact of written) assert.equal((factOf({ on, ...fact }) as Json).kind, fact.kind);
  });

  test('a line taken over', () => {
    const migration = {
      kind: 'migration',
      on: '2027-03-20',
      originatedOn: '2025-03-20',
      creditLimit: 1000,
      ordinal: 4,
      periodStart: '2027-03-08',
      draws: [{ draw: 'A', terms: drawA.terms, activatedOn: '2025-03-20', principal: 840, accruedInterest: 11.2 }],
      obligations: [
        {
          ordinal: 3,
          statementDate: '2027-03-08',
          dueDate: '2027-04-04',
          amount: 30,
          newBalance: 870,
          draws: [{ draw: 'A', principal: 30, fullBalance: 870 }],
        },
      ],
    };
    const [taken] = read({ ...file({}), facts: [migration] }).facts as unknown as Json[];
    const [drawTaken] = taken!.draws as Json[];
    assert.deepEqual([drawTaken!.principal, drawTaken!.accruedInterest], [84_000, '1120.000000']);
    assert.throws(
      () => read({ ...file({}), facts: [{ ...migration, on: '2027-03-01' }] }),
      /facts\[0\]\.on must not be before .*2027-03-08/,
    );
  });
});

describe('a line is refused', () => {
  const refused = (input: Json, path: string, message: RegExp): void =>
    assert.throws(
      () => readLineFile(input),
      (error) => {
        assert.ok(error instanceof InputError, String(error));
        assert.equal(error.path, path);
        assert.match(error.message, message);
        return true;
      },
    );

  test('for its terms, by path', () => {
    refused(file({ creditLimt: 5 }), 'terms.creditLimt', /Is creditLimit meant/);
    refused(file({ cycle: {} }), 'terms.cycle', /must say the statementDay, the dueDay, or both/);
    refused(file({ cycle: { statementDay: 8 } }), 'terms.cycle.dueAfterDays', /is missing/);
    refused(
      file({ cycle: { statementDay: 8, statementDays: [8], dueDay: 4 } }),
      'terms.cycle.statementDay',
      /is short for/,
    );
    refused(file({ cycle: { statementDays: [1, 15], dueDays: [] } }), 'terms.cycle.dueDays', /at least one day/);
    refused(file({ cycle: { statementDay: 8, dueDay: 10 } }), 'terms.cycle', /at least 14 days after the statement/);
    refused(file({ regulation: 'card', payments: { aim: 'whole' } }), 'terms.payments.aim', /cannot be aimed/);
    refused(file({ minimum: { roundUpTo: 0 } }), 'terms.minimum.roundUpTo', /above zero/);
    const tiers = (...tiers: Json[]) => file({ minimum: { ofBalance: { tiers } } });
    refused(tiers({ upTo: 10 }), 'terms.minimum.ofBalance.tiers[0].upTo', /has no bound/);
    refused(tiers({ upTo: 10 }, { upTo: 10 }, {}), 'terms.minimum.ofBalance.tiers[1].upTo', /tier before/);
    refused(tiers(), 'terms.minimum.ofBalance.tiers', /at least one tier/);
    refused(
      file({ interest: { accrual: 'compoundDaily', balanceMethod: 'average' } }),
      'terms.interest.balanceMethod',
      /compounds every day/,
    );
    refused(file({ payments: { order: ['fees', 'fees', 'interest'] } }), 'terms.payments.order', /each once/);
    refused(file({ fees: { late: { first: 30 } } }), 'terms.fees.late.repeat', /is missing/);
  });

  test('for the terms of a draw, by path', () => {
    const at = 'facts[1].terms';
    refused(withDraw({ interest: undefined }), `${at}.interest`, /is missing/);
    refused(withDraw({ grace: {}, amortization: { duration: 3 } }), `${at}.amortization`, /draw with grace/);
    refused(withDraw({ amortization: { duration: 3, amount: 5 } }), `${at}.amortization.duration`, /one of the two/);
    refused(withDraw({ amortization: {} }), `${at}.amortization.duration`, /is missing/);
    refused(withDraw({ fees: { draw: { charged: 'apart' } } }), `${at}.fees.draw.charged`, /no statement asked/);
    refused(withDraw({ interest: { rates: [] } }), `${at}.interest.rates`, /at least one entry/);
    const overIndex = withDraw({ interest: { rates: [{ rate: 0.1, type: 'spread' }] } });
    refused(overIndex, 'facts[1]', /facts\[1\] is refused: .*no index fact/);
    const index = { kind: 'index', on: '2027-01-01', rate: 0.05 };
    read({ ...overIndex, facts: [...(overIndex.facts as readonly Json[]), index] });
    // With grace the days must be further apart.
    refused(
      { ...withDraw({ grace: {} }), terms: { ...terms, cycle: { statementDay: 8, dueDay: 25 } } },
      'terms.cycle',
      /at least 21 days/,
    );
  });

  test('for a fact that names what is not there', () => {
    const on = '2027-02-01';
    refused(file({}, { kind: 'purchase', on, draw: 'B', amount: 5 }), 'facts[2].draw', /names no draw of this line/);
    const taken = { draw: 'A', terms: drawA.terms, activatedOn: '2026-01-01' };
    const migration = {
      kind: 'migration',
      on,
      originatedOn: '2026-01-01',
      creditLimit: 5,
      ordinal: 2,
      periodStart: on,
    };
    const twice = { ...file({}), facts: [{ ...migration, draws: [taken, taken] }] };
    refused(twice, 'facts[0].draws[1].draw', /must differ from the draw that begins in facts\[0\], A/);
    refused(file({}, { ...drawA }), 'facts[2].draw', /must differ from the draw that begins in facts\[1\]/);
    refused(file({}, { kind: 'dispute', on, purchase: 'tv' }), 'facts[2].purchase', /names no purchase of this line/);
    refused(file({}, ...needed, { kind: 'dispute', on, purchase: 'hold' }), 'facts[5].purchase', /names no purchase/);
    refused(
      file({}, ...needed, { kind: 'dispute', on, purchase: 'tv', amount: 41 }),
      'facts[5].amount',
      /not be more than the amount of tv, 40\.00/,
    );
    refused(
      file({}, ...needed, { kind: 'disputeOutcome', on, dispute: 'clam', outcome: 'won' }),
      'facts[5].dispute',
      /Is claim meant/,
    );
    refused(file({}, { kind: 'release', on, authorization: 'x' }), 'facts[2].authorization', /names no authorization/);
    refused(file({}, { kind: 'undo', of: 'x' }), 'facts[2].of', /names no fact of this loan/);
  });

  test('for what contradicts itself, or belongs to another product', () => {
    const on = '2027-02-01';
    refused(file({}, { kind: 'advance', on, amount: 5 }), 'facts[2].kind', /must be one of activation/);
    refused(file({}, { kind: 'rate', on, rate: -0.1 }), 'facts[2].rate', /below zero/);
    refused(file({}, { kind: 'promo', on, rate: 0.1, until: '2027-01-31' }), 'facts[2].until', /not be before/);
    refused(
      file({}, { kind: 'settlement', on, amount: 1, lastDay: '2027-01-31' }),
      'facts[2].lastDay',
      /not be before/,
    );
    refused(file({}, { kind: 'cycleChange', on, cycle: { statementDay: 8, dueDay: 9 } }), 'facts[2].cycle', /is wrong/);
    refused({ ...file({}), facts: [] }, 'facts', /must have an activation/);
    refused(file({}, begun), 'facts[2]', /begins once/);
    refused(file({}, ...needed, { kind: 'undo', of: 'tv', amount: 41 }), 'facts[5].amount', /not be more than/);
  });
});
