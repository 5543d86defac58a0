// Names as a bank can read them: capital letters without accents. What an operator does not know it garbles.
import { asciiCapitals } from '@tenor/engine/values/ascii-capitals.ts';

/** Banks agree on these; anything else in a name is a space. */
const unknown = /[^A-Z0-9 .,'&/()#-]+/g;

/** Undefined where nothing is left that a bank can read. */
export function plainLetters(text: string): string | undefined {
  const plain = asciiCapitals(text).replace(unknown, ' ').replace(/ +/g, ' ').trim();
  return /[A-Z0-9]/.test(plain) ? plain : undefined;
}

/** As much of it as fits. */
export const cutTo = (width: number, text: string): string => text.slice(0, width).trimEnd();

/** What fields hold: the visible characters of ASCII, and the space. */
export const isPrintable = (text: string): boolean => /^[\x20-\x7e]*$/.test(text);
