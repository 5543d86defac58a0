// The certificate of a company: one in each mode. A new one takes the place of the one before, of which no key is left.
import { createHash, X509Certificate } from 'node:crypto';
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { Vault } from '#platform/crypto/vault.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { Refusal } from '#platform/errors.ts';
import { agreementErrors } from '../errors.ts';
import '../tables.ts';

/** The key as the signing process takes it, in base64: by itself, or in the file in which it came. */
export type StoredKey = { readonly pkcs8: string } | { readonly p12: string; readonly passphrase: string };

export const keyPart = (id: string): string => `company_certificates.${id}.key`;

const fingerprintOf = (certificate: Buffer): string => createHash('sha256').update(certificate).digest('hex');

interface NewOne {
  readonly certificate: Buffer;
  readonly key: StoredKey;
  readonly now: Instant;
}

export function storeCertificate(tx: Tx, vault: Vault, { certificate, key, now }: NewOne): string {
  const id = fingerprintOf(certificate);
  const sealer = vault.companySealer(tx.realm.companyId);
  const { validToDate } = new X509Certificate(certificate);
  tx.write(tx.db.deleteFrom('company_certificates'));
  tx.write(
    tx.db.insertInto('company_certificates').values({
      id,
      certificate,
      key_sealed: sealer.seal(keyPart(id), JSON.stringify(key)),
      not_after: `${validToDate.toISOString().slice(0, 19)}.000000+00:00` as Instant,
      created_at: now,
    }),
  );
  return id;
}

interface Certificate {
  readonly certificate: Buffer;
  readonly key: StoredKey;
}

/** Errors: CertificateMissing. */
export async function certificateOf(reader: Reader, vault: Vault, now: Instant): Promise<Certificate> {
  const row = await reader.row(
    reader.db.selectFrom('company_certificates').select(['id', 'certificate', 'key_sealed', 'not_after']),
  );
  if (row === undefined) throw missing('none', 'This company has no certificate in this mode.');
  if (row.not_after <= now) throw missing('expired', 'The certificate of this company has expired.');
  const opened = vault.companySealer(reader.realm.companyId).unseal(keyPart(row.id), row.key_sealed);
  return { certificate: row.certificate, key: JSON.parse(opened) as StoredKey };
}

const missing = (reason: 'none' | 'expired', message: string): Refusal =>
  new Refusal(agreementErrors.CertificateMissing, message, { data: { reason } });
