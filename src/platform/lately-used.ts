/** A map of at most so many entries: the one that was not used for the longest time goes first. */
export interface LatelyUsed<K, V> {
  get(key: K): V | undefined;
  set(key: K, value: V): void;
  readonly size: number;
}

export function latelyUsed<K, V>(max: number): LatelyUsed<K, V> {
  const kept = new Map<K, V>();
  return {
    get(key) {
      const value = kept.get(key);
      if (value === undefined) return undefined;
      kept.delete(key);
      kept.set(key, value);
      return value;
    },
    set(key, value) {
      kept.delete(key);
      kept.set(key, value);
      if (kept.size > max) kept.delete(kept.keys().next().value as K);
    },
    get size() {
      return kept.size;
    },
  };
}
