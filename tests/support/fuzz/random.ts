// Random numbers that are the same for the same seed: a request is identified by its seed and its number.

export interface Random {
  /** From 0 to less than 1. */
  fraction(): number;
  chance(probability: number): boolean;
  /** A whole number, both bounds included. */
  between(min: number, max: number): number;
  /** Draws once, whatever the list contains, so that later draws do not depend on it. */
  pick<T>(list: readonly [T, ...T[]]): T;
  pick<T>(list: readonly T[]): T | undefined;
  text(length: number, alphabet: string): string;
}

export function randomOf(seed: number, index: number): Random {
  let state = mixed(mixed(seed) ^ Math.imul(index + 1, 0x9e3779b1));
  const fraction = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    return mixed(state) / 4_294_967_296;
  };
  const between = (min: number, max: number): number => min + Math.floor(fraction() * (max - min + 1));
  return {
    fraction,
    between,
    chance: (probability) => fraction() < probability,
    pick: <T>(list: readonly T[]) => list[Math.floor(fraction() * list.length)] as T,
    text: (length, alphabet) => Array.from({ length }, () => alphabet[between(0, alphabet.length - 1)]).join(''),
  };
}

/** The last steps of mulberry32. */
function mixed(given: number): number {
  let t = given | 0;
  t = Math.imul(t ^ (t >>> 15), t | 1);
  t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
  return (t ^ (t >>> 14)) >>> 0;
}
