// Numbers of banks: eight digits that name the bank, and a ninth by which a slip of the pen is found.

const weights = [3, 7, 1, 3, 7, 1, 3, 7];

export function checkDigitOf(eight: string): string {
  const sum = weights.reduce((total, weight, place) => total + weight * Number(eight[place]), 0);
  return String((10 - (sum % 10)) % 10);
}

export const isRoutingNumber = (text: string): boolean =>
  /^\d{9}$/.test(text) && checkDigitOf(text.slice(0, 8)) === text[8];

/** The low ten digits of the sum are the entry hash. */
export const hashModulus = 10_000_000_000;
