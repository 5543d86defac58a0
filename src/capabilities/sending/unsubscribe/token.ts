// The link at the end of an email that is not transactional. It says which message it stands in, and is signed, so nothing
// is stored for it and nobody unsubscribes somebody else.
import { saidInKey, signedKey } from '#platform/crypto/signed-key.ts';
import type { Vault } from '#platform/crypto/vault.ts';
import type { Mode, Realm } from '#platform/db/realm.ts';
import type { MessageNamed } from '../message-address.ts';

const purpose = 'unsubscribe';

export const unsubscribeUrl = (vault: Vault, publicUrl: string, { realm, id }: { realm: Realm; id: string }): string =>
  `${publicUrl}/api/unsubscribe/${signedKey(vault, purpose, [realm.mode, realm.companyId, id])}`;

/** Undefined: we have not made it. */
export function messageOfToken(vault: Vault, token: string): MessageNamed | undefined {
  const said = saidInKey(vault, purpose, token);
  if (said === undefined) return undefined;
  const [mode, companyId, messageId] = said as readonly [Mode, string, string];
  return { realm: { mode, companyId }, messageId };
}
