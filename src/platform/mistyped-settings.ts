// Names in the environment that are probably meant for a setting: one that is misspelled is passed over in silence, and a
// service without its DATABASE_URL makes a database of its own.
import { distance } from './input/nearest.ts';

/** Nearly every word is a slip of a short name, and others name a PORT of theirs too. */
const lettersMin = 6;
const slipsMax = 2;
/** In a short name two slips make another word. */
const longName = 10;

/** A sentence for each. */
export function mistypedSettings(written: readonly string[], settings: readonly string[]): string[] {
  // One that is given under its own name was not meant by another.
  const names = settings.filter((name) => name.length >= lettersMin && !written.includes(name));
  return written.flatMap((one) => {
    if (settings.includes(one)) return [];
    const meant = names.find((name) => one === `TENOR_${name}` || isSlip(one, name));
    return meant === undefined ? [] : [`${one} is no setting, and is passed over. Did you mean ${meant}?`];
  });
}

function isSlip(one: string, name: string): boolean {
  const slips = name.length < longName ? 1 : slipsMax;
  return Math.abs(one.length - name.length) <= slips && distance(one.toUpperCase(), name) <= slips;
}
