// Passwords are hashed by argon2id, in threads beside the event loop. Companies have their turns one after the other, and all
// strangers together have those of one company: however many guess, whoever has signed in before waits for the others of
// the company alone.
import { hash, verify } from '@node-rs/argon2';
import type { Vault } from '#platform/crypto/vault.ts';
import type { Realm } from '#platform/db/realm.ts';
import { costlyTurns } from '#platform/http/costly-turns.ts';
import { networkOf } from '#platform/http/rate-limit.ts';
import type { Holder } from '#platform/http/supply.ts';

/** What OWASP recommends at least: 19 MiB, two passes. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

const inTurn = costlyTurns();

interface Whence {
  readonly realm: Realm | undefined;
  readonly address: string;
  /** Whether somebody has signed in there before, or is signed in. */
  readonly isKnown: boolean;
}

/** Within a company, and among strangers, networks have their turns one after the other. */
export function hasherAt({ realm, address, isKnown }: Whence): Holder {
  const network = networkOf(address);
  const mode = realm?.mode ?? 'live';
  const companyId = isKnown && realm !== undefined ? realm.companyId : 'strangers who are hashed';
  return { realm: { mode, companyId }, actor: { type: 'provider', id: `${companyId} ${network}` } };
}

/** A keyed hash goes in, so a copy of the database alone is not enough to guess. */
const peppered = (vault: Vault, password: string): string =>
  vault.secretHash('password', password.normalize('NFKC')).toString('base64');

/** `who` asks for it. */
export const hashPassword = (vault: Vault, password: string, who: Holder): Promise<string> =>
  inTurn(who, () => hash(peppered(vault, password), cost));

/** Takes as long where there is nothing to compare with. */
export async function isPassword(
  vault: Vault,
  stored: string | undefined,
  { password, who }: { readonly password: string; readonly who: Holder },
): Promise<boolean> {
  return inTurn(who, async () => {
    const given = peppered(vault, password);
    if (stored !== undefined) return verify(stored, given);
    await hash(given, cost);
    return false;
  });
}
