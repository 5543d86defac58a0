// What somebody might ask who wants more than is theirs: refused before anything is sent, each with its place; and what the
// server says to the login itself, if the first wall were not there.
import assert from 'node:assert/strict';
import { getPriority, setPriority } from 'node:os';
import { before, describe, test } from 'node:test';
import pg from 'pg';
import { aPerson, type Client, type Company, useHouse } from '../../../tests/support/house.ts';
import { refusedAt } from '../../../tests/support/refusals.ts';
import { AnswerText } from './answer-text.ts';
import { type Login, loginOf } from './asking/login.ts';
import { memoryOfSession } from './asking/own-process.ts';
import { openSession } from './asking/session.ts';

/** Each is refused by the words. */
const refusedByWords: readonly string[] = [
  // Not one SELECT.
  'select 1 as a; select 2 as b',
  'select 1 as a; drop schema live cascade',
  'insert into people values (1)',
  "update loans set status = 'paidOff'",
  'delete from loans',
  'truncate loans',
  'drop table loans',
  'create table mine (a int)',
  'create temp table mine as select 1',
  'select 1 as a into mine',
  "copy loans to '/tmp/x'",
  "copy (select 1) to program 'id'",
  'set role postgres',
  'set session authorization postgres',
  'reset all',
  'begin',
  'commit',
  'do $$ begin end $$',
  'call x()',
  'explain select 1 as a',
  'explain analyze select 1 as a',
  'prepare x as select 1',
  'execute x',
  'declare c cursor for select 1',
  'fetch all from answer',
  'listen x',
  "notify x, 'y'",
  'lock table loans',
  'vacuum',
  'table pg_class',
  'show all',
  'with gone as (delete from loans returning *) select * from gone',
  'with made as (insert into loans values (1) returning *) select * from made',
  `select * from loans for ${'update'}`,
  `select * from loans for ${'share'}`,
  // What would have its value put into a text, whose end it then were: the text goes on after a line end.
  `select E'a'
'b\\' :note ' as x, /* ' */ id from loans where status <> $1||' union all select name, value from tenor.settings --'`,
  // What reads what is no view.
  'select * from pg_class',
  'select * from pg_catalog.pg_class',
  'select * from information_schema.tables',
  'select * from live.loans',
  'select * from test.people',
  'select * from tenor.settings',
  'select * from query_logins',
  'select * from pg_stat_activity',
  'select * from pg_roles',
  'select * from pg_stats',
  'select * from pg_settings',
  'with pg_class as (select * from pg_class) select * from pg_class',
  'with loans as (select * from loans) select * from loans',
  'select * from loans tablesample system (1)',
  'select * from only reporting_live.loans',
  // Functions that wait, lock, tell, read files or run text.
  'select pg_sleep(10) as a',
  'select pg_catalog.pg_sleep(10) as a',
  'select * from pg_sleep(10)',
  'select pg_advisory_lock(7) as a',
  "select pg_notify('a', 'b') as a",
  "select set_config('statement_timeout', '0', false) as a",
  "select current_setting('search_path') as a",
  "select query_to_xml('select * from live.loans', true, true, '') as a",
  "select * from ts_stat('select * from live.loans')",
  "select pg_read_file('/etc/passwd') as a",
  "select pg_ls_dir('/') as a",
  'select lo_create(1) as a',
  "select lo_import('/etc/passwd') as a",
  "select dblink('a', 'b') as a",
  'select pg_backend_pid() as a',
  'select pg_cancel_backend(1) as a',
  'select pg_terminate_backend(1) as a',
  "select pg_logical_emit_message(true, 'a', 'b') as a",
  "select has_table_privilege('live.loans', 'select') as a",
  "select to_regclass('live.loans') as a",
  "select nextval('x') as a",
  'select txid_current() as a',
  "select repeat('x', 1000000000) as a",
  "select lpad('x', 1000000000) as a",
  "select format('%1000000000s', 'x') as a",
  "select string_agg(id, ',') as a from loans",
  'select array_agg(id) as a from loans',
  'select json_agg(l) as a from loans l',
  'select row_to_json(l) as a from loans l',
  "select xmlparse(content 'x') as a",
  'select xmlforest(1 as a) as a',
  'select version() as a',
  'select inet_server_addr() as a',
  "select pg_size_pretty(pg_database_size('tenor')) as a",
  'select random() as a',
  'select gen_random_uuid() as a',
  'select count(variadic array[1]) as a from loans',
  // A column that is a call.
  'select g.pg_advisory_lock as a from generate_series(7, 7) g',
  "select s.ts_stat as a from lower('select 1') s",
  'select (x).pg_sleep as a from generate_series(1, 1) x',
  'select (g.g).pg_sleep as a from generate_series(1, 1) g',
  'select x.pg_sleep as a from (select 1 as x) x',
  'select x.pg_sleep as a from (values (1)) as x',
  // Types, operators and values that look things up.
  "select 'live.loans'::regclass as a",
  "select 'postgres'::regrole as a",
  'select 1::oid as a',
  "select '<a/>'::xml as a",
  "select cast('x' as pg_catalog.regproc) as a",
  'select current_user as a',
  'select session_user as a',
  'select user as a',
  'select current_schema as a',
  'select current_catalog as a',
  'select 1 operator(pg_catalog.+) 1 as a',
  'select 1 @@ 2 as a',
  'select id collate "C" as a from loans',
  // A parameter inside of a text, which a value would end: a text goes on in the next line as it began.
  "select E'a'\n'b\\' :foo ' as x, /* ' */ id from loans where status <> :foo",
  'select $1 as a',
  // What grows without end.
  "with recursive t(x) as (select 'x' union all select x || x from t) select x from t",
  `select 1 as a -- ${'x'.repeat(33_000)}`,
  "select x || x || x || x || x || x || x || x || x || x || x || x as a from (select 'x' as x) t",
  "with a as (select 'xxxxxxxx' as x), b as (select x||x||x||x||x||x as x from a) select x||x||x||x||x||x||x as x from b",
  "select replace(x, 'x', x) as a from (select 'xxxx' as x) t",
  "select replace(x, 'x', 'xx') as a from (select 'xxxx' as x) t",
  "select to_char(now(), x) as a from (select 'RNRN' as x) t",
  "select array_to_string(string_to_array(x, ''), x) as a from (select 'xxxx' as x) t",
  'select array(select l.id from loans l, loans m) as a',
  'select loans as a from loans',
  'select l as a from loans l',
  'select l::text as a from loans l',
  "select (t)::text as a from (select 'x' as x, 'x' as y) t",
  "with t as (select 'x' as x, 'x' as y) select t::text as a from t",
  "select status::text as a from (select 'x' as x, 'x' as y) status",
  "select concat(x,x,x,x,x,x,x,x,x,x,x,x,x) as a from (select 'x' as x) t",
  "select array[x,x,x,x,x,x,x,x,x,x,x,x]::text as a from (select 'x' as x) t",
  "select row(x,x,x,x,x,x,x,x,x,x,x,x)::text as a from (select 'x' as x) t",
  "select row(t.*)::text as a from (select 'x' as x, 'x' as y) t",
  "select length(t.*::text) as a from (select 'x' as x, 'x' as y) t",
  // A text that is filled up, and numbers of a few signs whose texts have a hundred thousand.
  "select length(array['x'::char(10485760), 'y'::character(10485760)]::text) as a",
  "select octet_length('x'::bpchar(1001)) as a",
  "select length('{x,x,x,x}'::char(1000)[]::text) as a",
  "select length('{1,1,1,1}'::numeric(1000, 1000)[]::text) as a",
  'select length(array[1e131071, 1e131071]::text) as a',
  "select length('[1e131071, 1e131071]'::jsonb::text) as a",
  "select length(jsonb_extract_path(' {\"a\":[1e131071,1E+99999]}', 'a')::text) as a",
  "select length('{1e-16383,1e-16383}'::numeric[]::text) as a",
  "select length(translate('[1x,1x]', 'xABCDEF', 'e131071')::jsonb::text) as a",
  "select length(translate('{1x,1x}', 'xABCDEF', 'e131071')::decimal[]::text) as a",
  'select length(:list::jsonb::text) as a',
  `select length(array[${"'1e131071'::numeric, ".repeat(40)}'1'::numeric]::text) as a`,
  "select length('{1\\e131071,1\\e131071}'::numeric[]::text) as a",
  `select length('{${'1e999,'.repeat(1_900)}1}'::numeric[]::text) as a`,
  // A percentile gives a copy of its value for each fraction.
  `select percentile_disc(array[${'0,'.repeat(1_800)}0]) within group (order by x) as a from (select 'xx' as x) t`,
  `select percentile_disc('{${'0,'.repeat(1_800)}0}'::float8[]) within group (order by x) as a from (select 'xx' as x) t`,
  'select percentile_disc(:list::float8[]) within group (order by id) as a from loans',
  `select ${'x || '.repeat(12)}x || percentile_disc(array[]) within group (order by x) as a from (select 'x' as x) t group by x`,
  // What puts signs before signs, or finds a text in each of many groups.
  `select length(${'like_escape('.repeat(6)}x${", '')".repeat(6)}) as a from (select '\\\\' as x) t`,
  `select length(${'similar_to_escape('.repeat(6)}x${", '#')".repeat(6)}) as a from (select '....' as x) t`,
  `select length(${'string_to_array('.repeat(4)}x${', null)::text'.repeat(4)}) as a from (select '{{{{' as x) t`,
  `select length(regexp_match(x, '${'('.repeat(1_000)}.*${')'.repeat(1_000)}')::text) as a from (select 'xx' as x) t`,
  "select length(regexp_match(x, x)::text) as a from (select '((((.*))))' as x) t",
  `select length(${'translate('.repeat(6)}x${", 'x', '𝕏')".repeat(6)}) as a from (select 'xx' as x) t`,
  `select to_char(12, '${'RN'.repeat(200)}') as a`,
  `select 1 as a ${'union all select 1 '.repeat(70)}`,
  `select l.id ${', (select count(*) from loans)'.repeat(70)} from loans l`,
  // Texts that no parser should see.
  'select 1 as a\u0000; drop table loans',
  '',
  '   ',
  ';',
  'select 1 as a from',
];

/** The server refuses these to the login itself. */
const refusedByServer: readonly string[] = [
  'select * from live.loans',
  'select * from test.people',
  'select * from reporting_live.loans',
  'select * from test.query_logins',
  'select * from tenor.settings',
  'select * from pg_authid',
  'select * from pg_statistic',
  "select pg_read_file('/etc/passwd')",
  "select pg_ls_dir('.')",
  "select lo_import('/etc/passwd')",
  'set role postgres',
  'select 1; select 2',
  'insert into people select * from people',
  'create table mine (a int)',
  "copy (select 1) to '/tmp/x'",
];

/** Undefined: this process may not set it. */
function priorityThatMayBeSet(id: number): number | undefined {
  const now = getPriority(id);
  try {
    setPriority(id, now);
    return now;
  } catch {
    return undefined;
  }
}

describe('whoever asks for more than is theirs', () => {
  const { house, aCompany } = useHouse({ works: false });
  let mine: Company;
  let others: Company;
  let api: Client;
  before(async () => {
    [mine, others] = [await aCompany(), await aCompany()];
    api = mine.test;
    await others.test.made('/people', aPerson({ externalId: 'theirs' }));
    await mine.live.made('/people', aPerson({ externalId: 'live' }));
    await api.made('/people', aPerson({ externalId: 'own' }));
  });

  async function sessionOf({ realm }: Client, { timeMsMax = 300_000, memoryBytesMax = 1_000_000_000 } = {}) {
    const { database, vault } = house().service;
    return openSession({ server: database.server, mode: realm.mode }, await loginOf({ database, vault }, realm), {
      timeMsMax,
      rowBytesMax: 1_000_000,
      memoryBytesMax,
    });
  }

  /** Asks in a session that has been given no bounds. */
  async function withLogin<T>(login: Login, ask: (client: pg.Client) => T): Promise<T> {
    const client = new pg.Client({ ...house().service.database.asking?.reportingServer, ...login });
    await client.connect();
    try {
      return ask(client);
    } finally {
      await client.end();
    }
  }

  test('is refused by the words of the SQL, with a place', async () => {
    for (const sql of refusedByWords) {
      const { status, body } = await api.post('/queries', { name: 'An attack', sql });
      const said = `${sql.slice(0, 80)}: ${status} ${body.message}`;
      if (sql.trim() === '' || sql.length > 32_768) {
        assert.ok([400, 422].includes(status), said);
        continue;
      }
      assert.ok(status === 422 || (status === 400 && sql.includes('\u0000')), said);
      if (status === 422) {
        assert.equal(body.errorType, 'QuestionRefused', said);
        assert.ok(body.data.line >= 1 && body.data.column >= 1, said);
        assert.ok(!/The database says/.test(body.message), `it was sent: ${said}`);
      }
    }
  });

  test('reads what is theirs, and nothing of other companies and modes', async () => {
    const read = async (company: Client) => {
      const session = await sessionOf(company);
      try {
        await session.declare('select external_id from people', [], 'select external_id from people');
        const columns = [{ name: 'external_id', type: 'text' as const }];
        const text = Buffer.concat(
          await Array.fromAsync(session.copy('select external_id from people', new AnswerText(columns))),
        );
        return String(text).split('\r\n').slice(1, -1);
      } finally {
        await session.close();
      }
    };
    assert.deepEqual(await read(mine.test), ['own']);
    assert.deepEqual(await read(mine.live), ['live']);
    assert.deepEqual(await read(others.test), ['theirs']);
    assert.deepEqual(await read(others.live), []);
  });

  test('is refused by the server as well', async () => {
    const { asking } = house().service.database;
    const tools = { database: house().service.database, vault: house().service.vault };
    const login = await loginOf(tools, api.realm);
    for (const sql of refusedByServer) {
      const client = new pg.Client({ ...asking?.reportingServer, ...login, options: '-c search_path=reporting_test' });
      await client.connect();
      try {
        await client.query('begin read only');
        await assert.rejects(
          client.query({ text: `declare answer no scroll cursor for ${sql}`, queryMode: 'extended' } as pg.QueryConfig),
          /permission denied|cannot insert multiple commands|syntax error|does not exist|must not contain|must be/,
          sql,
        );
      } finally {
        await client.end();
      }
    }
  });

  test('learns nothing from what a costly condition says of rows of others', async () => {
    const sql = "select id from people where (external_id || 'x')::integer > 0";
    const made = await api.post('/queries', { name: 'A condition', sql });
    assert.equal(made.status, 201, made.body.message);
    const plan = (await api.post(`/queries/${made.body.data.id}/explain`, {})).body.data.lines.join('\n');
    assert.match(plan, /query_logins/, 'the company is asked for by the login, inside the view');
    const costly = 'select id from people where external_id::integer > 0';
    const session = await sessionOf(api);
    try {
      await session.declare(costly, [], costly);
      const told = await Array.fromAsync(session.copy(costly, new AnswerText([{ name: 'id', type: 'text' }]))).catch(
        (error: Error) => error.message,
      );
      assert.match(String(told), /"own"/);
      assert.doesNotMatch(String(told), /theirs/);
    } finally {
      await session.close();
    }
  });

  test('is ended when the server keeps more in memory than it may, whatever it has guessed', async (t) => {
    // A thousand are guessed, so the list is kept whole and is laid aside nowhere.
    const sql = 'select 1 as a where 5 not in (select generate_series(11, (select 2000000000)))';
    assert.equal((await api.post('/queries', { name: 'A list', sql })).status, 201);
    const { database, vault } = house().service;
    const login = await loginOf({ database, vault }, api.realm);
    const isHere = await withLogin(login, (known) => memoryOfSession(known) !== undefined);
    if (!isHere) return t.skip('the server runs on another machine');
    const session = await sessionOf(api, { timeMsMax: 300_000, memoryBytesMax: 40_000_000 });
    try {
      await session.declare(sql, [], sql);
      const text = new AnswerText([{ name: 'a', type: 'integer' }]);
      await assert.rejects(Array.fromAsync(session.copy(sql, text)), /needs more memory/);
    } finally {
      await session.close();
    }
  });

  test('lets all others have the processor of the machine first, where the server runs on it', async (t) => {
    const { database, vault } = house().service;
    const login = await loginOf({ database, vault }, api.realm);
    const usual = await withLogin(login, (known) =>
      memoryOfSession(known) === undefined ? undefined : priorityThatMayBeSet(known.processID as number),
    );
    if (usual === undefined) return t.skip('the server runs elsewhere, or as another user');
    const session = await sessionOf(api);
    try {
      const sql = 'select pg_backend_pid() as a';
      await session.declare(sql, [], sql);
      const lines = await Array.fromAsync(session.copy(sql, new AnswerText([{ name: 'a', type: 'integer' }])));
      const id = Number(String(Buffer.concat(lines)).split('\r\n')[1]);
      assert.equal(getPriority(id), Math.min(usual + 10, 19));
    } finally {
      await session.close();
    }
  });

  test('takes one processor of the server while others would wait for it, and rests between pieces of the lines', async () => {
    const { database, vault } = house().service;
    const place = { server: database.server, mode: api.realm.mode };
    const bounds = { timeMsMax: 300_000, rowBytesMax: 1_000_000, memoryBytesMax: 1_000_000_000, hasHelpers: false };
    const sql = "select current_setting('max_parallel_workers_per_gather') as a from generate_series(1, 500000)";
    const login = await loginOf({ database, vault }, api.realm);
    let rests = 0;
    const rest = async () => {
      rests += 1;
    };
    const session = await openSession(place, login, { ...bounds, rest });
    try {
      await session.declare(sql, [], sql);
      const text = new AnswerText([{ name: 'a', type: 'text' }]);
      const lines = String(Buffer.concat(await Array.fromAsync(session.copy(sql, text)))).split('\r\n');
      assert.deepEqual([lines.length, new Set(lines.slice(1, -1))], [500_002, new Set(['0'])]);
      assert.ok(rests > 0);
    } finally {
      await session.close();
    }
  });

  test('may say what people say all day', async () => {
    for (const sql of [
      "select 'x'::char(10) as a, 12.345::numeric(10, 2) as b, 1e30 as c, '[1, 2]'::jsonb as d, '{1,2}'::numeric[] as e",
      "select split_part((string_to_array(external_id, '-'))[1], '_', 1) as a from people",
      "select (regexp_match(external_id, '(\\d+)-(\\d+)'))[2] as a from people",
      "select id from people where external_id like 'a!_%' escape '!' or external_id similar to '(a|b)%'",
      "select translate(external_id, '()- ', '') as a, to_char(created_at, 'YYYY-MM-DD') as b from people",
      "select id from people where external_id in ('3e20261', 'a18e12345', '1E2026')",
      "select id from people where external_id = any('{123e4567-e89b-12d3-a456-426614174000}')",
      'select percentile_cont(0.5) within group (order by length(external_id)) as a from people',
      'select percentile_disc(array[0.25, 0.5, 0.75]) within group (order by created_at) as a from loans',
    ]) {
      const { status, body } = await api.post('/queries', { name: 'All day', sql });
      assert.equal(status, 201, `${sql}: ${body.message}`);
    }
    const name = 'listed';
    const parameters = [{ name, type: 'text', defaultValue: null }];
    const { id } = await api.made('/queries', { name: 'A list', sql: `select :${name} as a`, parameters });
    const given = (value: string) => api.post(`/queries/${id}/run`, { parameters: { [name]: value } });
    refusedAt(await given('[1e131071,1e131071]'), `parameters.${name}`);
    assert.equal((await given('3e20261')).status, 202);
    assert.equal((await given('{123e4567-e89b-12d3-a456-426614174000}')).status, 202);
  });

  test('gets a place that people can find', async () => {
    const place = async (sql: string) => {
      const { body } = await api.post('/queries', { name: 'A place', sql });
      assert.equal(body.data.path, 'sql', sql);
      return [body.data.line, body.data.column];
    };
    assert.deepEqual(await place("select 'é' as a,\n  pg_sleep(1) as b"), [2, 3]);
    assert.deepEqual(await place("select 'é' as a\nfrom people where nothing = 1"), [2, 19]);
    assert.deepEqual(await place("select 'é', from people"), [1, 13]);
    assert.deepEqual(await place('select id\nfrom loan'), [2, 6]);
  });
});
