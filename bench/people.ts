// The people of the figures, from a seed, so that every run asks the same.

/** Mulberry32: small, fast, and good enough to spread people. */
export function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const draw = generator(20_261_121);
const below = (limit: number): number => Math.floor(draw() * limit);
const digits = (length: number): string => String(below(10 ** length)).padStart(length, '0');

const firstNames = 'Ada Alan Barbara Donald Edsger Frances Grace Hedy John Katherine Margaret Radia'.split(' ');
const syllables = 'ba den for ham hol kin lo mer nor pe ri san ter vin wal zu'.split(' ');

const lastName = (): string => {
  const text = Array.from({ length: 3 }, () => syllables[below(syllables.length)]).join('');
  return text.charAt(0).toUpperCase() + text.slice(1);
};

const dateOfBirth = (): string =>
  new Date(Date.UTC(1940, 0, 1) + below(23_000) * 86_400_000).toISOString().slice(0, 10);

/** Area numbers 001 to 665, and no group or serial of zeros: the service accepts these as social security numbers. */
const socialSecurityNumber = (): string =>
  `${String(1 + below(665)).padStart(3, '0')}-${String(1 + below(99)).padStart(2, '0')}-${String(1 + below(9_999)).padStart(4, '0')}`;

let made = 0;

export const personBody = (): string =>
  JSON.stringify({
    name: { firstName: firstNames[below(firstNames.length)], lastName: lastName() },
    dateOfBirth: dateOfBirth(),
    identity: { identityType: 'SSN', value: socialSecurityNumber() },
    externalId: `bench-${digits(6)}-${++made}`,
  });

export const idempotencyKey = (): string => `${digits(12)}-${++made}`;

export function shuffled<T>(list: readonly T[]): T[] {
  const keyed = list.map((item) => ({ item, key: draw() }));
  return keyed.sort((a, b) => a.key - b.key).map(({ item }) => item);
}
