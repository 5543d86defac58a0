// Numbers of payment cards: whether a text is one, and what of it may be kept.
import type { Problem } from '../errors.ts';

/** Numbers may be written in groups, with spaces or dashes between them. */
const digitsOf = (text: string): string => text.replace(/[\s-]/g, '');

/** The digits of a number that has the form of a card's, right or not; undefined for any other text. */
export function cardDigits(text: string): string | undefined {
  const digits = digitsOf(text);
  return /^\d{12,19}$/.test(digits) ? digits : undefined;
}

/** The last digit is computed from the others (Luhn, ISO/IEC 7812). */
export function isCardNumber(digits: string): boolean {
  const sum = [...digits].reverse().reduce((all, digit, i) => all + luhnValue(Number(digit), i % 2 === 1), 0);
  return sum % 10 === 0 && sum > 0;
}

const luhnValue = (digit: number, isDoubled: boolean): number => {
  if (!isDoubled) return digit;
  return digit > 4 ? digit * 2 - 9 : digit * 2;
};

/** A number of the simulator, `4000 00CC 0000 000L`, which belongs to nobody: its digits say how the card behaves. */
export const isSimulatedCard = (digits: string): boolean => /^400000\d\d0{7}\d$/.test(digits) && isCardNumber(digits);

export const isSecurityCode = (text: string): boolean => /^\d{3,4}$/.test(text);

/**
 * Whether somebody wrote the number of a card into free text: 14 to 19 digits, as a network gives them out. About one
 * number in ten that is none looks like one, so nothing is checked that is a number by its nature.
 */
export function holdsCardNumber(text: string): boolean {
  const runs = [...text.matchAll(/\d(?:[\s-]?\d)*/g)].map(([run]) => digitsOf(run));
  return runs.some((digits) => /^[2-6]\d{13,18}$/.test(digits) && isCardNumber(digits));
}

/** The free texts, by their paths, in which somebody wrote the number of a card. */
export const cardNumbersIn = (texts: Readonly<Record<string, string | null | undefined>>): Problem[] =>
  Object.entries(texts)
    .filter(([, text]) => holdsCardNumber(text ?? ''))
    .map(([path]) => ({
      path,
      message: 'holds the number of a card, which is kept nowhere',
      expected: 'text without it',
    }));
