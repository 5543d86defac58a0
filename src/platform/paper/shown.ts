// Cleans the texts of a paper. A character for which the font has no sign would fail the whole paper, and so would half a
// character; signs that nobody sees could turn the order of a line around. Markup stays text, because it is data.
import { type Covers, shippedCover } from './fonts.ts';
import { NoPaper } from './order.ts';

/** Signs of control and signs that are not seen, except for the line break and the tab. */
const unseen = /(?![\n\t])[\p{Cc}\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu;

/** More than three marks above one letter draw over the lines beside it. */
const piledMarks = /(\p{M}{3})\p{M}+/gu;

/** The text as a paper can show it. A character that the font lacks becomes the sign for that. */
export const shown = (text: string, covers: Covers = shippedCover()): string =>
  text
    .toWellFormed()
    .normalize('NFC')
    .replace(unseen, '')
    .replace(piledMarks, '$1')
    .replace(/[^\n\t -~]/gu, (sign) => (covers(sign.codePointAt(0) ?? 0) ? sign : '\ufffd'));

interface Bounds {
  /** Characters of one text. */
  readonly text: number;
  /** Entries of one list. */
  readonly list: number;
  /** Values and characters of all together. */
  readonly whole: number;
  readonly depth: number;
}

/** Some 70 pages, made in a second and a half. */
export const ownBounds: Bounds = { text: 20_000, list: 4_000, whole: 1_000_000, depth: 12 };

/** What they supply is made in a process with bounds of its own. */
export const strangersBounds: Bounds = { text: 1_200_000, list: 100_000, whole: 3_000_000, depth: 64 };

/** The data with all its texts cleaned. Throws `NoPaper` with the path of what is too long. */
export function shownData(data: unknown, bounds: Bounds): unknown {
  let whole = 0;
  const tooLong = (path: string, what: string): NoPaper =>
    new NoPaper('tooLong', `${path === '' ? 'The data' : `\`${path}\``} ${what}.`);
  const clean = (value: unknown, path: string, depth: number): unknown => {
    whole += typeof value === 'string' ? value.length : 1;
    if (whole > bounds.whole) throw tooLong('', `has more than ${bounds.whole} values and characters`);
    if (depth > bounds.depth) throw tooLong(path, `lies deeper than ${bounds.depth} levels`);
    if (typeof value === 'string') {
      if (value.length > bounds.text) throw tooLong(path, `has more than ${bounds.text} characters`);
      return shown(value);
    }
    if (Array.isArray(value)) {
      if (value.length > bounds.list) throw tooLong(path, `has more than ${bounds.list} entries`);
      return value.map((one, i) => clean(one, `${path}[${i}]`, depth + 1));
    }
    if (typeof value !== 'object' || value === null) return value;
    const fields = Object.entries(value).filter(([, one]) => one !== undefined);
    return Object.fromEntries(
      fields.map(([name, one]) => [name, clean(one, path === '' ? name : `${path}.${name}`, depth + 1)]),
    );
  };
  return clean(data, '', 0);
}
