// The networks from which somebody of a company has come in through its provider, kept for some months as a hash. It is
// how a crowd of strangers is told from the people whom it would keep waiting.
import { addSeconds } from '@tenor/engine/values/instant.ts';
import type { Vault } from '#platform/crypto/vault.ts';
import type { Realm } from '#platform/db/realm.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { networkOf } from '#platform/http/rate-limit.ts';

const keptSeconds = 90 * 24 * 60 * 60;

interface From {
  readonly vault: Vault;
  readonly address: string;
}

const hashOf = ({ vault, address }: From, { mode, companyId }: Realm): Buffer =>
  vault.secretHash('single sign-on network', JSON.stringify([mode, companyId, networkOf(address)]));

export const knownNetwork = (reader: Reader, from: From) =>
  reader.db
    .selectFrom('single_sign_on_networks')
    .select('expires_at')
    .where('network_hash', '=', hashOf(from, reader.realm));

/** Somebody has come in from there. */
export function rememberNetwork(tx: Tx, from: From, now: Parameters<typeof addSeconds>[0]): void {
  const row = { expires_at: addSeconds(now, keptSeconds) };
  tx.write(
    tx.db
      .insertInto('single_sign_on_networks')
      .values({ network_hash: hashOf(from, tx.realm), ...row })
      .onConflict((conflict) => conflict.column('network_hash').doUpdateSet(row)),
  );
}
