// The encryption key of an embedded database lies beside it, readable by its owner alone. It is made once, before the
// database, so that no database ever exists without its key.
import { existsSync } from 'node:fs';
import { chmod, link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Config, encryptionKeyBytes } from '#platform/config.ts';
import { DatabaseRefused } from '#platform/db/prepare.ts';
import { newEncryptionKey, opaqueToken } from '#platform/ids.ts';

export async function encryptionKeyOf(config: Config): Promise<Buffer> {
  const text = config.encryptionKey ?? (await keptKey(config.dataDirectory));
  const key = encryptionKeyBytes(text);
  if (key !== null) return key;
  throw new DatabaseRefused(
    `The file ${keyFile(config.dataDirectory)} does not hold an encryption key. Put the right one back, or set ENCRYPTION_KEY.`,
  );
}

const keyFile = (dataDirectory: string): string => join(dataDirectory, 'encryption.key');

async function keptKey(dataDirectory: string): Promise<string> {
  const file = keyFile(dataDirectory);
  const kept = await read(file);
  if (kept !== undefined) return kept;
  if (existsSync(join(dataDirectory, 'db'))) {
    throw new DatabaseRefused(
      `The encryption key of this database, ${file}, is missing. Put it back, or set ENCRYPTION_KEY: without it nothing personal can be read.`,
    );
  }
  await mkdir(dataDirectory, { recursive: true, mode: 0o700 }).catch(cannotBeMade(dataDirectory));
  const draft = `${file}.${opaqueToken()}`;
  await writeFile(draft, `${newEncryptionKey()}\n`, { mode: 0o600, flush: true });
  await chmod(draft, 0o600);
  // A link and not a rename: of two processes that start at once, the second keeps the key of the first.
  await link(draft, file).catch(() => {});
  await rm(draft);
  return (await read(file)) as string;
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
