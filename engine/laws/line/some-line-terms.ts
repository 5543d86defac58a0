// Random terms of lines and draws. Every option is there.

import fc from 'fast-check';
import type { CycleTerms, DrawTerms, LineTerms } from '../../line/terms.ts';
import { cents } from '../../values/cents.ts';
import type { CivilDate } from '../../values/civil-date.ts';
import { dayOf } from '../../values/day.ts';
import type { Rate } from '../../values/rate.ts';

export const openingDay = dayOf('2027-11-20' as CivilDate);

const between = (min: number, max: number) => fc.integer({ min, max });
export const someAmount = (max: number) => fc.oneof(between(1, max), fc.constantFrom(1, 2500, 10_000)).map(cents);
/** Rates of a round number a day, odd ones, and zero. */
export const someRate: fc.Arbitrary<Rate> = fc
  .constantFrom('0', '0.0365', '0.1825', '0.219', '0.2555', '0.2999', '0.365', '0.0712345')
  .map((text) => text as Rate);
const somePercent = fc.constantFrom('0', '0.01', '0.02', '0.035', '1').map((text) => text as Rate);
const rarely = <T>(usual: T, other: fc.Arbitrary<T>, percent = 25): fc.Arbitrary<T> =>
  fc.oneof({ weight: 100 - percent, arbitrary: fc.constant(usual) }, { weight: percent, arbitrary: other });

/** Days that pass the check of every regulation with grace, and for lines outside it the other frequencies. */
export function someCycle(regulation: LineTerms['regulation'], deadlines: string): fc.Arbitrary<CycleTerms> {
  const monthly = { frequency: 'monthly', startDate: null } as const;
  const both = [
    [3, 28],
    [12, 8],
    [8, 4],
    [1, 22],
    [31, 25],
  ].map((days): CycleTerms => ({ ...monthly, fixed: 'both', days, dueAfterDays: null }));
  const due = fc.record({ day: between(1, 28), apart: between(21, 24) });
  const byDue = due.map(
    ({ day, apart }): CycleTerms => ({ ...monthly, fixed: 'dueDay', days: [day], dueAfterDays: apart }),
  );
  if (regulation === 'card')
    return deadlines === 'following' ? byDue.map(shorter) : fc.oneof(fc.constantFrom(...both), byDue);
  const byStatement = due.map(
    ({ day, apart }): CycleTerms => ({ ...monthly, fixed: 'statementDay', days: [day], dueAfterDays: apart }),
  );
  if (deadlines === 'following') return fc.oneof(byDue.map(shorter), byStatement.map(shorter));
  if (regulation === 'openEnd') return fc.oneof(fc.constantFrom(...both), byDue, byStatement);
  const fixed = fc.constantFrom<'dueDay' | 'statementDay'>('dueDay', 'statementDay');
  const twice = fixed.map(
    (which): CycleTerms => ({
      frequency: 'twiceMonthly',
      fixed: which,
      days: [1, 15],
      startDate: null,
      dueAfterDays: 9,
    }),
  );
  const weeks = fc.record({ fixed, day: between(1, 7), isWeekly: fc.boolean() }).map(
    ({ fixed: which, day, isWeekly }): CycleTerms => ({
      frequency: isWeekly ? 'weekly' : 'everyTwoWeeks',
      fixed: which,
      days: [day],
      startDate: null,
      dueAfterDays: isWeekly ? 4 : 10,
    }),
  );
  return fc.oneof(fc.constantFrom(...both), byDue, byStatement, twice, weeks);
}

function shorter(cycle: CycleTerms): CycleTerms {
  return { ...cycle, dueAfterDays: Math.min(22, cycle.dueAfterDays ?? 22) };
}

const somePeriodic = fc.record({
  type: fc.constantFrom<'service' | 'membership'>('service', 'membership'),
  amount: someAmount(900),
  cap: rarely(null, someAmount(2000), 50),
});

type Drawn = Omit<LineTerms, 'cycleRateMax' | 'interest' | 'minimum' | 'payments' | 'blockPurchasesOverdueDays'> & {
  readonly minimum: Omit<LineTerms['minimum'], 'ofBalance' | 'overLimitBeyond'>;
  readonly interest: Omit<LineTerms['interest'], 'residualWaivedBelow' | 'totalCap'>;
  readonly payments: Omit<LineTerms['payments'], 'areAllowedWhenChargedOff'>;
};

const percents = ['0', '0.01', '0.035', '1'].map((text) => text as Rate);
const cycleRates = ['0.36', '0.1', '0.2'].map((text) => text as Rate);

/** Two lines of five ask for something by the balance: by one tier or by three. */
function minimumOfBalance(seed: number): Pick<LineTerms['minimum'], 'ofBalance' | 'overLimitBeyond'> {
  const tier = (upTo: number | null, k: number) => ({
    upTo: upTo === null ? null : cents(upTo),
    percent: percents[(seed + k) % 4]!,
    amount: cents((seed * (k + 3)) % 4001),
  });
  const tiers = seed % 2 === 0 ? [tier(null, 0)] : [tier(2500, 0), tier(30_000, 1), tier(null, 2)];
  const plus = (['nothing', 'interest', 'interestAndFees'] as const)[seed % 3]!;
  return {
    overLimitBeyond: (['nothing', 'pastDue', 'minimum'] as const)[seed % 3]!,
    ofBalance: seed % 5 < 2 ? { tiers, plus } : null,
  };
}

/** The rarer options follow from the limit: the lines of a seed stay what they are when there is one more. */
function withRareOptions(terms: Drawn): LineTerms {
  const { creditLimit, interest, minimum, payments } = terms;
  const isOneIn = (n: number): boolean => creditLimit % n === 0;
  return {
    ...terms,
    interest: {
      ...interest,
      residualWaivedBelow: isOneIn(4) ? cents(creditLimit % 401) : null,
      ...(isOneIn(5) && { accrual: 'compoundDaily', balanceMethod: 'daily' }),
      totalCap: isOneIn(7) ? cents(creditLimit % 4001) : null,
    },
    minimum: { ...minimum, ...minimumOfBalance(creditLimit) },
    cycleRateMax: isOneIn(6) ? cycleRates[(creditLimit / 6) % 3]! : null,
    payments: { ...payments, areAllowedWhenChargedOff: !isOneIn(3) },
    blockPurchasesOverdueDays: isOneIn(5) ? creditLimit % 61 : null,
  };
}

export const someLineTerms: fc.Arbitrary<LineTerms> = fc
  .record({
    regulation: fc.constantFrom<LineTerms['regulation']>('card', 'openEnd', 'none'),
    deadlines: rarely<'asIs' | 'following'>('asIs', fc.constant('following' as const)),
  })
  .chain(({ regulation, deadlines }) =>
    fc.record({
      regulation: fc.constant(regulation),
      creditLimit: someAmount(300_000),
      cycle: someCycle(regulation, deadlines),
      bufferDays: rarely<number | null>(null, between(1, 40)),
      interest: fc.record({
        dayCount: rarely('actual/365' as const, fc.constantFrom('30/360' as const, 'actual/360' as const)),
        accrual: rarely('simple' as const, fc.constantFrom('compound' as const, 'compoundWithFees' as const)),
        rounding: rarely('cut' as const, fc.constantFrom('halfUp' as const, 'halfEven' as const)),
        balanceMethod: rarely('daily' as const, fc.constant('average' as const)),
        minCharge: rarely<LineTerms['interest']['minCharge']>(null, someAmount(200)),
      }),
      minimum: fc.record({
        floor: rarely(cents(0), someAmount(6000), 70),
        roundUpTo: rarely(cents(1), fc.constantFrom(cents(100), cents(500))),
        isOverLimitDue: fc.boolean(),
      }),
      graceScope: fc.constantFrom<'draw' | 'line'>('draw', 'line'),
      payments: fc.record({
        drawOrder: fc.constantFrom<LineTerms['payments']['drawOrder']>('lowestRate', 'highestRate', 'activation'),
        excess:
          regulation === 'card'
            ? fc.constant('highestRate' as const)
            : fc.constantFrom('highestRate' as const, 'drawOrder' as const),
        aim: regulation === 'card' ? fc.constant('due' as const) : fc.constantFrom('whole' as const, 'due' as const),
        order: rarely<LineTerms['payments']['order']>(
          ['fees', 'interest', 'principal'],
          fc.constantFrom(['interest', 'fees', 'principal'] as const, ['principal', 'interest', 'fees'] as const),
        ),
      }),
      fees: fc.record({
        late: rarely<LineTerms['fees']['late']>(
          null,
          fc.record({ graceDays: rarely(0, between(1, 15)), first: someAmount(4000), repeat: someAmount(5000) }),
          75,
        ),
        nsf: rarely<LineTerms['fees']['nsf']>(null, someAmount(3000), 70),
        periodic: rarely<LineTerms['fees']['periodic']>([], fc.array(somePeriodic, { minLength: 1, maxLength: 1 })),
        firstYearCap: rarely<Rate | null>(null, fc.constant('0.25' as Rate)),
      }),
      disputes: fc.record({
        lostInterest: fc.constantFrom('forgone' as const, 'charged' as const),
        credit: fc.constantFrom('provisional' as const, 'hold' as const),
      }),
      authorizationDays: fc.constantFrom(1, 7, 30),
      paymentHoldDays: rarely<number | null>(null, between(0, 9), 50),
      delinquency: fc.record({
        tolerance: rarely(cents(0), someAmount(200)),
        deadlines: fc.constant(deadlines),
        accelerationDueWithin: rarely<number | null>(null, between(20, 90)),
        chargeOffDueWithin: rarely<number | null>(null, between(60, 150)),
        accrualAfterChargeOff: fc.boolean(),
      }),
    }),
  )
  .map(withRareOptions);

const someGrace: fc.Arbitrary<DrawTerms['grace']> = fc.record({
  periodsToRestore: between(1, 3),
  periodsToEvaluate: rarely(1, between(2, 3)),
  minimumOverride: rarely<{ percentOfPrincipal: Rate; amount: ReturnType<typeof cents> } | null>(
    null,
    fc.record({ percentOfPrincipal: somePercent, amount: rarely(cents(0), someAmount(1000)) }),
  ),
});

const someSpread: fc.Arbitrary<DrawTerms['amortization']> = fc.oneof(
  between(1, 6).map((duration) => ({ duration, amount: null }) as const),
  someAmount(40_000).map((amount) => ({ duration: null, amount }) as const),
);

export { someSpread };

const someRates: fc.Arbitrary<DrawTerms['rates']> = fc.record({
  rates: fc.oneof(
    { weight: 70, arbitrary: someRate.map((rate) => [{ days: null, rate, type: 'absolute' as const }]) },
    {
      weight: 30,
      arbitrary: fc.tuple(someRate, someRate, between(5, 90)).map(([first, second, days]) => [
        { days, rate: first, type: 'spread' as const },
        { days: null, rate: second, type: 'absolute' as const },
      ]),
    },
  ),
  promos: rarely<DrawTerms['rates']['promos']>(
    [],
    fc.array(
      fc.record({
        days: rarely<number | null>(null, between(5, 120), 70),
        rate: fc.constantFrom('0.05', '0.1825').map((text) => text as Rate),
        disqualifyOverdueDays: rarely<number | null>(null, between(0, 30), 50),
      }),
      { minLength: 1, maxLength: 2 },
    ),
  ),
  floor: rarely<Rate | null>(null, someRate),
  cap: fc.constant(null),
  stepCap: fc.constant(null),
});

export const someDrawTerms: fc.Arbitrary<DrawTerms> = fc
  .record({
    purpose: rarely<DrawTerms['purpose']>('regular', fc.constantFrom('cashAdvance', 'balanceTransfer', 'static'), 15),
    creditLimit: rarely<DrawTerms['creditLimit']>(null, someAmount(100_000)),
    rates: someRates,
    minimum: fc.record({ percentOfPrincipal: somePercent, amount: rarely(cents(0), someAmount(3000)) }),
    kind: fc.constantFrom('grace', 'grace', 'grace', 'amortized', 'deferred', 'plain', 'plain'),
    grace: someGrace,
    amortization: someSpread,
    deferredInterest: fc.record({
      disqualifyOverdueDays: rarely<number | null>(null, between(0, 60), 50),
      endsOn: between(20, 200).map((days) => openingDay + days),
      graceDays: rarely(0, between(1, 20)),
    }),
    fees: fc.record({
      draw: fc.record({
        amount: rarely(cents(0), someAmount(2000)),
        percentOfPurchase: rarely(
          '0' as Rate,
          fc.constantFrom('0.03', '0.0333').map((text) => text as Rate),
        ),
        charged: rarely<'firstPayment' | 'spread' | 'apart'>('firstPayment', fc.constantFrom('spread', 'apart'), 40),
      }),
      periodic: rarely<DrawTerms['fees']['periodic']>([], fc.array(somePeriodic, { minLength: 1, maxLength: 1 }), 15),
    }),
    endDate: rarely<DrawTerms['endDate']>(
      null,
      between(30, 250).map((days) => openingDay + days),
      10,
    ),
  })
  .map(({ kind, grace, amortization, deferredInterest, ...terms }) => ({
    ...terms,
    grace: kind === 'grace' ? grace : null,
    amortization: kind === 'amortized' ? amortization : null,
    deferredInterest: kind === 'deferred' ? deferredInterest : null,
  }));
