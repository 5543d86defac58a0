// The fonts of all papers. They are files of ours: a font of the machine would make other pages on another machine.
import { readFileSync } from 'node:fs';

const files = ['NotoSans-Regular.ttf', 'NotoSans-Bold.ttf'];

const read = (file: string): Buffer => readFileSync(new URL(`./fonts/${file}`, import.meta.url));

export const readFonts = (): Buffer[] => files.map(read);

/** Whether the font has a sign for a character. */
export type Covers = (codePoint: number) => boolean;

/** The table `cmap` of a font in its format 12: groups of characters that follow each other. */
export function coverOf(font: Buffer): Covers {
  const covered = new Set<number>();
  for (const at of subtablesOf(font)) {
    if (font.readUInt16BE(at) === 4) addRanges(font, at, covered);
    if (font.readUInt16BE(at) === 12) addGroups(font, at, covered);
  }
  return (codePoint) => covered.has(codePoint);
}

/** Both fonts have the same signs. */
let covers: Covers | undefined;
export const shippedCover = (): Covers => {
  covers ??= coverOf(read('NotoSans-Regular.ttf'));
  return covers;
};

/** Where the tables for characters of Unicode begin. */
function subtablesOf(font: Buffer): number[] {
  const tables = Array.from({ length: font.readUInt16BE(4) }, (_, i) => 12 + 16 * i);
  const entry = tables.find((at) => font.toString('latin1', at, at + 4) === 'cmap');
  if (entry === undefined) throw new Error('The font has no table of its characters.');
  const cmap = font.readUInt32BE(entry + 8);
  return Array.from({ length: font.readUInt16BE(cmap + 2) }, (_, i) => cmap + 4 + 8 * i)
    .filter((at) => [0, 3].includes(font.readUInt16BE(at)))
    .map((at) => cmap + font.readUInt32BE(at + 4));
}

function addGroups(font: Buffer, at: number, covered: Set<number>): void {
  for (let i = 0; i < font.readUInt32BE(at + 12); i++) {
    const [first, last] = [0, 4].map((more) => font.readUInt32BE(at + 16 + 12 * i + more)) as [number, number];
    for (let c = first; c <= last; c++) covered.add(c);
  }
}

/** Format 4: four lists of the same length, one after the other. A character whose sign is 0 is not there. */
function addRanges(font: Buffer, at: number, covered: Set<number>): void {
  const bytes = font.readUInt16BE(at + 6);
  const list = (n: number, i: number) => at + 14 + n * bytes + (n > 0 ? 2 : 0) + 2 * i;
  for (let i = 0; i < bytes / 2; i++) {
    const [last, first] = [font.readUInt16BE(list(0, i)), font.readUInt16BE(list(1, i))];
    const [delta, offset] = [font.readUInt16BE(list(2, i)), font.readUInt16BE(list(3, i))];
    for (let c = first; c <= last && c < 0xffff; c++) {
      const sign = offset === 0 ? c : font.readUInt16BE(list(3, i) + offset + 2 * (c - first));
      if (sign !== 0 && (sign + (offset === 0 ? delta : 0)) % 0x10000 !== 0) covered.add(c);
    }
  }
}
