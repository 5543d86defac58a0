// The encryption key of an embedded database is in a file beside it that only its owner can read. The key is made once,
// before the database, so that no database ever exists without its key. During a rotation the file of the next key is
// there too.
import { existsSync } from 'node:fs';
import { chmod, link, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type Config, encryptionKeyBytes } from '#platform/config.ts';
import { givenKeys, type KeySource } from '#platform/crypto/key-source.ts';
import { keyring } from '#platform/crypto/keyring.ts';
import { makeDataDirectory, mustBeOurs } from '#platform/db/embedded/data-directory.ts';
import { DatabaseRefused } from '#platform/db/prepare.ts';
import { newEncryptionKey, opaqueToken } from '#platform/ids.ts';

type KeyConfig = Pick<Config, 'encryptionKey' | 'encryptionKeysPrevious' | 'dataDirectory'>;

export const keyFile = (dataDirectory: string): string => join(dataDirectory, 'encryption.key');
const nextKeyFile = (dataDirectory: string): string => `${keyFile(dataDirectory)}.next`;

/** All keys of this installation, the newest first. A new directory gets its key. */
export async function encryptionKeysOf(config: KeyConfig): Promise<Buffer[]> {
  if (config.encryptionKey !== null) {
    return [config.encryptionKey, ...config.encryptionKeysPrevious].map((text) => encryptionKeyBytes(text) as Buffer);
  }
  await mustBeOurs(config.dataDirectory);
  const [next, file] = [nextKeyFile(config.dataDirectory), keyFile(config.dataDirectory)];
  const coming = await read(next);
  const kept = coming === undefined ? await keptKey(config.dataDirectory) : await read(file);
  return [...(coming === undefined ? [] : [keyIn(next, coming)]), ...(kept === undefined ? [] : [keyIn(file, kept)])];
}

function keyIn(file: string, text: string): Buffer {
  const key = encryptionKeyBytes(text);
  if (key !== null) return key;
  throw new DatabaseRefused(
    `The file ${file} does not hold an encryption key. Put the right one back, or set ENCRYPTION_KEY.`,
  );
}

/** The same as a source for the process that opens the database, which says which of the keys it was written with. */
export function keySourceOf(config: KeyConfig): KeySource {
  const keys = async () => (await encryptionKeysOf(config)).map(keyring);
  if (config.encryptionKey !== null) return { ...givenKeys([]), keys };
  const [file, next] = [keyFile(config.dataDirectory), nextKeyFile(config.dataDirectory)];
  return {
    keys,
    remedies: {
      wrong: `The encryption key in ${file} is not the one that this database was written with: it belongs to another directory, or was replaced. Put the right one back, or set ENCRYPTION_KEY: without it nothing personal can be read.`,
      retired: `The encryption key in ${file} was followed by another one: a rotation has retired it. Put the key that came after it there; this one opens backups made before, and nothing else.`,
      incomplete: `The encryption key of this database is being changed, and one of the two is missing: ${file} must hold the key before, ${next} the new one. Put both back.`,
    },
  };
}

async function keptKey(dataDirectory: string): Promise<string> {
  const file = keyFile(dataDirectory);
  const kept = await read(file);
  if (kept !== undefined) return kept;
  if (existsSync(join(dataDirectory, 'db'))) {
    throw new DatabaseRefused(
      `The encryption key of this database, ${file}, is missing. Put it back, or set ENCRYPTION_KEY: without it nothing personal can be read.`,
    );
  }
  await makeDataDirectory(dataDirectory);
  await drawInto(file);
  return (await read(file)) as string;
}

/**
 * Draws a new key and brings it to the disk before anybody uses it. An existing file is kept: when two processes draw,
 * the second one uses the first one's key.
 */
async function drawInto(file: string): Promise<void> {
  const draft = `${file}.${opaqueToken()}`;
  await writeFile(draft, `${newEncryptionKey()}\n`, { mode: 0o600, flush: true });
  await chmod(draft, 0o600);
  // A link instead of a rename, because a rename would replace an existing file.
  try {
    await linkUnlessThere(draft, file);
  } finally {
    await rm(draft);
  }
  await settle(dirname(file));
}

/** What is not linked here is nowhere: a full disk, or a file system without links, must not look like a key that is kept. */
async function linkUnlessThere(from: string, to: string): Promise<void> {
  await link(from, to).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST') return;
    throw new DatabaseRefused(
      `The encryption key cannot be kept as ${to} (${error.message}). Nothing was changed: make room there, or set DATA_DIR to a file system that has hard links.`,
    );
  });
}

/** Only after this does a new file in the directory survive a loss of power. */
async function settle(directory: string): Promise<void> {
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Draws the key that a rotation will use. */
export const drawNextKey = (dataDirectory: string): Promise<void> => drawInto(nextKeyFile(dataDirectory));

/** True when a rotation finished but was killed before it put its files in order. */
export async function isNextKey(dataDirectory: string, fingerprint: string): Promise<boolean> {
  const text = await read(nextKeyFile(dataDirectory));
  return text !== undefined && keyring(keyIn(nextKeyFile(dataDirectory), text)).fingerprint === fingerprint;
}

/**
 * Puts the new key in the place of the old one, which is kept under another name because backups made until now need
 * it. At every instant both files exist, so that the directory opens after a crash. Returns the name of the old key's
 * file.
 */
export async function putKeysInOrder(dataDirectory: string): Promise<string> {
  const file = keyFile(dataDirectory);
  const kept = await read(file);
  const name = kept === undefined ? 'unknown' : keyring(keyIn(file, kept)).fingerprint.slice(0, 8);
  const old = `${file}.old-${name}`;
  if (kept !== undefined) await linkUnlessThere(file, old);
  await settle(dataDirectory);
  await rename(nextKeyFile(dataDirectory), file);
  await removeDrafts(dataDirectory);
  await settle(dataDirectory);
  return old;
}

/**
 * Removes drafts of processes that were killed while drawing a key: such a file may contain a key in use, under a name
 * where nobody would look for it.
 */
async function removeDrafts(dataDirectory: string): Promise<void> {
  const drafts = (await readdir(dataDirectory)).filter((name) => name.startsWith(`${basename(nextKeyFile('.'))}.`));
  for (const draft of drafts) await rm(join(dataDirectory, draft));
}

const cannotBeMade = (dataDirectory: string) => (error: Error) => {
  throw new DatabaseRefused(
    `DATA_DIR ${dataDirectory} cannot be made (${error.message}). Set it to a place that this user may write to.`,
  );
};

async function read(file: string): Promise<string | undefined> {
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    if (error instanceof Error && 'code' in error && error.code === 'ENOTDIR') cannotBeMade(dirname(file))(error);
    throw new DatabaseRefused(`The encryption key ${file} cannot be read: ${String(error)}. Run Tenor as its owner.`);
  }
}
