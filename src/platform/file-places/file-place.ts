// Where files are left for somebody else: a folder of this machine, or one of another's. A file there is whole or not
// there: it is written under a name of its own, looked at, and then given its name.
import type { Readable } from 'node:stream';
import { uuid } from '../random.ts';

export interface FileSeen {
  readonly name: string;
  readonly bytes: number;
  /** In milliseconds, by the clock of the place. */
  readonly changedAt: number;
}

export interface FilePlace {
  /** Undefined: there is none of this name. */
  sizeOf(name: string): Promise<number | undefined>;
  write(name: string, content: Readable): Promise<void>;
  /** Refuses where there is one of the new name. */
  rename(from: string, to: string): Promise<void>;
  remove(name: string): Promise<void>;
  /** What lies there for us, in any order. Errors: PlaceFailed. */
  list(): Promise<readonly FileSeen[]>;
  /** At most a byte more than it had: one that is longer has grown since. Errors: PlaceFailed. */
  read(file: FileSeen): Promise<Buffer>;
  close(): Promise<void>;
}

/** A host that says that more lies there, or that a file is longer, is left: all of it would be in memory. */
export const listedMax = 100_000;
/** A file of this size has more than a million lines. */
export const fileBytesMax = 134_217_728;
/** No system of files has longer ones. */
const nameLengthMax = 255;

/** Errors: PlaceFailed. */
export function mustBeFew(files: readonly Pick<FileSeen, 'name'>[]): void {
  if (files.length > listedMax) throw new TooManyFiles(`More than ${listedMax} files lie in the folder.`);
  if (files.some(({ name }) => name.length > nameLengthMax))
    throw new PlaceFailed(`A file there has a name of more than ${nameLengthMax} characters.`);
}

/** Errors: PlaceFailed. */
export function mustBeShort({ bytes }: FileSeen): void {
  if (bytes > fileBytesMax) throw new PlaceFailed(`A file there has ${bytes} bytes: more than ${fileBytesMax}.`);
}

/** Why a file is not there, in words that may be shown: without paths, accounts and addresses. */
export class PlaceFailed extends Error {
  override readonly name = 'PlaceFailed';
}

export class TooManyFiles extends PlaceFailed {}

export interface FileToPut {
  readonly name: string;
  readonly bytes: number;
  /** Each call reads the file from its beginning. */
  open(): Readable;
}

const isName = (name: string): boolean => /^[A-Za-z0-9][A-Za-z0-9._-]{0,199}$/.test(name);

/**
 * May be repeated: what is there already in its full size stays as it is. Two at once write beside each other, and the
 * second finds the file of the first. Errors: PlaceFailed.
 */
export async function putOnce(place: FilePlace, file: FileToPut): Promise<'put' | 'wasThere'> {
  const { name, bytes } = file;
  if (!isName(name)) throw new PlaceFailed('A file has a name of letters, digits, dots and dashes.');
  if (await isThere(place, file)) return 'wasThere';
  const own = `${name}.${uuid().slice(0, 8)}.tmp`;
  try {
    await place.write(own, file.open());
    const written = await place.sizeOf(own);
    if (written !== bytes) throw new PlaceFailed(`${written ?? 'No'} bytes arrived, not ${bytes}.`);
    await place.rename(own, name);
    return 'put';
  } catch (error) {
    // The same from its first words on is the same file: whoever else had it to put has put it.
    await place.remove(own).catch(() => undefined);
    if (await isThere(place, file).catch(() => false)) return 'wasThere';
    throw error;
  }
}

async function isThere(place: FilePlace, { name, bytes }: FileToPut): Promise<boolean> {
  const size = await place.sizeOf(name);
  if (size === undefined || size === bytes) return size === bytes;
  throw new PlaceFailed(`A file of this name with ${size} bytes is there; ours has ${bytes}. A person must look.`);
}
