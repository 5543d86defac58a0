// What a key may do now, by its id.
import type { CallerTools } from '#platform/capability.ts';
import { machineNow } from '#platform/clock.ts';
import { rememberedRights } from '#platform/command/remembered-rights.ts';
import type { RightsOf } from '#platform/command/rights.ts';
import type { Realm } from '#platform/db/realm.ts';
import { heldNow } from './holder.ts';

type Tools = Pick<CallerTools, 'database' | 'clock' | 'permissions' | 'permissionsOfUser'>;

export const keyRights = (tools: Tools): RightsOf =>
  rememberedRights(tools.clock, (realm, { id }) => rightsNow(tools, realm, id));

async function rightsNow(
  { database, clock, permissions, permissionsOfUser }: Tools,
  realm: Realm,
  keyId: string,
): ReturnType<RightsOf> {
  const reader = database.reader(realm);
  const row = await reader.row(
    reader.db
      .selectFrom('api_keys')
      .select(['permissions', 'expires_at', 'holder_user_id'])
      .where('id', '=', keyId)
      .where('revoked_at', 'is', null),
  );
  const isOver = row === undefined || (row.expires_at !== null && row.expires_at <= machineNow(clock));
  if (isOver) return undefined;
  return heldNow(row, permissions(), (userId) => permissionsOfUser(reader, userId));
}
