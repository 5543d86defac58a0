// The bytes of a file, in sealed parts: they are written once, as the file is closed, and sent from there.
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Vault } from '#platform/crypto/vault.ts';
import type { Realm } from '#platform/db/realm.ts';
import type { Reader, RealmDatabase, Tx } from '#platform/db/realm-database.ts';
import { filePart } from '../../orders/ach-entries/sealed.ts';

const partSize = 262_144;

interface PartsWritten {
  readonly bytes: number;
  readonly sha256: string;
}

interface PartWriter {
  /** Text of ASCII: a byte for each character. */
  add(text: string): void;
  end(): PartsWritten;
}

export function partWriter(vault: Vault, tx: Tx, fileId: string): PartWriter {
  const sealer = vault.companySealer(tx.realm.companyId);
  const hash = createHash('sha256');
  let [held, heldSize, number, bytes] = [[] as string[], 0, 0, 0];
  const write = (): void => {
    const content_sealed = sealer.seal(filePart(fileId, number), held.join(''));
    tx.write(tx.db.insertInto('ach_file_parts').values({ file_id: fileId, number, content_sealed }));
    [held, heldSize, number] = [[], 0, number + 1];
  };
  return {
    add(text) {
      hash.update(text, 'ascii');
      held.push(text);
      heldSize += text.length;
      bytes += text.length;
      if (heldSize >= partSize) write();
    },
    end() {
      if (heldSize > 0) write();
      return { bytes, sha256: hash.digest('hex') };
    },
  };
}

/** Undefined: the file has no such part. */
export async function readPart(
  reader: Reader,
  vault: Vault,
  fileId: string,
  number: number,
): Promise<string | undefined> {
  const row = await reader.row(
    reader.db
      .selectFrom('ach_file_parts')
      .select('content_sealed')
      .where('file_id', '=', fileId)
      .where('number', '=', number),
  );
  return row && vault.companySealer(reader.realm.companyId).unseal(filePart(fileId, number), row.content_sealed);
}

interface StoredFile {
  readonly database: RealmDatabase;
  readonly vault: Vault;
  readonly realm: Realm;
  readonly fileId: string;
}

async function* partsOf({ database, vault, realm, fileId }: StoredFile): AsyncGenerator<Buffer> {
  const reader = database.reader(realm);
  for (let number = 0; ; number += 1) {
    const part = await readPart(reader, vault, fileId, number);
    if (part === undefined) return;
    yield Buffer.from(part, 'ascii');
  }
}

export const openBytes = (file: StoredFile): Readable => Readable.from(partsOf(file));

export async function hashOf(file: StoredFile): Promise<string> {
  const hash = createHash('sha256');
  for await (const part of partsOf(file)) hash.update(part);
  return hash.digest('hex');
}
