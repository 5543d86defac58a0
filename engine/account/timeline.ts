// The facts in their order, without undone facts. It never depends on the order of arrival (rules.md 1 and 2).

import type { Cents } from '../values/cents.ts';
import type { Day } from '../values/day.ts';
import { compare, type Instant } from '../values/instant.ts';
import { type Fact, type FactKind, type FactOf, FactRefused, type Place } from './facts.ts';
import type { ReturnedItem, Suppressed } from './state.ts';

export interface Timeline {
  readonly facts: readonly Fact[];
  readonly returnedItems: readonly ReturnedItem[];
  readonly suppressed: readonly Suppressed[];
  /** The last change of the origination fee; it counts from activation. */
  readonly origination: number | null;
}

const ranks: Record<FactKind, number> = {
  activation: 0,
  migration: 0,
  unfreeze: 1,
  index: 2,
  rate: 3,
  promo: 4,
  ceiling: 5,
  dueDateChange: 6,
  deferral: 7,
  plan: 8,
  reamortization: 9,
  advance: 10,
  feeChange: 11,
  fee: 12,
  lateFeeNotified: 13,
  waiver: 14,
  refund: 15,
  serviceCredit: 16,
  payment: 17,
  reimbursement: 18,
  settlement: 19,
  freeze: 20,
  acceleration: 21,
  chargeOff: 22,
  agency: 23,
  statementSent: 24,
  close: 25,
  undo: 26,
};

const noon = 43_200;

export function inOrder(a: Place, b: Place): number {
  return (
    a.on - b.on ||
    (a.time ?? noon) - (b.time ?? noon) ||
    recordingOf(a) - recordingOf(b) ||
    ranks[a.kind] - ranks[b.kind] ||
    inTime(a.at, b.at) ||
    (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
  );
}

/** Facts without a time, or without a number, have no order of recording: they come first in their second. */
const recordingOf = ({ time, number }: Place): number => (time === undefined ? 0 : (number ?? 0));

function inTime(a: Instant | undefined, b: Instant | undefined): number {
  if (a === b) return 0;
  if (a === undefined) return -1;
  return b === undefined ? 1 : compare(a, b);
}

/** The facts after a checkpoint, through a day. */
interface Range {
  readonly after: Day;
  /** The last fact in the checkpoint, if later facts of its day are not included. */
  readonly afterFact?: Place | undefined;
  readonly through: Day;
  /** The last fact of the day `through`; absent: all of that day. */
  readonly last?: Place | undefined;
}

/** The facts for the replay, of those known at an instant. */
export function timelineOf(
  all: readonly Fact[],
  { knownAt, ...range }: Range & { readonly knownAt: Instant | undefined },
): Timeline {
  const known = knownAt === undefined ? all : all.filter((fact) => wasKnown(fact, knownAt));
  const undos = known.filter((fact) => fact.kind === 'undo');
  if (undos.length === 0) {
    const facts = known.filter((fact) => isWithin(range, fact));
    return { facts: sorted(facts), returnedItems: [], suppressed: [], origination: originationIn(known) };
  }
  return withoutUndone(known, undos, range);
}

function isWithin({ after, afterFact, through, last }: Range, fact: Fact): boolean {
  const isAfter = fact.on > after || (afterFact !== undefined && inOrder(afterFact, fact) < 0);
  return isAfter && (last === undefined ? fact.on <= through : inOrder(fact, last) <= 0);
}

const wasKnown = ({ recordedAt }: Fact, knownAt: Instant): boolean =>
  recordedAt === undefined || compare(recordedAt, knownAt) <= 0;

/** Sorting costs nothing if the facts are in their order already, as a store returns them. */
function sorted(facts: Fact[]): Fact[] {
  for (let i = 1; i < facts.length; i++) {
    if (inOrder(facts[i - 1]!, facts[i]!) > 0) return facts.sort(inOrder);
  }
  return facts;
}

/** Effects of undos belong to the calendar, which precedes the facts of its day: a checkpoint has all of that day. */
function withoutUndone(known: readonly Fact[], undos: readonly FactOf<'undo'>[], range: Range): Timeline {
  const byId = new Map(known.map((fact) => [fact.id, fact]));
  const standing = undos.filter((undo) => isStanding(undo, undos, new Set()));
  const gone = new Set<string>();
  const less = new Map<string, number>();
  const returnedItems: ReturnedItem[] = [];
  const suppressed: Suppressed[] = [];
  for (const undo of standing) {
    const target = byId.get(undo.of);
    if (target?.kind === 'undo') continue;
    const on = target?.on ?? undo.on;
    const isInRange = on > range.after && on <= range.through;
    if (undo.amount === null) gone.add(undo.of);
    else less.set(undo.of, (less.get(undo.of) ?? 0) + undo.amount);
    if (!isInRange) continue;
    if (undo.nsfFee) returnedItems.push({ on: Math.max(on, undo.happenedOn), key: `nsf:${undo.id}` });
    suppressed.push(...suppressedBy(undo, target, on));
  }
  const facts = known
    .filter((fact) => fact.kind !== 'undo' && !gone.has(fact.id) && isWithin(range, fact))
    .map((fact) => (less.has(fact.id) ? reduced(fact, less.get(fact.id)!) : fact))
    .filter((fact) => !less.has(fact.id) || !('amount' in fact) || fact.amount !== 0);
  return {
    facts: sorted(facts),
    returnedItems: returnedItems.sort(byDay),
    suppressed,
    origination: originationIn(known, gone),
  };
}

export const byDay = (a: ReturnedItem, b: ReturnedItem): number => a.on - b.on || (a.key < b.key ? -1 : 1);

/** An undo counts unless another undo that counts undoes it. */
function isStanding(undo: FactOf<'undo'>, undos: readonly FactOf<'undo'>[], seen: Set<string>): boolean {
  if (seen.has(undo.id)) throw new FactRefused(undo.id, 'undoes itself');
  const path = new Set(seen).add(undo.id);
  return !undos.some((other) => other.of === undo.id && isStanding(other, undos, path));
}

function suppressedBy({ of, happenedOn }: FactOf<'undo'>, target: Fact | undefined, from: Day): Suppressed[] {
  const kind = target?.kind ?? of;
  const to = Math.max(from, happenedOn);
  const acceleration: Suppressed = { what: 'acceleration', from, to };
  if (kind === 'acceleration') return [acceleration];
  return kind === 'chargeOff' ? [acceleration, { what: 'chargeOff', from, to }] : [];
}

function reduced(fact: Fact, by: number): Fact {
  if (!('amount' in fact) || fact.amount === null)
    throw new FactRefused(fact.id, 'has no amount of which a part could go');
  return { ...fact, amount: Math.max(0, fact.amount - by) as Cents } as Fact;
}

function originationIn(known: readonly Fact[], gone?: ReadonlySet<string>): number | null {
  let last: FactOf<'feeChange'> | undefined;
  for (const fact of known) {
    if (fact.kind !== 'feeChange' || fact.type !== 'origination' || gone?.has(fact.id)) continue;
    if (last === undefined || inOrder(last, fact) < 0) last = fact;
  }
  return last?.amount ?? null;
}
