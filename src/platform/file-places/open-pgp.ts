// Files encrypted by OpenPGP for whoever has the other half of a key, as they are made: no more than a piece is in memory.
import { Readable } from 'node:stream';
import { refuseField } from '#platform/errors.ts';

const path = 'openPgpPublicKey';

/** Few processes need it, and a start would wait for it. */
const library = () => import('openpgp');

/** Errors: InvalidRequest. */
export async function mustBePublicKey(armored: string): Promise<void> {
  const { readKey } = await library();
  const expected = 'the armored text of one public key that encrypts';
  const key = await readKey({ armoredKey: armored }).catch(() => {
    throw refuseField(path, 'is no key of OpenPGP', expected);
  });
  if (key.isPrivate()) throw refuseField(path, 'is a private key: keep it to yourself', expected);
  await key.getEncryptionKey().catch(() => {
    throw refuseField(path, 'encrypts nothing: it has expired, was revoked, or only signs', expected);
  });
}

export async function* encrypted(armored: string, plain: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const { readKey, createMessage, encrypt } = await library();
  const message = await createMessage({ binary: Readable.toWeb(Readable.from(plain)) });
  const key = await readKey({ armoredKey: armored });
  const pieces: AsyncIterable<Uint8Array> = await encrypt({ message, encryptionKeys: key, format: 'binary' });
  for await (const piece of pieces) yield Buffer.from(piece);
}
