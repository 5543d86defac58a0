// The fields of a golden case, each read once; one that nobody asked for is an error.

import { parseCivilDate } from '../../values/civil-date.ts';
import { type Day, dayOf } from '../../values/day.ts';
import { parseRate } from '../../values/rate.ts';

export type Values = Readonly<Record<string, unknown>>;

/** Reads each key once, and complains of those that nobody asked for. */
export class Keys {
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

export function fail(message: string): never {
  throw new Error(message);
}

export function dayNumber(text: string): Day {
  return dayOf(parseCivilDate(text) ?? fail(`${text} is no day`));
}

export function centsOf(text: unknown): number | null {
  if (text === null) return null;
  if (!/^-?\d+\.\d\d$/.test(String(text))) return fail(`${text} is no amount`);
  return Number(String(text).replace('.', ''));
}
