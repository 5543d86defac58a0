// An address of the file of a tape: whoever has it downloads the file for five minutes, without an API key.
import { saidInKey, signedKey } from '#platform/crypto/signed-key.ts';
import type { Vault } from '#platform/crypto/vault.ts';
import type { Mode, Realm } from '#platform/db/realm.ts';

interface TapeAddress {
  readonly realm: Realm;
  readonly tapeId: string;
  /** An instant of the machine clock. */
  readonly untilMicros: number;
}

export const addressMicros = 5 * 60 * 1_000_000;

const purpose = 'address of the file of a loan tape';

export const tokenOf = (vault: Vault, { realm, tapeId, untilMicros }: TapeAddress): string =>
  signedKey(vault, purpose, [realm.mode, realm.companyId, tapeId, untilMicros]);

/** Undefined: we have not made it. */
export function addressIn(vault: Vault, token: string): TapeAddress | undefined {
  const said = saidInKey(vault, purpose, token);
  if (said === undefined) return undefined;
  const [mode, companyId, tapeId, untilMicros] = said as [Mode, string, string, number];
  return { realm: { mode, companyId }, tapeId, untilMicros };
}
