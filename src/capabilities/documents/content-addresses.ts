// Addresses of contents: for some minutes whoever has one may download one content of one document, without an API key.
// An address holds ids and its end, and is signed: nothing is stored for it.
import { timingSafeEqual } from 'node:crypto';
import type { Vault } from '#platform/crypto/vault.ts';
import type { Realm } from '#platform/db/realm.ts';

export interface ContentAddress {
  readonly realm: Realm;
  readonly personId: string;
  readonly documentId: string;
  readonly contentId: string;
  /** An instant of the machine clock. */
  readonly untilMicros: number;
}

/** Long enough for a browser that is sent there, too short to be passed on. */
export const addressMicros = 5 * 60 * 1_000_000;

const signatureOf = (vault: Vault, body: string): Buffer => vault.secretHash('address of a content', body);

export function tokenOf(vault: Vault, address: ContentAddress): string {
  const { realm, personId, documentId, contentId, untilMicros } = address;
  const said = [realm.mode, realm.companyId, personId, documentId, contentId, untilMicros];
  const body = Buffer.from(JSON.stringify(said)).toString('base64url');
  return `${body}.${signatureOf(vault, body).toString('base64url')}`;
}

/** Undefined: we have not made it. */
export function addressIn(vault: Vault, token: string): ContentAddress | undefined {
  const [body = '', signature = ''] = token.split('.', 2);
  const [shown, right] = [Buffer.from(signature, 'base64url'), signatureOf(vault, body)];
  if (shown.length !== right.length || !timingSafeEqual(shown, right)) return undefined;
  const said = JSON.parse(Buffer.from(body, 'base64url').toString());
  const [mode, companyId, personId, documentId, contentId, untilMicros] = said;
  return { realm: { mode, companyId }, personId, documentId, contentId, untilMicros };
}
