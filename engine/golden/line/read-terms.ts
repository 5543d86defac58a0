// The terms of a line and of its draws in a golden case. What a case does not say is as in the examples of the source:
// monthly, actual/365, cut, simple interest, no grace, no minimum, draws in rising order of rate, the excess to the
// highest rate, an aimed payment for the whole draw.

import type { Amortization, CycleTerms, DrawTerms, LineTerms } from '../../line/terms.ts';
import { parseRate } from '../../values/rate.ts';
import { fail, Keys, type Values } from './keys.ts';

/** Amounts and rates are branded in the terms; here they were just read. */
export function readTerms(keys: Keys): LineTerms {
  const late = keys.keys('late');
  const lateFee = { graceDays: late.count('graceDays') ?? 0, first: late.cents('first'), repeat: late.cents('repeat') };
  late.end('late');
  const terms: unknown = {
    regulation: keys.text('regulation', 'openEnd'),
    creditLimit: keys.cents('limit') ?? 10_000_000,
    cycle: readCycle(keys.keys('cycle')),
    bufferDays: keys.count('bufferDays'),
    interest: {
      dayCount: keys.text('dayCount', 'actual/365'),
      accrual: keys.text('accrual', 'simple'),
      rounding: keys.text('rounding', 'cut'),
      balanceMethod: keys.text('balanceMethod', 'daily'),
      minCharge: keys.cents('minCharge'),
      residualWaivedBelow: keys.cents('residualWaivedBelow'),
      totalCap: keys.cents('totalCap'),
    },
    minimum: {
      floor: keys.cents('floor') ?? 0,
      roundUpTo: keys.cents('roundUpTo') ?? 1,
      isOverLimitDue: keys.value('isOverLimitDue') === true,
      overLimitBeyond: keys.text('overLimitBeyond', 'nothing'),
      ofBalance: readTiers(keys),
    },
    cycleRateMax: keys.rate('cycleRateMax'),
    graceScope: keys.text('graceScope', 'draw'),
    payments: {
      drawOrder: keys.text('drawOrder', 'lowestRate'),
      excess: keys.text('excess', 'highestRate'),
      aim: keys.text('aim', 'whole'),
      order: keys.value('order') ?? ['fees', 'interest', 'principal'],
      areAllowedWhenChargedOff: keys.value('noPaymentsWhenChargedOff') !== true,
    },
    fees: {
      late: lateFee.first === null ? null : lateFee,
      nsf: keys.cents('nsf'),
      periodic: readPeriodic(keys.value('periodic')),
      firstYearCap: keys.rate('firstYearCap'),
    },
    disputes: { lostInterest: keys.text('lostInterest', 'forgone'), credit: keys.text('disputeCredit', 'provisional') },
    authorizationDays: keys.count('authorizationDays') ?? 7,
    paymentHoldDays: keys.count('paymentHoldDays'),
    blockPurchasesOverdueDays: keys.count('blockPurchasesOverdueDays'),
    delinquency: {
      tolerance: keys.cents('tolerance') ?? 0,
      deadlines: keys.text('deadlines', 'asIs'),
      accelerationDueWithin: keys.count('accelerationDueWithin'),
      chargeOffDueWithin: keys.count('chargeOffDueWithin'),
      accrualAfterChargeOff: keys.value('accrualAfterChargeOff') === true,
    },
  };
  keys.end('terms');
  return terms as LineTerms;
}

function readTiers(all: Keys): unknown {
  const [list, plus] = [all.value('tiers') as Values[] | null, all.text('plus', 'nothing')];
  if (list === null) return null;
  const tiers = list.map((each) => {
    const keys = new Keys(each);
    const { amount, upTo } = { amount: keys.cents('amount') ?? 0, upTo: keys.cents('upTo') };
    const tier = { upTo, percent: keys.rate('percent') ?? '0', amount };
    keys.end('tiers');
    return tier;
  });
  return { tiers, plus };
}

function readPeriodic(list: unknown): unknown[] {
  return ((list ?? []) as Values[]).map((each) => {
    const keys = new Keys(each);
    const fee = { type: keys.text('type', ''), amount: keys.cents('amount') ?? 0, cap: keys.cents('cap') };
    keys.end('periodic');
    return fee;
  });
}

export function readCycle(keys: Keys): CycleTerms {
  const frequency = keys.text('frequency', 'monthly');
  const days = keys.value('days') as number[];
  const isPair = frequency === 'monthly' && days.length === 2;
  const cycle: unknown = {
    frequency,
    days,
    fixed: keys.text('fixed', isPair ? 'both' : 'dueDay'),
    startDate: keys.day('startDate'),
    dueAfterDays: keys.count('dueAfterDays'),
  };
  keys.end('cycle');
  return cycle as CycleTerms;
}

export function readDraw(keys: Keys): DrawTerms {
  const grace = keys.keys('grace');
  const override = grace.keys('override');
  const deferred = keys.keys('deferred');
  const fee = keys.keys('fee');
  const restore = grace.count('restore');
  const endsOn = deferred.day('endsOn');
  const terms: unknown = {
    purpose: keys.text('purpose', 'regular'),
    creditLimit: keys.cents('limit'),
    rates: readRates(keys),
    minimum: { percentOfPrincipal: keys.rate('percent') ?? '0', amount: keys.cents('minimum') ?? 0 },
    grace:
      restore === null
        ? null
        : {
            periodsToRestore: restore,
            periodsToEvaluate: grace.count('evaluate') ?? 1,
            minimumOverride: readOverride(override),
          },
    amortization: readSpread(keys),
    deferredInterest:
      endsOn === null
        ? null
        : {
            endsOn,
            graceDays: deferred.count('graceDays') ?? 0,
            disqualifyOverdueDays: deferred.count('disqualifyOverdueDays'),
          },
    fees: {
      draw: {
        amount: fee.cents('amount') ?? 0,
        percentOfPurchase: fee.rate('percent') ?? '0',
        charged: fee.text('charged', 'firstPayment'),
      },
      periodic: readPeriodic(keys.value('periodic')),
    },
    endDate: keys.day('endDate'),
  };
  for (const [name, part] of Object.entries({ grace, override, deferred, fee })) part.end(name);
  return terms as DrawTerms;
}

function readOverride(keys: Keys): unknown {
  const percentOfPrincipal = keys.rate('percent');
  return percentOfPrincipal === null ? null : { percentOfPrincipal, amount: keys.cents('amount') ?? 0 };
}

function readRates(keys: Keys): unknown {
  const list = (keys.value('rates') ?? [{ rate: keys.value('rate') ?? '0' }]) as Values[];
  const promos = (keys.value('promos') ?? []) as Values[];
  const rate = (text: unknown) => parseRate(String(text)) ?? fail(`${text} is no rate`);
  return {
    rates: list.map((entry) => ({ days: entry.days ?? null, rate: rate(entry.rate), type: entry.type ?? 'absolute' })),
    promos: promos.map((entry) => ({
      days: entry.days ?? null,
      rate: rate(entry.rate),
      disqualifyOverdueDays: entry.disqualifyOverdueDays ?? null,
    })),
    floor: keys.rate('indexFloor'),
    cap: keys.rate('indexCap'),
    stepCap: keys.rate('stepCap'),
  };
}

export function readSpread(keys: Keys): Amortization | null {
  const [duration, amount] = [keys.count('duration'), keys.cents('instalment')];
  return duration === null && amount === null ? null : ({ duration, amount } as Amortization);
}
