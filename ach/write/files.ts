// A set of entries as one file, or as several where the bank limits them.
import type { Entry } from './entry.ts';
import { type FileSetting, type FileTotals, openFile } from './file-writer.ts';

const modifiers = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

/** The modifier of the file with this number on its day, from 0. Undefined: the day has no more. */
export const modifierOf = (number: number): string | undefined => modifiers[number];

interface WrittenPiece {
  /** The number of the file; the first is 0. */
  readonly file: number;
  readonly text: string;
  readonly totals?: FileTotals;
}

/** Entries in the order of their places; nothing of them is kept. Files take the modifiers from the first one's on. */
export function* filesOf(setting: FileSetting, entries: Iterable<Entry>): Generator<WrittenPiece> {
  let [file, open, traces] = [0, openFile(setting), 0];
  let isEmpty = true;
  for (const entry of entries) {
    if (!open.hasRoomFor(entry)) {
      if (isEmpty) throw new RangeError(`${entry.id} is more than a file of this bank may hold`);
      yield { file, ...open.end() };
      file += 1;
      open = openFile({ ...setting, ...nextOf(setting, file, traces) });
      if (!open.hasRoomFor(entry)) throw new RangeError(`${entry.id} is more than a file of this bank may hold`);
    }
    yield { file, text: open.add(entry).text };
    [isEmpty, traces] = [false, traces + 1];
  }
  yield { file, ...open.end() };
}

function nextOf({ modifier, firstTrace }: FileSetting, file: number, traces: number) {
  const next = modifierOf(modifiers.indexOf(modifier) + file);
  if (next === undefined) throw new RangeError(`a day has ${modifiers.length} files`);
  return { modifier: next, firstTrace: firstTrace + traces };
}
