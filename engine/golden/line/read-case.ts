// A golden case of a line, read into its terms and facts.

import type { LineFact } from '../../line/facts.ts';
import type { LineTerms } from '../../line/terms.ts';
import { parseInstant } from '../../values/instant.ts';
import { centsOf, dayNumber, Keys, type Values } from './keys.ts';
import { readMigration } from './read-migration.ts';
import { readCycle, readDraw, readSpread, readTerms } from './read-terms.ts';

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
  const amounts = new Map<unknown, unknown>();
  for (const fact of facts) {
    const keys = new Keys(fact as Values);
    if (keys.value('kind') === 'purchase') amounts.set(keys.value('id'), keys.cents('amount'));
  }
  return {
    terms: readTerms(new Keys(terms as Values)),
    facts: facts.map((fact) => readFact(new Keys(fact as Values), amounts)),
  };
}

/** Another fact of the case names a purchase as `id@draw@day`; its amount is looked up in the case. */
function named(text: unknown, amounts: ReadonlyMap<unknown, unknown>): unknown {
  if (text === null) return null;
  const [id, draw, on] = String(text).split('@');
  return { id, draw, on: dayNumber(on ?? ''), amount: amounts.get(id) ?? 0 };
}

/** What a fact may say besides its kind, by the name of the field. */
function readFact(keys: Keys, amounts: ReadonlyMap<unknown, unknown>): LineFact {
  const kind = keys.text('kind', '');
  const instant = (key: string) => {
    const text = keys.value(key);
    return text === null ? {} : { [key]: parseInstant(String(text)) };
  };
  const happenedOn = keys.day('happenedOn');
  const base = {
    id: keys.text('id', ''),
    kind,
    on: keys.day('on') ?? happenedOn,
    ...timeOf(keys),
    ...instant('at'),
    ...instant('recordedAt'),
    ...(happenedOn === null ? {} : { happenedOn }),
  };
  const fact = { ...base, ...readHappening(keys, kind, amounts) };
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

function readHappening(keys: Keys, kind: string, amounts: ReadonlyMap<unknown, unknown>): Values {
  const draw = () => keys.value('draw');
  const amount = () => keys.cents('amount');
  const status = () => keys.text('status', kind === 'payment' ? 'succeeded' : 'settled');
  const rated = () => ({ rate: keys.rate('rate'), draw: draw(), until: keys.day('until') });
  const readers: Readonly<Record<string, () => Values>> = {
    migration: () => readMigration(keys),
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
    cleared: () => ({ payment: keys.value('payment') }),
    purchase: () => ({
      draw: draw(),
      amount: amount(),
      status: status(),
      ...readCharged(keys),
      authorization: readPosted(keys),
    }),
    purchaseCredit: () => ({
      draw: draw(),
      amount: amount(),
      status: status(),
      type: keys.text('type', 'refund'),
      original: named(keys.value('of'), amounts),
    }),
    dispute: () => ({ amount: amount(), purchase: named(keys.value('of'), amounts) }),
    disputeOutcome: () => ({
      dispute: keys.value('dispute'),
      outcome: keys.value('outcome'),
      amount: amount(),
      purchase: named(keys.value('of'), amounts),
    }),
    fee: () => ({ type: keys.value('type'), amount: amount(), draw: draw() }),
    feeChange: () => ({ type: keys.value('type'), amount: amount(), draw: draw(), cap: keys.cents('cap') }),
    lateFeeNotified: () => ({ obligation: keys.value('obligation'), amount: amount() }),
    lateFeeSuspension: () => ({ until: keys.day('until') }),
    waiver: () => ({ fee: keys.value('fee'), amount: amount() }),
    payment: () => ({ amount: amount(), status: status(), draw: draw(), agencyFee: keys.cents('agencyFee') ?? 0 }),
    serviceCredit: () => ({ amount: amount(), component: keys.value('component'), draw: draw() }),
    reimbursement: () => ({ amount: amount() }),
    settlement: () => ({ amount: amount(), lastDay: keys.day('lastDay') }),
    chargeOff: () => ({ reason: keys.text('reason', 'loss') }),
    agency: () => ({ servicedBy: keys.value('servicedBy') }),
    statementSent: () => ({
      obligation: keys.value('obligation'),
      minimum: keys.cents('minimum'),
      newBalance: keys.cents('newBalance'),
      draws: ((keys.value('draws') ?? []) as string[]).map((text) => {
        const [of, fullBalance] = text.split(':');
        return { draw: of, fullBalance: centsOf(fullBalance) };
      }),
    }),
    undo: () => ({
      of: keys.value('of'),
      reason: keys.text('reason', 'failed'),
      amount: amount(),
      nsfFee: keys.value('nsfFee') === true,
    }),
  };
  return readers[kind]?.() ?? {};
}

/** Such as `charged=purchase:rail:1.50`: the fees that are charged with a purchase. */
function readCharged(keys: Keys): Values {
  const fees = (keys.value('charged') ?? []) as string[];
  if (fees.length === 0) return {};
  return {
    fees: fees.map((text) => {
      const [type, id, amount] = text.split(':');
      return { id, type, amount: centsOf(amount) };
    }),
  };
}

function readPosted(keys: Keys): unknown {
  const id = keys.value('authorization');
  return id === null ? null : { id, endsHold: keys.value('endsHold') === true };
}
