// Random lines: terms, draws and facts of every kind, for laws that hold whatever happens.

import fc from 'fast-check';
import type { LineFact, LineFactOf } from '../line/facts.ts';
import type { DrawTerms, LineTerms, MinimumOfBalance } from '../line/terms.ts';
import { buy, day, dispute, drawTerms, fact, lineTerms, outcome, pay } from '../line/test-lines.ts';
import type { Cents } from '../values/cents.ts';

export interface History {
  readonly terms: LineTerms;
  readonly facts: readonly LineFact[];
}

const start = day('2027-01-04');
const span = 230;

const someDay = fc.integer({ min: start, max: start + span });
const someTime = fc.option(fc.integer({ min: 2, max: 86_399 }), { nil: undefined, freq: 3 });
const someAmount = fc.oneof(fc.integer({ min: 1, max: 90_000 }), fc.integer({ min: 1, max: 300 }));

const someTiers = [
  { upTo: 2_500, percent: '0', amount: 400 },
  { upTo: 40_000, percent: '0.02', amount: 700 },
  { upTo: null, percent: '0.03', amount: 900 },
] as unknown as MinimumOfBalance['tiers'];

const someTerms: fc.Arbitrary<LineTerms> = fc
  .record({
    days: fc.constantFrom([8, 4], [3, 28], [31, 25], [12, 8], [5, 4]) as fc.Arbitrary<[number, number]>,
    floor: fc.constantFrom(0, 25),
    roundUpTo: fc.constantFrom(1, 100),
    isOverLimitDue: fc.boolean(),
    overLimitBeyond: fc.constantFrom('nothing', 'pastDue', 'minimum'),
    tiers: fc.constantFrom(0, 0, 0, 1, 3),
    plus: fc.constantFrom('nothing', 'interest', 'interestAndFees'),
    creditLimit: fc.constantFrom(100_000, 400_000),
    late: fc.boolean(),
    nsf: fc.boolean(),
    accrual: fc.constantFrom('simple', 'simple', 'compound', 'compoundWithFees', 'compoundDaily'),
    rounding: fc.constantFrom('cut', 'cut', 'halfUp', 'halfEven'),
    dayCount: fc.constantFrom('actual/365', 'actual/365', '30/360', 'actual/actual', 'actual/360'),
    balanceMethod: fc.constantFrom('daily', 'daily', 'average'),
    minCharge: fc.constantFrom(null, 50),
    graceScope: fc.constantFrom('draw', 'line'),
    drawOrder: fc.constantFrom('lowestRate', 'highestRate', 'activation'),
    excess: fc.constantFrom('highestRate', 'drawOrder'),
    aim: fc.constantFrom('whole', 'due'),
    lostInterest: fc.constantFrom('forgone', 'charged'),
    credit: fc.constantFrom('provisional', 'hold'),
    deadlines: fc.constantFrom('asIs', 'asIs', 'following'),
    accelerationDueWithin: fc.constantFrom(null, null, 60),
    chargeOffDueWithin: fc.constantFrom(null, null, 120),
    accrualAfterChargeOff: fc.boolean(),
    regulation: fc.constantFrom('card', 'openEnd', 'none'),
    membership: fc.boolean(),
    cycleRateMax: fc.constantFrom(null, null, '0.36', '0.12'),
  })
  .map((o) => {
    const base = lineTerms(o.days, { floor: o.floor, ...(o.late ? { lateFee: [30, 41] as const } : {}) });
    return {
      ...base,
      regulation: o.regulation as LineTerms['regulation'],
      creditLimit: o.creditLimit as Cents,
      interest: {
        accrual: o.accrual as LineTerms['interest']['accrual'],
        rounding: o.rounding as LineTerms['interest']['rounding'],
        dayCount: o.dayCount as LineTerms['interest']['dayCount'],
        balanceMethod: (o.accrual === 'compoundDaily'
          ? 'daily'
          : o.balanceMethod) as LineTerms['interest']['balanceMethod'],
        minCharge: o.minCharge as Cents | null,
        residualWaivedBelow: (o.membership && o.floor === 0 ? 200 : null) as Cents | null,
        totalCap: (o.nsf && o.late && o.isOverLimitDue ? 2_000 : null) as Cents | null,
      },
      minimum: {
        ...base.minimum,
        roundUpTo: o.roundUpTo as Cents,
        isOverLimitDue: o.isOverLimitDue,
        overLimitBeyond: o.overLimitBeyond as LineTerms['minimum']['overLimitBeyond'],
        ofBalance:
          o.tiers === 0 ? null : { tiers: someTiers.slice(3 - o.tiers), plus: o.plus as MinimumOfBalance['plus'] },
      },
      cycleRateMax: o.cycleRateMax as LineTerms['cycleRateMax'],
      graceScope: o.graceScope as LineTerms['graceScope'],
      payments: {
        ...base.payments,
        drawOrder: o.drawOrder as LineTerms['payments']['drawOrder'],
        excess: o.excess as LineTerms['payments']['excess'],
        aim: o.aim as LineTerms['payments']['aim'],
      },
      fees: {
        ...base.fees,
        nsf: (o.nsf ? 2_500 : null) as Cents | null,
        periodic: o.membership ? [{ type: 'membership' as const, amount: 300 as Cents, cap: 900 as Cents }] : [],
      },
      disputes: {
        lostInterest: o.lostInterest as LineTerms['disputes']['lostInterest'],
        credit: o.credit as LineTerms['disputes']['credit'],
      },
      delinquency: {
        ...base.delinquency,
        deadlines: o.deadlines as LineTerms['delinquency']['deadlines'],
        accelerationDueWithin: o.accelerationDueWithin,
        chargeOffDueWithin: o.chargeOffDueWithin,
        accrualAfterChargeOff: o.accrualAfterChargeOff,
      },
    };
  });

const someDraw: fc.Arbitrary<DrawTerms> = fc
  .record({
    rate: fc.constantFrom('0.1825', '0.219', '0.292', '0', '0.2847', '0.12345678'),
    kind: fc.constantFrom('grace', 'grace', 'grace', 'plain', 'amortized', 'deferred', 'static'),
    restore: fc.integer({ min: 1, max: 3 }),
    evaluate: fc.constantFrom(1, 1, 2, 3),
    override: fc.boolean(),
    percent: fc.constantFrom('0.02', '0.05', '1', '0'),
    least: fc.constantFrom(0, 15),
    feePercent: fc.constantFrom('0', '0', '0.04'),
    feeAmount: fc.constantFrom(0, 500),
    charged: fc.constantFrom('firstPayment', 'firstPayment', 'spread', 'apart'),
    promo: fc.boolean(),
    endsOn: fc.integer({ min: start + 40, max: start + span }),
    limit: fc.constantFrom(null, 50_000),
    service: fc.boolean(),
    endDate: fc.option(fc.integer({ min: start + 60, max: start + span }), { freq: 5, nil: null }),
  })
  .map((o) => {
    const override = { percentOfPrincipal: '0' as never, amount: 0 as Cents };
    const made = drawTerms(o.rate, {
      percent: o.percent,
      least: o.least,
      feePercent: o.feePercent,
      creditLimit: o.limit as Cents | null,
      endDate: o.endDate,
      ...(o.kind === 'grace' && {
        grace: {
          periodsToRestore: o.restore,
          periodsToEvaluate: o.evaluate,
          minimumOverride: o.override ? override : null,
        },
      }),
      ...(o.kind === 'amortized' && { amortization: { duration: o.restore + 2, amount: null } }),
      ...(o.kind === 'deferred' && {
        deferredInterest: { endsOn: o.endsOn, graceDays: 3, disqualifyOverdueDays: o.override ? 30 : null },
      }),
      ...(o.kind === 'static' && { purpose: 'static' as const }),
    });
    const promos = o.promo ? [{ days: 45, rate: '0.05' as never, disqualifyOverdueDays: o.override ? 20 : null }] : [];
    return {
      ...made,
      rates: { ...made.rates, promos },
      fees: {
        draw: {
          ...made.fees.draw,
          amount: o.feeAmount as Cents,
          charged: o.charged as DrawTerms['fees']['draw']['charged'],
        },
        periodic: o.service ? [{ type: 'service' as const, amount: 150 as Cents, cap: 600 as Cents }] : [],
      },
    };
  });

const names = ['A', 'B', 'C'];
const someName = fc.constantFrom(...names);

interface Pick {
  readonly kind: string;
  readonly on: number;
  readonly time: number | undefined;
  readonly amount: number;
  readonly name: string;
  readonly other: number;
  readonly flag: boolean;
}

const kinds = [
  ...Array<string>(9).fill('purchase'),
  ...Array<string>(7).fill('payment'),
  ...['refund', 'refund', 'dispute', 'dispute', 'fee', 'waiver', 'serviceCredit', 'component', 'reimbursement'],
  ...['rate', 'promo', 'index', 'ceiling', 'limit', 'cycleChange', 'minimumTerms', 'amortization', 'authorization'],
  ...['sent', 'sent', 'returned', 'returned', 'reAge', 'acceleration', 'chargeOff', 'settlement', 'drawClose', 'close'],
  ...['reopen', 'feeChange', 'lateFeeNotified', 'lateFeeSuspension', 'spending'],
];

const somePick: fc.Arbitrary<Pick> = fc.record({
  kind: fc.constantFrom(...kinds),
  on: someDay,
  time: someTime,
  amount: someAmount,
  name: someName,
  other: fc.integer({ min: 1, max: 60 }),
  flag: fc.boolean(),
});

const dateText = (on: number): string => new Date(on * 86_400_000).toISOString().slice(0, 10);

/** The facts of one pick: some come with what they need before them, or after. */
function factsOf({ kind, on, amount, name, other, flag }: Pick): LineFact[] {
  const at = dateText(on);
  const cents = amount as Cents;
  const bought = buy(at, name, amount / 100);
  const later = dateText(on + other);
  switch (kind) {
    case 'purchase': {
      const charged = other % 6 === 0 ? { fees: [{ id: bought.id, type: 'purchase', amount: cents }] as const } : {};
      return [{ ...bought, ...charged, status: flag || other % 5 > 0 ? 'settled' : 'pending' }];
    }
    case 'payment': {
      const one = pay(at, amount / 100, other % 4 === 0 ? name : null);
      return [other % 7 === 0 ? { ...one, status: 'pending' } : one];
    }
    case 'returned': {
      const one = pay(at, amount / 100);
      const back = { of: one.id, reason: 'failed', happenedOn: on + other, amount: null, nsfFee: flag };
      return [one, fact('undo', at, back)];
    }
    case 'refund': {
      // Some are above their purchase.
      const back = {
        draw: flag ? name : 'A',
        type: 'refund',
        status: 'settled',
        amount: other % 5 === 0 ? 2 * cents : cents,
      };
      const original = { id: bought.id, draw: name, on, amount: cents };
      return [bought, fact('purchaseCredit', later, { ...back, original: other % 3 === 0 ? null : original })];
    }
    case 'dispute': {
      const part = flag ? amount : Math.ceil(amount / 2);
      const submitted = dispute(later, bought, part / 100);
      const end = (['won', 'lost', 'expired', 'withdrawn'] as const)[other % 4]!;
      return [bought, submitted, ...(other % 5 === 0 ? [] : [outcome(dateText(on + 2 * other), submitted, end)])];
    }
    case 'fee': {
      const charged = fact('fee', at, { type: 'adHoc', draw: flag ? name : null, amount: cents });
      return [charged];
    }
    case 'waiver':
      return [
        fact('fee', at, { type: 'modification', draw: flag ? name : null, amount: cents }, `fee-${on}-${amount}`),
        fact('waiver', later, { fee: `modification:fee-${on}-${amount}`, amount: other % 2 === 0 ? null : 200 }),
      ];
    case 'serviceCredit':
      return [fact('serviceCredit', at, { amount: cents, component: null, draw: flag ? name : null })];
    case 'component': {
      const component = (['fees', 'interest', 'principal'] as const)[other % 3];
      return [fact('serviceCredit', at, { amount: cents, component, draw: flag ? name : null })];
    }
    case 'reimbursement':
      return [fact('reimbursement', at, { amount: cents })];
    default:
      return [termsFact(kind, at, { on, amount: cents, name, other, flag })];
  }
}

function termsFact(kind: string, at: string, { on, amount, name, other, flag }: Omit<Pick, 'kind' | 'time'>): LineFact {
  const draw = flag ? name : null;
  switch (kind) {
    case 'rate':
      return fact('rate', at, { rate: '0.1606', type: 'absolute', until: on + other, replaces: flag, draw });
    case 'promo':
      return fact('promo', at, { rate: '0.0365', until: on + other, draw, disqualifyOverdueDays: flag ? 10 : null });
    case 'index':
      return fact('index', at, { rate: '0.05' });
    case 'ceiling':
      return fact('ceiling', at, { rate: '0.06', until: on + other, draw });
    case 'limit':
      return fact('limit', at, { amount });
    case 'cycleChange':
      return fact('cycleChange', at, { cycle: lineTerms(flag ? [20, 15] : [10, 6]).cycle });
    case 'minimumTerms':
      return fact('minimumTerms', at, { draw: name, minimum: { percentOfPrincipal: '0.1', amount: 1_000 } });
    case 'amortization':
      return fact('amortization', at, { draw: name, by: { duration: (other % 6) + 1, amount: null } });
    case 'authorization':
      return fact('authorization', at, { draw: name, amount });
    case 'sent': {
      const told = [{ draw: 'A', fullBalance: amount }];
      return fact('statementSent', at, {
        obligation: (other % 7) + 1,
        minimum: 2_000,
        newBalance: amount,
        draws: told,
      });
    }
    case 'acceleration':
      return fact('acceleration', at, {});
    case 'chargeOff':
      return fact('chargeOff', at, { reason: 'other' });
    case 'settlement':
      return fact('settlement', at, { amount, lastDay: on + other });
    case 'drawClose':
      return fact('drawClose', at, { draw: name });
    case 'reopen':
      return fact('drawReopening', at, { draw: name });
    case 'close':
      return fact('close', at, {});
    case 'feeChange':
      return fact('feeChange', at, { type: 'service', draw, amount: 250, cap: null });
    case 'lateFeeNotified':
      return fact('lateFeeNotified', at, { obligation: (other % 7) + 1, amount: 1_500 });
    case 'lateFeeSuspension':
      return fact('lateFeeSuspension', at, { until: on + other });
    case 'spending':
      return fact('spending', at, { newDrawsAllowed: flag, drawsFrozen: false });
    default:
      return fact('reAge', at, {});
  }
}

export const someHistory: fc.Arbitrary<History> = fc
  .record({
    terms: someTerms,
    draws: fc.tuple(someDraw, someDraw, someDraw),
    days: fc.tuple(fc.constant(start), fc.constant(start), fc.integer({ min: start, max: start + 60 })),
    picks: fc.array(somePick, { minLength: 1, maxLength: 28 }),
  })
  .map(({ terms, draws, days, picks }) => ({
    terms,
    facts: [
      fact('activation', dateText(start), { time: 0 }, 'activation'),
      ...draws.map((of, i) =>
        fact('drawActivation', dateText(days[i]!), { time: 1, draw: names[i], terms: of }, `draw-${names[i]}`),
      ),
      ...picks.flatMap((pick) =>
        factsOf(pick).map((one): LineFact => (pick.time === undefined ? one : timed(one, pick.time))),
      ),
    ],
  }));

const timed = (one: LineFact, time: number): LineFact =>
  one.kind === 'undo' ? one : ({ ...one, time } as LineFactOf<typeof one.kind> as LineFact);

export const lastDay = start + span + 40;
export const firstDay = start;
