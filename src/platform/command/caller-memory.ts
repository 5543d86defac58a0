// Remembers for a second whose credential a text is, so that a request costs no look-up; what has ended is refused
// everywhere within that second. Guesses are remembered separately, so that they cannot push the real ones out, however
// many they are.
const freshMicros = 1_000_000;
const foundMax = 10_000;
const unknownMax = 1_000;

type LookUp<T> = Promise<T | undefined>;

interface Remembered<T> {
  readonly lookUp: LookUp<T>;
  readonly freshUntil: number;
}

interface CallerMemory<T> {
  /** The answer of the last second, or that of `look`. */
  find(shown: string, now: number, look: () => LookUp<T>): LookUp<T>;
  /** Whether the last look-up found somebody. */
  hasFound(shown: string): boolean;
}

/** What was found stays in its part, so that it is known when it must be looked up again. */
export function callerMemory<T>(): CallerMemory<T> {
  const found = new Map<string, Remembered<T>>();
  const unknown = new Map<string, Remembered<T>>();
  const keep = (part: typeof found, shown: string, one: Remembered<T>): void => {
    (part === found ? unknown : found).delete(shown);
    // A map keeps the order of insertion: the oldest one comes first and is forgotten first.
    part.delete(shown);
    part.set(shown, one);
    if (part.size > (part === found ? foundMax : unknownMax)) part.delete(part.keys().next().value as string);
  };
  const remember = (shown: string, now: number, lookUp: LookUp<T>): LookUp<T> => {
    const one = { lookUp, freshUntil: now + freshMicros };
    const part = found.has(shown) ? found : unknown;
    keep(part, shown, one);
    lookUp.then(
      (who) => keep(who === undefined ? unknown : found, shown, one),
      // A look-up that failed says nothing.
      () => keep(part, shown, { lookUp, freshUntil: 0 }),
    );
    return lookUp;
  };
  return {
    hasFound: (shown) => found.has(shown),
    find(shown, now, look) {
      const known = found.get(shown) ?? unknown.get(shown);
      return known !== undefined && known.freshUntil >= now ? known.lookUp : remember(shown, now, look());
    },
  };
}
