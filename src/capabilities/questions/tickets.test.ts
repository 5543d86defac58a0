// Where the account of the service may not make roles, all companies ask by one login: what a session sees follows from a
// ticket that the service has signed. Whoever has got past the words tries it without one, and with every other one.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import pg from 'pg';
import { migrationFolders, tables, views } from '#app/capabilities.ts';
import { connectToLook } from '#app/doctor/reach-database.ts';
import { keyring } from '#platform/crypto/keyring.ts';
import { readMigrations } from '#platform/db/migrate.ts';
import { prepareDatabase } from '#platform/db/prepare.ts';
import type { Mode, Realm } from '#platform/db/realm.ts';
import { signedTicket, ticketKeySetting, ticketRefused } from '#platform/db/views/ticket.ts';
import type { InspectedDatabase } from '#platform/doctor/check.ts';
import { eventually } from '../../../tests/support/eventually.ts';
import { finished } from '../../../tests/support/finished-run.ts';
import { aPerson, type Client, type Company, useHouse } from '../../../tests/support/house.ts';
import { testKey, testServer, withAdmin } from '../../../tests/support/server.ts';
import { questionsCheck } from './check-questions.ts';

const name = `${testServer().template}_${randomBytes(4).toString('hex')}`;
const [account, asker] = [`${name}_account`, `${name}_asker`].map((user) => ({ user, password: 'plain' })) as [
  Login,
  Login,
];

interface Login {
  readonly user: string;
  readonly password: string;
}

describe('one login that asks for all companies', () => {
  before(() =>
    withAdmin(testServer(), async (admin) => {
      for (const { user, password } of [account, asker])
        await admin.query(`create role ${user} login password '${password}'`);
      // Whoever gives a database to somebody is a member of theirs.
      await admin.query(`grant ${account.user} to ${testServer().owner.user}`);
    }),
  );
  const { house, aCompany } = useHouse({ account, reporting: asker });
  let mine: Company;
  let others: Company;
  before(async () => {
    [mine, others] = [await aCompany(), await aCompany()];
    await mine.test.made('/people', aPerson({ externalId: 'own' }));
    await mine.live.made('/people', aPerson({ externalId: 'live' }));
    await others.test.made('/people', aPerson({ externalId: 'theirs' }));
  });
  // The house of the suite is closed before, and its database dropped.
  after(() =>
    withAdmin(testServer(), async (admin) => {
      for (const { user } of [asker, account]) await admin.query(`drop role ${user}`);
    }),
  );

  const keyOf = (): Buffer => {
    const may = house().service.database.asking?.may;
    assert.ok(may !== undefined && 'oneLogin' in may && may.ticketKey !== undefined);
    assert.equal(may.oneLogin, asker.user);
    return may.ticketKey;
  };

  test('goes on to ask when a command joins that knows nothing of it', async () => {
    const { server } = house().service.database;
    const migrations = await readMigrations(migrationFolders);
    const joined = await prepareDatabase(server, keyring(testKey), migrations, { tables, views, joins: true });
    assert.equal(joined.migrationsRun, 0);
    const [right] = await inSession('test', async (client) => {
      const asked = "select has_table_privilege('reporting_test.loans', 'select') as may";
      return (await client.query<{ may: boolean }>(asked)).rows;
    });
    assert.equal(right?.may, true);
  });

  /** A session of the login, whatever it shows. */
  async function inSession<T>(mode: Mode, ask: (client: pg.Client, processId: number) => Promise<T>): Promise<T> {
    const { server } = house().service.database;
    const client = new pg.Client({ ...server, ...asker, options: `-c search_path=reporting_${mode}` });
    await client.connect();
    try {
      return await ask(client, (await client.query('select pg_backend_pid() as id')).rows[0].id);
    } finally {
      await client.end();
    }
  }

  /** As the service itself, and outside of it. */
  async function asAccount(work: (client: pg.Client) => Promise<unknown>): Promise<void> {
    const client = new pg.Client(house().service.database.server);
    await client.connect();
    await work(client).finally(() => client.end());
  }

  const later = 4_000_000_000;
  const signedFor = ({ mode, companyId }: Realm, processId: number, until = later, key = keyOf()) =>
    signedTicket(key, { mode, companyId, until, processId });
  const showing = (client: pg.Client, ticket: string) =>
    client.query("select set_config('tenor.ticket', $1, false)", [ticket]);
  const peopleOf = async (client: pg.Client): Promise<string[]> =>
    (await client.query('select external_id from people order by 1')).rows.map((row) => row.external_id);

  test('answers a question with the rows of whoever asks', async () => {
    const read = async (api: Client) => {
      const { id } = await api.made('/queries', { name: 'People', sql: 'select external_id from people' });
      const { data } = (await api.post(`/queries/${id}/run`, {})).body;
      const path = await finished(api, `/queries/${id}/runs/${data.id}`);
      return (await api.get(`${path}/rows`)).body.data.rows;
    };
    assert.deepEqual(await read(mine.test), [['own']]);
    assert.deepEqual(await read(mine.live), [['live']]);
    assert.deepEqual(await read(others.test), [['theirs']]);
    assert.deepEqual(await read(others.live), []);
  });

  const refusesTicket = (ask: Promise<unknown>, said: string) =>
    assert.rejects(
      ask,
      { code: ticketRefused, message: /the session has no ticket that holds|the time of the ticket is over/ },
      said,
    );

  test('is refused without a ticket, or with another one: no rows would look like an answer', async () => {
    const own = mine.test.realm;
    const wrong: Readonly<Record<string, (processId: number) => string>> = {
      'an empty one': () => '',
      'no ticket at all': () => 'a ticket',
      'only its parts': () => '|||',
      'one that is not signed': () => `test|${own.companyId}|${later}|`,
      'of another session': (id) => signedFor(own, id + 1),
      'of a session whose number begins alike': (id) => signedFor(own, Number(`${id}0`)),
      'of a time that is over': (id) => signedFor(own, id, 1_700_000_000),
      'by another key': (id) => signedFor(own, id, later, Buffer.alloc(32, 1)),
      'by an empty key': (id) => signedFor(own, id, later, Buffer.alloc(0)),
      'of the other mode': (id) => signedFor(mine.live.realm, id),
      'for which the company was changed': (id) =>
        signedFor(own, id).replace(own.companyId, others.test.realm.companyId),
      'for which the time was changed': (id) => signedFor(own, id).replace(String(later), String(later + 1)),
      'for which the mode was changed': (id) => signedFor(mine.live.realm, id).replace('live', 'test'),
      'that is cut short': (id) => signedFor(own, id).slice(0, -2),
      'that has more': (id) => `${signedFor(own, id)}00`,
      'whose parts were moved': (id) => `test||${signedFor(own, id).slice('test|'.length)}`,
      'in capitals': (id) => signedFor(own, id).toUpperCase(),
      'for a company with a bar in its name': (id) =>
        signedTicket(keyOf(), { mode: 'test', companyId: `${own.companyId}|`, until: later, processId: id }),
    };
    await refusesTicket(inSession('test', peopleOf), 'none');
    for (const [said, ticketOf] of Object.entries(wrong)) {
      const asked = inSession('test', async (client, id) => {
        await showing(client, ticketOf(id));
        return peopleOf(client);
      });
      await refusesTicket(asked, said);
    }
    const right = await inSession('test', async (client, id) => {
      await showing(client, signedFor(own, id));
      return peopleOf(client);
    });
    assert.deepEqual(right, ['own'], 'the same way with the right one');
  });

  test('gains nothing from inside a question', async () => {
    const theirs = others.test.realm;
    const steps = [
      // The ticket of a session beside it, had it been seen.
      `select set_config('tenor.ticket', '${signedFor(theirs, 1)}', false), external_id from people`,
      `with t as materialized (select set_config('tenor.ticket', 'test|${theirs.companyId}|${later}|00', false)) select external_id from t, people`,
      "select set_config('search_path', 'pg_temp, reporting_test', false), external_id from people",
      "select set_config('role', session_user, false), external_id from people",
    ];
    for (const step of steps) {
      const seen = await inSession('test', async (client, id) => {
        await showing(client, signedFor(mine.test.realm, id));
        await client.query('begin read only');
        return (await client.query(step)).rows.map((row) => String(row.external_id));
      }).catch((error): string[] => {
        assert.equal(error.code, ticketRefused, step);
        return [];
      });
      assert.ok(!seen.includes('theirs'), step);
    }
  });

  test('is refused by the server what is no view', async () => {
    const refused = [
      'select * from test.people',
      'select * from live.companies',
      'select * from tenor.settings',
      'select * from test.query_logins',
      `set role ${account.user}`,
      'set session authorization default; select * from test.people',
      "create function tenor.company_of_ticket(a text, b text) returns text language sql as 'select null'",
      "create or replace function tenor.company_of_ticket(text) returns text language sql as $$ select 'x' $$",
      'alter view reporting_test.people set (security_barrier = false)',
      'create table reporting_test.mine (a integer)',
    ];
    for (const sql of refused) {
      await inSession('test', async (client, id) => {
        await showing(client, signedFor(mine.test.realm, id));
        await assert.rejects(client.query(sql), /permission denied|must be owner|must be able/, sql);
      });
    }
  });

  test('shows no ticket in what other sessions can read of it', async () => {
    const { server } = house().service.database;
    const one = new pg.Client({ ...server, ...asker });
    await one.connect();
    try {
      const id = (await one.query('select pg_backend_pid() as id')).rows[0].id;
      const ticket = signedFor(mine.test.realm, id);
      await showing(one, ticket);
      const texts = await inSession('test', async (client) =>
        (await client.query('select query from pg_stat_activity where pid = $1', [id])).rows.map(({ query }) => query),
      );
      assert.equal(texts.length, 1);
      assert.ok(!texts.join().includes(ticket.split('|').at(-1) as string), texts.join());
    } finally {
      await one.end();
    }
  });

  test('that is told of no ticket that holds says so, and has no answer', async () => {
    const { id } = await mine.test.made('/queries', { name: 'All', sql: 'select external_id from people' });
    const change = (key: string) =>
      asAccount((client) =>
        client.query('update tenor.settings set value = $1 where name = $2', [key, ticketKeySetting]),
      );
    await change('00'.repeat(32));
    try {
      const { data } = (await mine.test.post(`/queries/${id}/run`, {})).body;
      const failed = await eventually('the run fails', async () => {
        const operation = (await mine.test.get(`/operations/${data.id}`)).body.data;
        return operation.state === 'failed' && operation;
      });
      assert.equal(failed.error.errorType, 'QuestionsNotPossible');
      assert.match(failed.error.message, /^The database does not take the ticket .* has to be started again\.$/);
    } finally {
      await change(keyOf().toString('hex'));
    }
  });

  const foundByDoctor = async (): Promise<(readonly [string, string])[]> => {
    const client = await connectToLook(house().service.database.server);
    try {
      const found = await questionsCheck.look({ client } as Partial<InspectedDatabase> as InspectedDatabase);
      return found.map(({ level, says }) => [level, says] as const);
    } finally {
      await (client as pg.Client).end();
    }
  };

  test('is told by the doctor', async () => {
    assert.deepEqual(await foundByDoctor(), [
      ['ok', `Questions can be asked: by one login for all companies, ${asker.user}, with a signed ticket.`],
    ]);
  });

  test('that could read the key or a table, or become who can, is named by the doctor', async () => {
    const { user } = asker;
    const asAdmin = (work: (client: pg.Client) => Promise<unknown>) => withAdmin(testServer(), work);
    const rights = [
      [asAccount, 'select (value) on tenor.settings', user, 'can read tenor.settings'],
      [asAccount, 'select on live.people', 'public', 'can read live.people'],
      [asAdmin, account.user, user, `can become ${account.user}`],
    ] as const;
    for (const [as, right, whom, reached] of rights) {
      await as((client) => client.query(`grant ${right} to ${whom}`));
      const [[level, says] = []] = await foundByDoctor();
      await as((client) => client.query(`revoke ${right} from ${whom}`));
      assert.equal(level, 'warning', right);
      assert.ok(says?.includes(`${user}, ${reached}: the words`), says);
    }
  });
});
