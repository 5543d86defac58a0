// Networks from which somebody has signed in to a company: their passwords are hashed before those of strangers. It gives
// nothing else, so what a network has in common with its neighbours does no harm.
import { addSeconds } from '@tenor/engine/values/instant.ts';
import { machineNow } from '#platform/clock.ts';
import type { SecretTools } from '#platform/command/tools.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { networkOf } from '#platform/http/rate-limit.ts';

const day = 24 * 3_600;

const hashOf = ({ vault }: Pick<SecretTools, 'vault'>, { realm }: Reader, address: string): Buffer =>
  vault.secretHash('network', JSON.stringify([realm.mode, realm.companyId, networkOf(address)]));

const networkRow = (tools: Pick<SecretTools, 'vault'>, reader: Reader, address: string) =>
  reader.db
    .selectFrom('known_networks')
    .select('last_at')
    .where('network_hash', '=', hashOf(tools, reader, address));

export const isKnownNetwork = async (tools: Pick<SecretTools, 'vault'>, reader: Reader, address: string) =>
  (await reader.row(networkRow(tools, reader, address))) !== undefined;

/** Written once a day at the most: an office would otherwise wait for one row. */
export async function rememberNetwork(tools: SecretTools, tx: Tx, address: string): Promise<void> {
  const now = machineNow(tools.clock);
  const row = await tx.row(networkRow(tools, tx, address));
  if (row !== undefined && addSeconds(row.last_at, day) > now) return;
  const inserted = tx.db
    .insertInto('known_networks')
    .values({ network_hash: hashOf(tools, tx, address), last_at: now });
  tx.write(inserted.onConflict((conflict) => conflict.column('network_hash').doUpdateSet({ last_at: now })));
}
