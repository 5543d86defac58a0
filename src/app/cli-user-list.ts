// `tenor user list`.
import { access } from '#capabilities/access/index.ts';
import { listUsers, users } from '#capabilities/users/index.ts';
import type { Config } from '#platform/config.ts';
import type { Realm } from '#platform/db/realm.ts';
import { print, type Values } from './command.ts';
import { type Reading, withReading } from './reading.ts';
import { realmOf } from './realm-of.ts';

export const allUsers = (config: Config, values: Values): Promise<void> =>
  withReading(config, [access, users], async (reading) =>
    print(await listUsersByHand(reading, await realmOf(reading, values))),
  );

export async function listUsersByHand({ database, vault }: Reading, realm: Realm): Promise<string> {
  const reader = database.reader(realm);
  const lines: string[] = [];
  for (let after: string | null = ''; after !== null; ) {
    const input = { limit: 100, ...(after === '' ? {} : { startingAfter: after }) };
    const page = await listUsers(reader, vault, input);
    for (const user of page.items) {
      const parts = [user.id, realm.mode, user.type, user.status, user.createdAt.slice(0, 10), user.userName ?? '-'];
      lines.push([...parts, user.roleIds.join(',') || 'no roles'].join('  '));
    }
    after = page.next;
  }
  return lines.length === 0 ? 'There are no users.' : lines.join('\n');
}
