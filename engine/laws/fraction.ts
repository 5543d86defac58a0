// Fractions of a cent as readings write them, `-3/7`, added and compared exactly.

export interface Fraction {
  readonly n: bigint;
  readonly d: bigint;
}

export function fraction(text: string): Fraction {
  const [n = '0', d = '1'] = text.split('/');
  return { n: BigInt(n), d: BigInt(d) };
}

export const wholeCents = (amount: number): Fraction => ({ n: BigInt(amount), d: 1n });

export function sum(...parts: readonly Fraction[]): Fraction {
  return parts.reduce((a, b) => lowest({ n: a.n * b.d + b.n * a.d, d: a.d * b.d }), { n: 0n, d: 1n });
}

export const minus = ({ n, d }: Fraction): Fraction => ({ n: -n, d });

/** In lowest terms, so that equal fractions are deeply equal. */
export function lowest({ n, d }: Fraction): Fraction {
  let [a, b] = [n < 0n ? -n : n, d];
  while (b !== 0n) [a, b] = [b, a % b];
  return a === 0n ? { n: 0n, d: 1n } : { n: n / a, d: d / a };
}

/** `text` is an amount of cents, written with decimals. */
export function decimal(text: string): Fraction {
  const [whole = '0', places = ''] = text.split('.');
  return lowest({ n: BigInt(whole + places), d: 10n ** BigInt(places.length) });
}
