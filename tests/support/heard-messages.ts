// What has come back about messages and waits to be told, of a house whose workers do not run.

import type { HeardOfMessage } from '#capabilities/sending/inbound/heard.ts';
import { heardPart } from '#capabilities/sending/inbound/keep-heard.ts';
import type { Realm } from '#platform/db/realm.ts';
import type { House } from './house.ts';

/** Without their keys, in the order in which they came. */
export async function heardMessages({ service }: House, { mode, companyId }: Realm): Promise<HeardOfMessage[]> {
  const { database, vault } = service;
  const { rows } = await database.pools[mode].query(
    'select key, content_sealed from heard_messages where company_id = $1 order by due_at, created_at, key',
    [companyId],
  );
  const sealer = vault.companySealer(companyId);
  return rows.map(({ key, content_sealed }) => JSON.parse(sealer.unseal(heardPart(key), content_sealed)));
}
