// Reads the certificate that a company has from an authority, with its key: a file in the form PKCS #12.
import { createVerify, X509Certificate } from 'node:crypto';
import { signerOf } from '../signing/signer.ts';
import type { StoredKey } from './stored-certificate.ts';

interface InFile {
  readonly certificate: Buffer;
  readonly key: StoredKey;
}

/** Why a file is not taken, in a sentence. */
export class WrongFile extends Error {}

/** Throws `WrongFile`. */
export async function certificateInFile(file: Buffer, passphrase: string, now: Date): Promise<InFile> {
  const key = { p12: file.toString('base64'), passphrase };
  const signer = await signerOf(Buffer.alloc(0), key).catch((error: Error) => {
    throw new WrongFile(`The file cannot be opened: ${error.message}.`);
  });
  const certificate = Buffer.from(signer.certificate);
  const read = new X509Certificate(certificate);
  if (read.validToDate <= now) throw new WrongFile(`The certificate has expired on ${read.validTo}.`);
  if (read.validFromDate > now) throw new WrongFile(`The certificate is not valid before ${read.validFrom}.`);
  const { asymmetricKeyType: type, asymmetricKeyDetails: { modulusLength = 0 } = {} } = read.publicKey;
  if (type === 'rsa' && modulusLength < 2048) throw new WrongFile(`Its key of ${modulusLength} bits is too short.`);
  const text = Buffer.from('a text');
  const signature = await signer.sign(text, 'SHA-256');
  const isItsKey = createVerify('sha256').update(text).verify(read.publicKey, signature);
  if (!isItsKey) throw new WrongFile('The first certificate in the file is not the one of its key.');
  return { certificate, key };
}
