// An address for a download. For five minutes anybody who has it can download the file, without an API key.

import { saidInKey, signedKey } from '#platform/crypto/signed-key.ts';
import type { Vault } from '#platform/crypto/vault.ts';
import type { Mode, Realm } from '#platform/db/realm.ts';

type SignedAddress<Name extends string> = Readonly<Record<Name, string>> & {
  readonly realm: Realm;
  /** An instant of the machine clock. */
  readonly untilMicros: number;
};

/** Long enough for a browser that is sent there, too short to be passed on. */
export const addressMicros = 5 * 60 * 1_000_000;

interface SignedAddresses<Name extends string> {
  tokenOf(vault: Vault, address: SignedAddress<Name>): string;
  /** Undefined: we have not made it. */
  addressIn(vault: Vault, token: string): SignedAddress<Name> | undefined;
}

/** Addresses for one purpose, each of which names what it is of by these ids. */
export const signedAddresses = <Name extends string>(
  purpose: string,
  names: readonly Name[],
): SignedAddresses<Name> => ({
  tokenOf(vault, address) {
    const { realm, untilMicros } = address;
    return signedKey(vault, purpose, [realm.mode, realm.companyId, untilMicros, ...names.map((name) => address[name])]);
  },
  addressIn(vault, token) {
    const said = saidInKey(vault, purpose, token);
    if (said === undefined) return undefined;
    const [mode, companyId, untilMicros, ...ids] = said as [Mode, string, number, ...string[]];
    const named = Object.fromEntries(names.map((name, i) => [name, ids[i]]));
    return { realm: { mode, companyId }, untilMicros, ...named } as SignedAddress<Name>;
  },
});
