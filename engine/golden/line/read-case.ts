// A golden case of a line, read into its terms and facts. What a case does not say is as in the examples of the
// source: monthly, actual/365, cut, simple interest, no grace, no minimum, draws in rising order of rate, the excess to
// the highest rate, an aimed payment for the whole draw.

import type { LineFact } from '../../line/facts.ts';
import type { Amortization, CycleTerms, DrawTerms, LineTerms } from '../../line/terms.ts';
import { parseCivilDate } from '../../values/civil-date.ts';
import { type Day, dayOf } from '../../values/day.ts';
import { parseInstant } from '../../values/instant.ts';
import { parseRate } from '../../values/rate.ts';

type Values = Readonly<Record<string, unknown>>;

/** Reads each key once, and complains of those that nobody asked for. */
class Keys {
  readonly #values: Values;
  readonly #asked = new Set<string>();
  constructor(values: Values) {
    this.#values = values;
  }
  value(key: string): unknown {
    this.#asked.add(key);
    return this.#values[key] ?? null;
  }
  text<T extends string>(key: string, otherwise: T): T {
    return (this.value(key) ?? otherwise) as T;
  }
  count(key: string): number | null {
    return this.value(key) as number | null;
  }
  cents(key: string): number | null {
    return centsOf(this.value(key));
  }
  rate(key: string): string | null {
    const text = this.value(key);
    return text === null ? null : (parseRate(String(text)) ?? fail(`${text} is no rate`));
  }
  day(key: string): Day | null {
    const text = this.value(key);
    return text === null ? null : dayNumber(String(text));
  }
  keys(key: string): Keys {
    return new Keys((this.value(key) ?? {}) as Values);
  }
  end(what: string): void {
    const left = Object.keys(this.#values).filter((key) => !this.#asked.has(key));
    if (left.length > 0) fail(`${what} takes no ${left.join(', ')}`);
  }
}

function fail(message: string): never {
  throw new Error(message);
}

export function dayNumber(text: string): Day {
  return dayOf(parseCivilDate(text) ?? fail(`${text} is no day`));
}

function centsOf(text: unknown): number | null {
  if (text === null) return null;
  if (!/^-?\d+\.\d\d$/.test(String(text))) return fail(`${text} is no amount`);
  return Number(String(text).replace('.', ''));
}

export interface LineCase {
  readonly terms: LineTerms;
  readonly facts: readonly LineFact[];
}

export function readLineCase({
  terms,
  facts,
}: {
  readonly terms: unknown;
  readonly facts: readonly unknown[];
}): LineCase {
  return {
    terms: readTerms(new Keys(terms as Values)),
    facts: facts.map((fact) => readFact(new Keys(fact as Values))),
  };
}

/** Amounts and rates are branded in the terms; here they were just read. */
function readTerms(keys: Keys): LineTerms {
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
    },
    minimum: {
      floor: keys.cents('floor') ?? 0,
      roundUpTo: keys.cents('roundUpTo') ?? 1,
      isOverLimitDue: keys.value('isOverLimitDue') === true,
    },
    graceScope: keys.text('graceScope', 'draw'),
    payments: {
      drawOrder: keys.text('drawOrder', 'lowestRate'),
      excess: keys.text('excess', 'highestRate'),
      aim: keys.text('aim', 'whole'),
      order: keys.value('order') ?? ['fees', 'interest', 'principal'],
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

function readPeriodic(list: unknown): unknown[] {
  return ((list ?? []) as Values[]).map((each) => {
    const keys = new Keys(each);
    const fee = { type: keys.text('type', ''), amount: keys.cents('amount') ?? 0, cap: keys.cents('cap') };
    keys.end('periodic');
    return fee;
  });
}

function readCycle(keys: Keys): CycleTerms {
  const frequency = keys.text('frequency', 'monthly');
  const days = keys.value('days') as number[];
  const isPair = frequency === 'monthly' && days.length === 2;
  const cycle: unknown = {
    ...{ frequency, days, fixed: keys.text('fixed', isPair ? 'both' : 'dueDay') },
    ...{ startDate: keys.day('startDate'), dueAfterDays: keys.count('dueAfterDays') },
  };
  keys.end('cycle');
  return cycle as CycleTerms;
}

function readDraw(keys: Keys): DrawTerms {
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
            ...{ periodsToRestore: restore, periodsToEvaluate: grace.count('evaluate') ?? 1 },
            minimumOverride: readOverride(override),
          },
    amortization: readSpread(keys),
    deferredInterest:
      endsOn === null
        ? null
        : {
            ...{ endsOn, graceDays: deferred.count('graceDays') ?? 0 },
            disqualifyOverdueDays: deferred.count('disqualifyOverdueDays'),
          },
    fees: {
      draw: {
        ...{ amount: fee.cents('amount') ?? 0, percentOfPurchase: fee.rate('percent') ?? '0' },
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
      ...{ days: entry.days ?? null, rate: rate(entry.rate) },
      disqualifyOverdueDays: entry.disqualifyOverdueDays ?? null,
    })),
    ...{ floor: keys.rate('indexFloor'), cap: keys.rate('indexCap'), stepCap: keys.rate('stepCap') },
  };
}

function readSpread(keys: Keys): Amortization | null {
  const [duration, amount] = [keys.count('duration'), keys.cents('instalment')];
  return duration === null && amount === null ? null : ({ duration, amount } as Amortization);
}

function named(text: unknown): unknown {
  if (text === null) return null;
  const [id, draw, on] = String(text).split('@');
  return { id, draw, on: dayNumber(on ?? '') };
}

/** What a fact may say besides its kind, by the name of the field. */
function readFact(keys: Keys): LineFact {
  const kind = keys.text('kind', '');
  const instant = (key: string) => {
    const text = keys.value(key);
    return text === null ? {} : { [key]: parseInstant(String(text)) };
  };
  const happenedOn = keys.day('happenedOn');
  const base = {
    ...{ id: keys.text('id', ''), kind, on: keys.day('on') ?? happenedOn, ...timeOf(keys), ...instant('at') },
    ...instant('recordedAt'),
    ...(happenedOn === null ? {} : { happenedOn }),
  };
  const fact = { ...base, ...readHappening(keys, kind) };
  keys.end(kind);
  return fact as unknown as LineFact;
}

function timeOf(keys: Keys): Values {
  const [time, number] = [keys.value('time'), keys.count('number')];
  const [hours = 0, minutes = 0, seconds = 0] = String(time).split(':').map(Number);
  return {
    ...(time === null ? {} : { time: hours * 3600 + minutes * 60 + seconds }),
    ...(number === null ? {} : { number }),
  };
}

function readHappening(keys: Keys, kind: string): Values {
  const draw = () => keys.value('draw');
  const amount = () => keys.cents('amount');
  const status = () => keys.text('status', kind === 'payment' ? 'succeeded' : 'settled');
  const rated = () => ({ rate: keys.rate('rate'), draw: draw(), until: keys.day('until') });
  const readers: Readonly<Record<string, () => Values>> = {
    drawActivation: () => ({ draw: draw(), terms: readDraw(keys) }),
    drawReopening: () => ({ draw: draw() }),
    drawCancel: () => ({ draw: draw() }),
    drawClose: () => ({ draw: draw() }),
    index: () => ({ rate: keys.rate('rate') }),
    rate: () => ({ ...rated(), type: keys.text('type', 'absolute'), replaces: keys.value('replaces') === true }),
    promo: () => ({ ...rated(), disqualifyOverdueDays: keys.count('disqualifyOverdueDays') }),
    ceiling: rated,
    limit: () => ({ amount: amount() }),
    drawLimit: () => ({ draw: draw(), amount: amount() }),
    spending: () => ({
      newDrawsAllowed: keys.value('newDrawsAllowed'),
      drawsFrozen: keys.value('drawsFrozen') === true,
    }),
    cycleChange: () => ({ cycle: readCycle(keys.keys('cycle')) }),
    minimumTerms: () => ({
      draw: draw(),
      minimum: { percentOfPrincipal: keys.rate('percent') ?? '0', amount: keys.cents('minimum') ?? 0 },
    }),
    amortization: () => ({ draw: draw(), by: readSpread(keys) }),
    authorization: () => ({ draw: draw(), amount: amount() }),
    release: () => ({ authorization: keys.value('authorization') }),
    purchase: () => ({ draw: draw(), amount: amount(), status: status(), authorization: readPosted(keys) }),
    purchaseCredit: () => ({
      ...{ draw: draw(), amount: amount(), status: status(), type: keys.text('type', 'refund') },
      original: named(keys.value('of')),
    }),
    dispute: () => ({ amount: amount(), purchase: named(keys.value('of')) }),
    disputeOutcome: () => ({
      ...{ dispute: keys.value('dispute'), outcome: keys.value('outcome'), amount: amount() },
      purchase: named(keys.value('of')),
    }),
    fee: () => ({ type: keys.value('type'), amount: amount(), draw: draw() }),
    feeChange: () => ({ type: keys.value('type'), amount: amount(), draw: draw(), cap: keys.cents('cap') }),
    lateFeeNotified: () => ({ obligation: keys.value('obligation'), amount: amount() }),
    waiver: () => ({ fee: keys.value('fee'), amount: amount() }),
    payment: () => ({ amount: amount(), status: status(), draw: draw(), agencyFee: keys.cents('agencyFee') ?? 0 }),
    serviceCredit: () => ({ amount: amount(), component: keys.value('component'), draw: draw() }),
    reimbursement: () => ({ amount: amount() }),
    settlement: () => ({ amount: amount(), lastDay: keys.day('lastDay') }),
    chargeOff: () => ({ reason: keys.text('reason', 'loss') }),
    agency: () => ({ servicedBy: keys.value('servicedBy') }),
    statementSent: () => ({
      ...{ obligation: keys.value('obligation'), minimum: keys.cents('minimum'), newBalance: keys.cents('newBalance') },
      draws: ((keys.value('draws') ?? []) as string[]).map((text) => {
        const [of, fullBalance] = text.split(':');
        return { draw: of, fullBalance: centsOf(fullBalance) };
      }),
    }),
    undo: () => ({
      ...{ of: keys.value('of'), reason: keys.text('reason', 'failed'), amount: amount() },
      nsfFee: keys.value('nsfFee') === true,
    }),
  };
  return readers[kind]?.() ?? {};
}

function readPosted(keys: Keys): unknown {
  const id = keys.value('authorization');
  return id === null ? null : { id, endsHold: keys.value('endsHold') === true };
}
