// Draws that are the same for the same seed and number, so that a history is named by them.

export interface Dice {
  fraction(): number;
  chance(probability: number): boolean;
  /** A whole number, both bounds included. */
  between(min: number, max: number): number;
  pick<T>(list: readonly T[]): T;
  /** As many as one of the counts says. */
  some<T>(counts: readonly number[], draw: (index: number) => T): T[];
}

export function diceOf(seed: number, index: number): Dice {
  let state = mixed(mixed(seed) ^ Math.imul(index + 1, 0x9e3779b1));
  const fraction = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    return mixed(state) / 4_294_967_296;
  };
  const between = (min: number, max: number): number => min + Math.floor(fraction() * (max - min + 1));
  const pick = <T>(list: readonly T[]): T => list[between(0, list.length - 1)]!;
  return {
    fraction,
    between,
    pick,
    chance: (probability) => fraction() < probability,
    some: (counts, draw) => Array.from({ length: pick(counts) }, (_, at) => draw(at)),
  };
}

/** The last steps of mulberry32. */
function mixed(given: number): number {
  let t = given | 0;
  t = Math.imul(t ^ (t >>> 15), t | 1);
  t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
  return (t ^ (t >>> 14)) >>> 0;
}
