// Matches lines of the bank with what the cash book expects: by keys first, then by amount and day. Never by an amount
// alone, and never by choosing among several that could be meant.
import type { StatementLine } from '../statements/statement.ts';
import { type Expected, isNear, toleranceOf, type Unit, unitsOf } from './expected.ts';

export interface Match {
  readonly by: 'key' | 'amountAndDay';
  readonly line: StatementLine;
  readonly expected: readonly Expected[];
}

/** The bank names something of ours, and what it says of it is not so. */
export interface Conflict {
  readonly kind: 'amount' | 'date' | 'twice';
  readonly line: StatementLine;
  readonly expected: readonly Expected[];
}

interface Matched {
  readonly matches: readonly Match[];
  readonly conflicts: readonly Conflict[];
  readonly lines: readonly StatementLine[];
  readonly expected: readonly Expected[];
}

export function matchLines(lines: readonly StatementLine[], expected: readonly Expected[]): Matched {
  const matching = new Matching(lines, unitsOf(expected));
  matching.byKey();
  matching.conflictsOfKeys();
  matching.byAmountAndDay();
  matching.byAmountNearby();
  return matching.result(expected);
}

class Matching {
  readonly #units: readonly Unit[];
  readonly #unitsByKey = new Map<string, Unit[]>();
  readonly #taken = new Map<Expected, StatementLine>();
  readonly #matches: Match[] = [];
  readonly #conflicts: Conflict[] = [];
  #lines: readonly StatementLine[];

  constructor(lines: readonly StatementLine[], units: readonly Unit[]) {
    this.#lines = lines;
    this.#units = units;
    for (const unit of units) {
      for (const key of new Set(unit.keys)) {
        const known = this.#unitsByKey.get(key);
        if (known === undefined) this.#unitsByKey.set(key, [unit]);
        else known.push(unit);
      }
    }
  }

  result(expected: readonly Expected[]): Matched {
    const open = expected.filter((one) => !this.#taken.has(one));
    return { matches: this.#matches, conflicts: this.#conflicts, lines: this.#lines, expected: open };
  }

  /** Key, amount and day agree. */
  byKey(): void {
    this.#each((line) => {
      const named = this.#named(line).filter((unit) => this.#isFree(unit) && unit.amount === line.amount);
      const fitting = named.filter(({ kind, on }) => isNear(kind, on, line.on));
      const sameDay = fitting.filter(({ on }) => on === line.on);
      const [one, other] = sameDay.length > 0 ? sameDay : fitting;
      // Several of them: which is which must be told by something else.
      if (one === undefined || other !== undefined) return false;
      return this.#take('key', line, one);
    });
  }

  /** The bank names one thing of ours, and something else does not agree. */
  conflictsOfKeys(): void {
    this.#each((line) => {
      const named = this.#named(line);
      const free = named.filter((unit) => this.#isFree(unit));
      const [one, other] = free;
      if (one !== undefined && other === undefined)
        return this.#conflict(one.amount === line.amount ? 'date' : 'amount', line, one);
      const before = free.length === 0 ? named.find(({ amount }) => amount === line.amount) : undefined;
      if (before === undefined) return false;
      this.#conflicts.push({ kind: 'twice', line, expected: before.expected });
      return true;
    });
  }

  /** As many lines as there are things of this amount and day, and of no other kind: which is which says nothing. */
  byAmountAndDay(): void {
    const units = Map.groupBy(this.#units.filter(mayMatchByAmount), (unit) => placeOf(unit));
    const lines = Map.groupBy(this.#lines.filter(mayBePayment), (line) => placeOf(line));
    const pairs = new Map<StatementLine, Unit>();
    for (const [place, some] of lines) {
      const free = (units.get(place) ?? []).filter((unit) => this.#isFree(unit));
      const alone = free.filter(({ expected }) => expected.length === 1);
      const candidates = alone.length > 0 ? alone : free;
      if (candidates.length !== some.length || !candidates.every((one) => one.kind === candidates[0]?.kind)) continue;
      for (const [i, line] of some.entries()) pairs.set(line, candidates[i] as Unit);
    }
    this.#each((line) => {
      const unit = pairs.get(line);
      return unit !== undefined && this.#isFree(unit) && this.#take('amountAndDay', line, unit);
    });
  }

  /** A payout may come some days earlier or later, where only one line can be it and it can be only one line. */
  byAmountNearby(): void {
    const movable = this.#units.filter((unit) => mayMatchByAmount(unit) && toleranceOf(unit.kind) > 0);
    const unitsByAmount = Map.groupBy(movable, ({ amount }) => amount);
    const linesByAmount = Map.groupBy(this.#lines.filter(mayBePayment), ({ amount }) => amount);
    this.#each((line) => {
      const near = (unit: Unit, other: StatementLine) => this.#isFree(unit) && isNear(unit.kind, unit.on, other.on);
      const units = (unitsByAmount.get(line.amount) ?? []).filter((unit) => near(unit, line));
      const [unit, other] = units;
      if (unit === undefined || other !== undefined || !mayBePayment(line)) return false;
      const lines = (linesByAmount.get(line.amount) ?? []).filter((one) => near(unit, one));
      return lines.length === 1 && this.#take('amountAndDay', line, unit);
    });
  }

  #each(isDone: (line: StatementLine) => boolean): void {
    this.#lines = this.#lines.filter((line) => !isDone(line));
  }

  #named({ keys }: StatementLine): Unit[] {
    return [...new Set(keys.flatMap((key) => this.#unitsByKey.get(key) ?? []))];
  }

  #isFree({ expected }: Unit): boolean {
    return expected.every((one) => !this.#taken.has(one));
  }

  #take(by: Match['by'], line: StatementLine, { expected }: Unit): true {
    for (const one of expected) this.#taken.set(one, line);
    this.#matches.push({ by, line, expected });
    return true;
  }

  #conflict(kind: Conflict['kind'], line: StatementLine, { expected }: Unit): true {
    for (const one of expected) this.#taken.set(one, line);
    this.#conflicts.push({ kind, line, expected });
    return true;
  }
}

const placeOf = ({ amount, on }: { readonly amount: number; readonly on: string }): string => `${amount} ${on}`;

/** Money that the bank calls a fee is no payment, whatever its amount. */
const mayBePayment = ({ kind }: StatementLine): boolean => kind !== 'fee';

/** That somebody outside has paid is for a person to say. */
const mayMatchByAmount = ({ kind }: Unit): boolean => kind !== 'external';
