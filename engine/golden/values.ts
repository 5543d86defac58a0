// Compares a printed expectation with a value of the engine.

/** 1234 is 12.34. */
export function shownCents(amount: number): string {
  const text = String(Math.abs(amount)).padStart(3, '0');
  return `${amount < 0 ? '-' : ''}${text.slice(0, -2)}.${text.slice(-2)}`;
}

/**
 * Equal text is the same. A fraction `n/d` of a cent is compared in dollars, or in cents if the expectation says so
 * (`4.59…c`); one that ends with '…' is compared only by the digits that are printed, anything else exactly.
 */
export function isSame(expected: string, actual: string | undefined): boolean {
  if (actual === undefined) return false;
  if (expected === actual) return true;
  const fraction = /^(-?\d+)\/(\d+)$/.exec(actual);
  const digits = /^(-?)(\d+)(?:\.(\d+))?(…?)(c?)$/.exec(expected);
  if (digits === null) return false;
  const [, sign, whole = '', decimals = '', dots, unit] = digits;
  if (fraction === null) {
    // Plain decimals: the digits are cut off, not rounded.
    const [a, b = ''] = actual.split('.');
    if (a !== `${sign}${whole}`) return false;
    return dots === '…' ? b.padEnd(decimals.length, '0').startsWith(decimals) : trimmed(b) === trimmed(decimals);
  }
  const scale = 10n ** BigInt(decimals.length);
  const [n, d] = [BigInt(fraction[1] as string), BigInt(fraction[2] as string) * (unit === 'c' ? 1n : 100n)];
  const [size, isNegative] = [n < 0n ? -n : n, n < 0n];
  if (size !== 0n && isNegative !== (sign === '-')) return false;
  const wanted = BigInt(whole) * scale + BigInt(decimals || '0');
  const isCutRight = (size * scale) / d === wanted;
  return isCutRight && (dots === '…' || (size * scale) % d === 0n);
}

const trimmed = (decimals: string): string => decimals.replace(/0+$/, '');
