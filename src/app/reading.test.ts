// What commands that only read stand on: a database of this version, to which they can write nothing.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import pg from 'pg';
import { access } from '#capabilities/access/index.ts';
import { readConfig } from '#platform/config.ts';
import { readMigrations } from '#platform/db/migrate.ts';
import { eventually } from '../../tests/support/eventually.ts';
import { useHouse } from '../../tests/support/house.ts';
import { testKey, testServer, withAdmin } from '../../tests/support/server.ts';
import { urlOfDatabase } from '../../tests/support/url-of-database.ts';
import { migrationFolders } from './capabilities.ts';
import { listKeysByHand } from './cli-key-list.ts';
import { listUsersByHand } from './cli-user-list.ts';
import { migrationFolders as foundFolders } from './migration-folders.ts';
import { migrationNames, type Reading, withReading } from './reading.ts';
import { realmOf } from './realm-of.ts';

describe('a command that only reads', () => {
  const { house, aCompany } = useHouse({ works: false });
  const read = async (work: (reading: Reading) => Promise<void>, with_ = [access]): Promise<void> =>
    withReading(
      readConfig({ DATABASE_URL: urlOfDatabase(house().database), ENCRYPTION_KEY: testKey.toString('base64') }),
      with_,
      work,
    );

  test('knows every migration without the code of its capability', async () => {
    const said = migrationFolders.map(String).sort();
    assert.deepEqual(foundFolders().map(String).sort(), said);
    const names = (await readMigrations(migrationFolders)).map(({ name }) => name);
    assert.deepEqual(migrationNames().sort(), names.sort());
  });

  test('goes on when the server has ended a connection that was idle', async () => {
    const { id: company } = await aCompany();
    await read(async (reading) => {
      await realmOf(reading, { company });
      await withAdmin(testServer(), async (admin) => {
        const its = `from pg_stat_activity where datname = $1 and query ilike '%companies%' and pid <> pg_backend_pid()`;
        const { rows } = await admin.query(`select pg_terminate_backend(pid) ${its}`, [house().database]);
        assert.ok(rows.length > 0);
        await eventually(
          'it is gone',
          async () => (await admin.query(`select ${its}`, [house().database])).rowCount === 0,
        );
      });
      await eventually('it reads again', () => realmOf(reading, { company }).catch(() => undefined));
    });
  });

  test('reads what a service has written, and can write nothing', async () => {
    const company = await aCompany();
    await company.test.made('/users', { userType: 'agent', authType: { email: 'a@acme.example' } });
    const { users } = await import('#capabilities/users/index.ts');
    await read(
      async (reading) => {
        const realm = await realmOf(reading, { company: company.id });
        assert.match(await listKeysByHand(reading, [realm]), /^AK-\S+ {2}test {2}/);
        assert.match(await listUsersByHand(reading, realm), /a@acme\.example/);
        const write = reading.database.transact(realm, async (tx) => {
          tx.write(tx.db.deleteFrom('api_keys'));
        });
        await assert.rejects(write, (error: Error & { code?: string }) =>
          [error.code, (error.cause as { code?: string } | undefined)?.code].includes('25006'),
        );
      },
      [access, users],
    );
  });

  test('says that a database is older or newer, and leaves it as it is', async () => {
    const owner = new pg.Client(house().service.database.server);
    await owner.connect();
    try {
      const { rows } = await owner.query("delete from tenor.migrations where name = '0016-webhooks' returning *");
      await assert.rejects(
        read(async () => {}),
        /not up to date: 1 migrations .* "tenor migrate"/,
      );
      for (const row of rows) {
        await owner.query('insert into tenor.migrations (schema_name, name, hash) values ($1, $2, $3)', [
          row.schema_name,
          row.name,
          row.hash,
        ]);
      }
      await owner.query("insert into tenor.migrations (schema_name, name, hash) values ('test', '9999-later', 'x')");
      await assert.rejects(
        read(async () => {}),
        /newer than this version.*9999-later/,
      );
    } finally {
      await owner.end();
    }
  });
});
