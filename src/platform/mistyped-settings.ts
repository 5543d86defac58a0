// Names in the environment that are probably meant for a setting: one that is misspelled is passed over in silence, and a
// service without its DATABASE_URL makes a database of its own.
import { distance } from './input/nearest.ts';

/** Nearly every word is a slip of a short name, and others name a PORT of theirs too. */
const lettersMin = 6;
const slipsMax = 2;

/** A sentence for each. */
export function mistypedSettings(written: readonly string[], settings: readonly string[]): string[] {
  const names = settings.filter(({ length }) => length >= lettersMin);
  return written.flatMap((one) => {
    if (settings.includes(one)) return [];
    const meant = names.find((name) => one === `TENOR_${name}` || isSlip(one, name));
    return meant === undefined ? [] : [`${one} is no setting, and is passed over. Did you mean ${meant}?`];
  });
}

const isSlip = (one: string, name: string): boolean =>
  Math.abs(one.length - name.length) <= slipsMax && distance(one.toUpperCase(), name) <= slipsMax;
