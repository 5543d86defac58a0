// Facts of a line from JSON: each by itself, then what one needs of another that it names.

import type { FactBase } from '../../account/facts.ts';
import type { LineFact, LineFactOf, PurchaseNamed } from '../../line/facts.ts';
import { formatCents } from '../../values/cents.ts';
import { completed, type LooseFactOf, unknownName } from '../complete-facts.ts';
import { factOfKinds, factWhat, notBefore, sharedFields, undoFields } from '../fact-reader.ts';
import { at, choice, type Field, fault, list, object, type Reader, required } from '../input.ts';
import { checkRate } from '../read-interest.ts';
import { type NamingKind, namingFields, plainFields } from './fact-fields.ts';
import { migrationFields } from './migration-fields.ts';

type ReadOf<Fields> = { readonly [Key in keyof Fields]: Fields[Key] extends Field<infer T> ? T : never };
type Naming = {
  [Kind in NamingKind]: FactBase & { readonly kind: Kind } & ReadOf<(typeof namingFields)[Kind]>;
}[NamingKind];
/** A fact as the file has it: other facts are named by their ids. */
type WrittenFact = Exclude<LineFact, { readonly kind: NamingKind }> | Naming;
type WrittenOf<Kind extends WrittenFact['kind']> = Extract<WrittenFact, { readonly kind: Kind }>;
type LooseFact = LooseFactOf<WrittenFact>;

const fieldsOfKind = { ...plainFields, ...namingFields, migration: migrationFields, undo: undoFields };
const kinds = choice(...(Object.keys(fieldsOfKind) as WrittenFact['kind'][]));

const facts: Reader<readonly LooseFact[]> = list('a list of facts', factOfKinds(kinds, readerOf, check));

function readerOf(kind: WrittenFact['kind']): Reader<object> {
  return object(factWhat, { kind: required(kinds), ...sharedFields, ...fieldsOfKind[kind] });
}

/** Checks the keys of one fact against each other. */
function check(fact: LooseFact, path: string): void {
  if (fact.kind === 'rate') checkRate(fact, path);
  if (fact.kind === 'rate' || fact.kind === 'promo' || fact.kind === 'ceiling')
    notBefore(fact.until, fact.on, at(path, 'until'));
  if (fact.kind === 'settlement') notBefore(fact.lastDay, fact.on, at(path, 'lastDay'));
  if (fact.kind !== 'migration') return;
  notBefore(fact.on, fact.periodStart, at(path, 'on'));
  notBefore(fact.on, fact.originatedOn, at(path, 'on'));
}

export function readFacts(written: unknown): readonly LineFact[] {
  const all = completed<WrittenFact>(facts.read(written, 'facts'));
  checkDraws(all);
  const byId = new Map(all.map((fact) => [fact.id, fact]));
  return all.map((fact, i) => withNamed(fact, byId, at('facts', i)));
}

/** Every draw that a fact names is activated, or taken over, once. */
function checkDraws(all: readonly WrittenFact[]): void {
  const begun = new Map<string, number>();
  const begin = (draw: string, i: number, path: string): void => {
    const before = begun.get(draw);
    if (before !== undefined) throw fault(path, `must differ from the draw that begins in facts[${before}], ${draw}.`);
    begun.set(draw, i);
  };
  all.forEach((fact, i) => {
    if (fact.kind === 'drawActivation') begin(fact.draw, i, `facts[${i}].draw`);
    if (fact.kind !== 'migration') return;
    for (const [at, { draw }] of fact.draws.entries()) begin(draw, i, `facts[${i}].draws[${at}].draw`);
  });
  all.forEach((fact, i) => {
    if (!('draw' in fact) || fact.draw === null || begun.has(fact.draw)) return;
    throw unknownName(`facts[${i}].draw`, 'no draw of this line', fact.draw, [...begun.keys()]);
  });
}

type ById = ReadonlyMap<string, WrittenFact>;

function withNamed(fact: WrittenFact, byId: ById, path: string): LineFact {
  switch (fact.kind) {
    case 'release':
      found(byId, 'authorization', fact.authorization, at(path, 'authorization'));
      return fact;
    case 'cleared':
      found(byId, 'payment', fact.payment, at(path, 'payment'));
      return fact;
    case 'purchase': {
      const { authorization: id, endsHold, fees = [], ...rest } = fact;
      if (id !== null) found(byId, 'authorization', id, at(path, 'authorization'));
      const charged = fees.length === 0 ? {} : { fees };
      return { ...rest, ...charged, authorization: id === null ? null : { id, endsHold } };
    }
    case 'purchaseCredit': {
      const { original: id } = fact;
      return { ...fact, original: id === null ? null : nameOf(found(byId, 'purchase', id, at(path, 'original'))) };
    }
    case 'dispute':
      return disputeOf(fact, byId, path);
    case 'disputeOutcome': {
      const dispute = found(byId, 'dispute', fact.dispute, at(path, 'dispute'));
      const { amount, purchase } = disputeOf(dispute, byId, `${at(path, 'dispute')}, ${dispute.id},`);
      return { ...fact, amount, purchase };
    }
    default:
      return fact;
  }
}

/** Without an amount the whole purchase is disputed. */
function disputeOf(fact: WrittenOf<'dispute'>, byId: ById, path: string): LineFactOf<'dispute'> {
  const purchase = found(byId, 'purchase', fact.purchase, at(path, 'purchase'));
  const amount = fact.amount ?? purchase.amount;
  if (amount > purchase.amount)
    throw fault(
      at(path, 'amount'),
      `must not be more than the amount of ${purchase.id}, ${formatCents(purchase.amount)}.`,
    );
  return { ...fact, amount, purchase: nameOf(purchase) };
}

const nameOf = ({ id, draw, on, amount }: WrittenOf<'purchase'>): PurchaseNamed => ({ id, draw, on, amount });

function found<Kind extends 'authorization' | 'purchase' | 'payment' | 'dispute'>(
  byId: ById,
  kind: Kind,
  id: string,
  path: string,
): WrittenOf<Kind> {
  const fact = byId.get(id);
  if (fact?.kind === kind) return fact as WrittenOf<Kind>;
  const known = [...byId.values()].filter((one) => one.kind === kind).map((one) => one.id);
  throw unknownName(path, `no ${kind} of this line`, id, known);
}
