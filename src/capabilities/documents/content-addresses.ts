// A download address: whoever has it may download one content of one document for five minutes, without an API key.

import { saidInKey, signedKey } from '#platform/crypto/signed-key.ts';
import type { Vault } from '#platform/crypto/vault.ts';
import type { Mode, Realm } from '#platform/db/realm.ts';

interface ContentAddress {
  readonly realm: Realm;
  readonly personId: string;
  readonly documentId: string;
  readonly contentId: string;
  /** An instant of the machine clock. */
  readonly untilMicros: number;
}

/** Long enough for a browser that is sent there, too short to be passed on. */
export const addressMicros = 5 * 60 * 1_000_000;

const purpose = 'address of a content';

export const tokenOf = (
  vault: Vault,
  { realm, personId, documentId, contentId, untilMicros }: ContentAddress,
): string => signedKey(vault, purpose, [realm.mode, realm.companyId, personId, documentId, contentId, untilMicros]);

/** Undefined: we have not made it. */
export function addressIn(vault: Vault, token: string): ContentAddress | undefined {
  const said = saidInKey(vault, purpose, token);
  if (said === undefined) return undefined;
  const [mode, companyId, personId, documentId, contentId, untilMicros] = said as [
    ...[Mode, string, string, string, string],
    number,
  ];
  return { realm: { mode, companyId }, personId, documentId, contentId, untilMicros };
}
