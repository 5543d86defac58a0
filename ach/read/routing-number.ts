const weights = [3, 7, 1, 3, 7, 1, 3, 7];

/** The ninth digit, by the first eight. */
export function checkDigitOf(eight: string): string {
  const sum = weights.reduce((all, weight, i) => all + weight * Number(eight[i]), 0);
  return String((10 - (sum % 10)) % 10);
}

export const isRoutingNumber = (text: string): boolean =>
  /^\d{9}$/.test(text) && checkDigitOf(text.slice(0, 8)) === text[8];
