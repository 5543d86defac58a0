// Makes a failing history as plain as possible while it still fails, after (or instead of) fast-check's own shrinking:
// it removes facts, makes terms plain option by option, brings days nearer, and rounds amounts.

import type { Fact } from '../account/facts.ts';
import type { Terms } from '../installment/terms.ts';
import type { History } from './histories.ts';
import { plainTerms } from './show.ts';

export function smallest(history: History, fails: (history: History) => boolean): History {
  let best = history;
  for (let round = 0; round < 6; round += 1) {
    const before = JSON.stringify(best);
    for (const candidates of [withoutFacts, plainer, simplerFacts, sooner]) {
      let i = 0;
      for (let list = candidates(best); i < list.length && i < 4000; ) {
        const candidate = list[i]!;
        if (JSON.stringify(candidate) !== JSON.stringify(best) && fails(candidate)) {
          best = candidate;
          list = candidates(best);
        } else i += 1;
      }
    }
    if (JSON.stringify(best) === before) break;
  }
  return best;
}

function withoutFacts({ facts, ...rest }: History): History[] {
  const halves = [
    facts.slice(0, Math.ceil(facts.length / 2)),
    [facts[0]!, ...facts.slice(Math.ceil(facts.length / 2))],
  ];
  const singles = facts.map((_, gone) => facts.toSpliced(gone, 1)).reverse();
  return [...halves, ...singles]
    .filter((fewer) => fewer.length < facts.length && fewer[0] === facts[0])
    .map((fewer) => ({ ...rest, facts: withoutDangling(fewer) }));
}

/** Removes undos whose fact is gone. */
function withoutDangling(facts: readonly Fact[]): readonly Fact[] {
  const ids = new Set(['acceleration', 'chargeOff', ...facts.map(({ id }) => id)]);
  const kept = facts.filter((fact) => fact.kind !== 'undo' || ids.has(fact.of));
  return kept.length === facts.length ? kept : withoutDangling(kept);
}

function plainer({ terms, ...rest }: History): History[] {
  const changed: Terms[] = [];
  for (const name of Object.keys(plainTerms) as (keyof Terms)[]) {
    changed.push({ ...terms, [name]: plainTerms[name] });
    const [mine, plain] = [terms[name], plainTerms[name]];
    if (mine === null || plain === null || typeof mine !== 'object' || typeof plain !== 'object') continue;
    for (const key of Object.keys(plain).filter((one) => !dueDays.includes(one))) {
      const value = (plain as unknown as Record<string, unknown>)[key];
      changed.push({ ...terms, [name]: { ...mine, [key]: value } });
    }
  }
  const { frequency, days, startDate } = plainTerms.payments;
  changed.push({ ...terms, payments: { ...terms.payments, frequency, days, startDate } }, ...simplerValues(terms));
  return changed.filter(isWhole).map((one) => ({ ...rest, terms: one }));
}

/** True when the terms say how many payments there are. */
export function isWhole({ payments: { frequency, count, amount, endDate, schedule } }: Terms): boolean {
  if (frequency === 'singleTerm') return endDate !== null;
  return count !== null || amount !== null || endDate !== null || schedule !== null;
}

/** These keys belong together. */
const dueDays = ['frequency', 'days', 'startDate'];
const keptWhole =
  /^(on|until|first|startDate|endDate|dueDate|firstDueDate|lastDay|happenedOn|periodStart|originatedOn|k)$/;

/** Copies in which one number is rounder or smaller, or one option is gone. */
function simplerValues<T>(whole: T): T[] {
  if (whole === null || typeof whole !== 'object') return [];
  if (Array.isArray(whole)) {
    const shorter = whole.length > 1 ? whole.map((_, i) => whole.toSpliced(i, 1)) : [];
    const inside = whole.flatMap((one, i) => simplerValues(one).map((simple) => whole.toSpliced(i, 1, simple)));
    return [...shorter, ...inside] as T[];
  }
  return Object.entries(whole).flatMap(([key, value]) => {
    if (key === 'order' || dueDays.includes(key)) return [];
    const simple = typeof value === 'number' && !keptWhole.test(key) ? rounder(value) : simplerValues(value);
    return simple.map((one) => ({ ...whole, [key]: one }));
  });
}

function rounder(n: number): number[] {
  const candidates = [100_000, 10_000, 1000, 100].flatMap((unit) => (n >= unit ? [n - (n % unit)] : []));
  return [...new Set([...candidates, ...(n > 1 && n < 100 ? [1, Math.floor(n / 2), n - 1] : [])])].filter((m) => m < n);
}

function simplerFacts({ facts, ...rest }: History): History[] {
  return facts.flatMap((fact, i) => {
    const { time: _t, number: _n, at: _a, recordedAt: _r, ...bare } = fact;
    const nearer = [30, 7, 1]
      .filter((days) => fact.on - days >= facts[0]!.on && fact.kind !== 'undo')
      .map((days) => ({ ...fact, on: fact.on - days }));
    return [bare as Fact, ...nearer, ...simplerValues(fact)].map((simple) => ({
      ...rest,
      facts: facts.toSpliced(i, 1, simple as Fact),
    }));
  });
}

function sooner({ through, ...rest }: History): History[] {
  const earliest = Math.min(...rest.facts.map(({ on }) => on)) - 2;
  const days = [100, 30, 7, 1].filter((fewer) => through - fewer >= earliest);
  return days.map((fewer) => ({ ...rest, through: through - fewer }));
}
