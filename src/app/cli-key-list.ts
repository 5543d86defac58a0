// `tenor key list`.
import { access, listKeys } from '#capabilities/access/index.ts';
import { isActiveUser, users } from '#capabilities/users/index.ts';
import type { Config } from '#platform/config.ts';
import type { Realm } from '#platform/db/realm.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { print, type Values } from './command.ts';
import { type Reading, withReading } from './reading.ts';
import { realmOf } from './realm-of.ts';

export const allKeys = (config: Config, values: Values): Promise<void> =>
  withReading(config, [access, users], async (reading) => {
    const modes = values.mode === undefined ? ['live', 'test'] : [values.mode];
    const realms = await Promise.all(modes.map((mode) => realmOf(reading, { ...values, mode })));
    print(await listKeysByHand(reading, realms));
  });

export async function listKeysByHand(reading: Pick<Reading, 'database'>, realms: readonly Realm[]): Promise<string> {
  const lines = (await Promise.all(realms.map((realm) => linesOfKeys(reading, realm)))).flat();
  return lines.length === 0 ? 'There are no keys.' : lines.join('\n');
}

/** `AK-7KQ2-M9XA  test  …x7Qd  2026-03-02  never ends  Nightly import  person:read,person:list  held by UR-5D8K-W2QM` */
async function linesOfKeys(reading: Pick<Reading, 'database'>, realm: Realm): Promise<string[]> {
  const reader = reading.database.reader(realm);
  const lines: string[] = [];
  for (let after: string | null = ''; after !== null; ) {
    const page = await listKeys(reader, { limit: 100, ...(after === '' ? {} : { startingAfter: after }) });
    for (const key of page.items) {
      const ends = key.expiresAt === null ? 'never ends' : `ends ${key.expiresAt}`;
      const may = key.permissions === null ? 'all permissions' : key.permissions.join(',') || 'no permissions';
      const parts = [key.id, key.mode, `…${key.hint}`, key.createdAt.slice(0, 10), ends, key.name, may];
      lines.push([...parts, ...(await heldBy(reader, key.holderUserId))].join('  '));
    }
    after = page.next;
  }
  return lines;
}

async function heldBy(reader: Reader, userId: string | null): Promise<string[]> {
  if (userId === null) return [];
  return [
    (await isActiveUser(reader, userId)) ? `held by ${userId}` : `refused: ${userId}, who stands for it, is not active`,
  ];
}
