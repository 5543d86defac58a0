// Which facts are in force, and in what order (sections 1, 2 and 13 of the rules).

import { type Fact, type FactKind, type FactOf, FactRefused } from '../account/facts.ts';
import type { Day } from '../values/day.ts';
import type { Instant } from '../values/instant.ts';
import { checkFact } from './check.ts';

/** The kinds in the order of rule 1.4. Undos are missing because they are resolved before. */
const kindsInOrder: readonly FactKind[] = [
  ...(['activation', 'migration', 'unfreeze', 'index', 'rate', 'promo', 'ceiling'] as const),
  ...(['dueDateChange', 'deferral', 'plan', 'reamortization', 'advance'] as const),
  ...(['lateFeeSuspension', 'feeChange', 'fee', 'lateFeeNotified', 'waiver'] as const),
  ...(['refund', 'serviceCredit', 'payment'] as const),
  ...(['reimbursement', 'settlement', 'reAge', 'freeze', 'acceleration', 'chargeOff', 'agency'] as const),
  ...(['statementSent', 'close', 'undo'] as const),
];

const noon = 43_200;

/** What orders a fact of any product. */
type Placed = Pick<Fact, 'id' | 'on' | 'time' | 'number' | 'at'> & { readonly kind: string };

/** Rule 1.2: within one second first what nobody put in order, then what was recorded with its number. */
export function compareFacts(kinds: readonly string[], a: Placed, b: Placed): number {
  const bySecond = a.on - b.on || (a.time ?? noon) - (b.time ?? noon);
  if (bySecond !== 0) return bySecond;
  const [first, second] = [numberOf(a), numberOf(b)];
  if (first !== second) return (first ?? 0) - (second ?? 0);
  const byRank = kinds.indexOf(a.kind) - kinds.indexOf(b.kind);
  return byRank || compareText(a.at ?? '', b.at ?? '') || compareText(a.id, b.id);
}

/** The number that orders the fact. One without a time counts for nothing. */
function numberOf({ time, number }: Placed): number | null {
  return time === undefined || number === undefined ? null : number;
}

export function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

interface ReturnedItem {
  readonly key: string;
  readonly bookedOn: Day;
}

/** Days on which the loan is not accelerated, or not charged off, by itself. */
export interface Prevented {
  readonly turn: 'acceleration' | 'chargeOff';
  readonly from: Day;
  readonly through: Day;
}

export interface InForce {
  readonly facts: readonly Fact[];
  readonly returned: readonly ReturnedItem[];
  readonly prevented: readonly Prevented[];
  /** Undos whose fact does not exist. */
  readonly moot: readonly FactOf<'undo'>[];
}

export function factsInForce(all: readonly Fact[], knownAt: Instant | undefined): InForce {
  const isKnown = ({ recordedAt }: Fact) => knownAt === undefined || recordedAt === undefined || recordedAt <= knownAt;
  const facts = all.filter(isKnown);
  for (const fact of facts) checkFact(fact);
  const byId = new Map(facts.map((fact) => [fact.id, fact]));
  if (byId.size < facts.length) throw new FactRefused(repeatedId(facts), 'there are two with this id');
  const undos = facts.filter((fact) => fact.kind === 'undo').filter((undo) => !isUndone(undo, facts, []));
  const returned: ReturnedItem[] = [];
  const prevented: Prevented[] = [];
  const moot: FactOf<'undo'>[] = [];
  for (const undo of undos) {
    const target = byId.get(undo.of);
    if (target === undefined) {
      if (undo.of === 'acceleration' || undo.of === 'chargeOff') prevented.push(...preventedByWord(undo));
      else moot.push(undo);
      continue;
    }
    prevented.push(...preventedById(undo, target));
    if (target.kind === 'payment' && undo.nsfFee) {
      const bookedOn = Math.max(undo.happenedOn, target.on);
      returned.push({ key: `nsf:${undo.id}`, bookedOn });
    }
  }
  const left = facts.filter(({ kind }) => kind !== 'undo').flatMap((fact) => whatIsLeft(fact, undos));
  returned.sort((a, b) => compareText(a.key, b.key));
  return { facts: inOrderFromStart(left), returned, prevented, moot };
}

export function repeatedId(facts: readonly { readonly id: string }[]): string {
  const seen = new Set<string>();
  for (const { id } of facts) {
    if (seen.has(id)) return id;
    seen.add(id);
  }
  return '';
}

/** A fact of any product, and what an undo says. */
type Undoable = { readonly id: string; readonly kind: string; readonly of?: string };

export function isUndone(fact: Undoable, facts: readonly Undoable[], asking: readonly string[]): boolean {
  if (asking.includes(fact.id)) throw new FactRefused(fact.id, 'undoes itself in the end');
  const undos = facts.filter((other) => other.kind === 'undo').filter(({ of }) => of === fact.id);
  return undos.some((undo) => !isUndone(undo, facts, [...asking, fact.id]));
}

interface Undo {
  readonly of: string;
  readonly on: Day;
  readonly happenedOn: Day;
  readonly amount: number | null;
}

export function preventedByWord({ of, on, happenedOn }: Undo): Prevented[] {
  const acceleration: Prevented = { turn: 'acceleration', from: on, through: happenedOn };
  return of === 'acceleration' ? [acceleration] : [acceleration, { ...acceleration, turn: 'chargeOff' }];
}

/** From the start of the undone day, so that an undone charge-off leaves the loan active. */
export function preventedById({ happenedOn }: Undo, target: Pick<Placed, 'kind' | 'on'>): Prevented[] {
  const acceleration: Prevented = { turn: 'acceleration', from: target.on, through: happenedOn };
  if (target.kind === 'acceleration') return [acceleration];
  return target.kind === 'chargeOff' ? [acceleration, { ...acceleration, turn: 'chargeOff' }] : [];
}

/** Undone as a whole: nothing; undone in part: with a smaller amount. */
export function whatIsLeft<F extends { readonly id: string }>(fact: F, undos: readonly Undo[]): F[] {
  const mine = undos.filter(({ of }) => of === fact.id);
  if (mine.length === 0) return [fact];
  if (!('amount' in fact) || typeof fact.amount !== 'number') return [];
  if (mine.some(({ amount }) => amount === null)) return [];
  const left = mine.reduce((rest, { amount }) => rest - (amount ?? 0), fact.amount as number);
  return left <= 0 ? [] : [{ ...fact, amount: left }];
}

/** Only changes of the index may come before the beginning. */
function inOrderFromStart(facts: readonly Fact[]): Fact[] {
  const ordered = [...facts].sort((a, b) => compareFacts(kindsInOrder, a, b));
  const begins = ordered.filter(({ kind }) => kind === 'activation' || kind === 'migration');
  if (begins[1] !== undefined) throw new FactRefused(begins[1].id, 'the loan has begun before');
  for (const fact of ordered) {
    if (fact === begins[0]) break;
    if (fact.kind !== 'index') throw new FactRefused(fact.id, 'stands before the loan begins');
  }
  return ordered;
}
