// The signer of a stored key.
import { createPrivateKey, sign } from 'node:crypto';
import { P12Signer, type Signer } from '@libpdf/core';
import type { StoredKey } from '../certificates/stored-certificate.ts';

/** Throws where the file or its passphrase is wrong. */
export async function signerOf(certificate: Uint8Array, key: StoredKey): Promise<Signer> {
  if ('p12' in key) return P12Signer.create(Buffer.from(key.p12, 'base64'), key.passphrase);
  const own = createPrivateKey({ key: Buffer.from(key.pkcs8, 'base64'), format: 'der', type: 'pkcs8' });
  return {
    certificate,
    keyType: 'EC',
    signatureAlgorithm: 'ECDSA',
    sign: async (data, digest) => sign(digest.replace('-', ''), data, own),
  };
}
