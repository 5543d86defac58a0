// The database is in trouble while the service stays up: callers get a clear 503 within a fixed time, and nothing must
// be restarted afterwards. A proxy is between the two, so that the connection can be cut and silenced.

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, describe, type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import { stopwatch } from '#platform/clock.ts';
import { type EmbeddedServer, joinEmbedded } from '#platform/db/embedded/index.ts';
import { makeLog } from '#platform/log.ts';
import { eventually } from '../support/eventually.ts';
import { type Answer, aHouse, aPerson, type Client, type Company, type House } from '../support/house.ts';
import { type Running, startService } from '../support/process.ts';
import { aProxy, type Wire } from '../support/proxy.ts';
import { testServer, withAdmin } from '../support/server.ts';
import { makeTestSuperuser, testSuperuser } from '../support/superuser.ts';
import { connect } from './embedded-harness.ts';

const statementTimeoutMs = 600;
/** The service waits two seconds longer than the server's time limit, and checks ten times in that time. */
const silentMsMax = statementTimeoutMs + 2_000 + 500;
/** How much later anything may come on a machine that has other work. */
const busyMs = 10_000;

/** The only 5xx is 503, with the time to try again, in the form of all errors. */
function mustBeClear({ status, headers, body }: Answer): void {
  assert.equal(status, 503, JSON.stringify(body));
  assert.equal(headers['retry-after'], '1');
  assert.deepEqual([body.errorType, body.statusCode], ['Unavailable', 503]);
}

/** The answer, and how long it took. */
async function timed(asking: Promise<Answer>): Promise<Answer & { tookMs: number }> {
  const elapsed = stopwatch();
  return { ...(await asking), tookMs: elapsed() };
}

interface Written {
  readonly externalId: string;
  readonly key: string;
  id?: string;
  tries: number;
}

/** Attempts for one write: after so many, nothing will recover. */
const triesMax = 2_000;

/** Writers that repeat each request with its key until the answer says that it is done. They end with the test. */
function writers(t: TestContext, api: Pick<Client, 'post'>, name: string, count = 6) {
  const written: Written[] = [];
  const refused: Answer[] = [];
  const over = new AbortController();
  t.after(() => over.abort());
  const write = async (one: Written): Promise<void> => {
    while (one.id === undefined) {
      one.tries += 1;
      assert.ok(one.tries < triesMax, `${one.externalId} was refused ${triesMax} times`);
      const body = aPerson({ externalId: one.externalId });
      const answer = await api.post('/people', body, { 'idempotency-key': one.key });
      if (answer.status === 201) one.id = answer.body.data.id;
      else refused.push(answer);
      if (one.id === undefined) await sleep(5);
    }
  };
  const each = Array.from({ length: count }, async (_, writer) => {
    for (let i = 0; !over.signal.aborted; i++) {
      const one: Written = { externalId: `${name}-${writer}-${i}`, key: `${name}-key-${writer}-${i}`, tries: 0 };
      written.push(one);
      await write(one);
    }
  });
  return {
    written,
    refused,
    async end(): Promise<void> {
      over.abort();
      await Promise.all(each);
    },
  };
}

/** Everything that was written exists once, with the id from the answer. */
async function mustBeThereOnce({ service }: House, written: readonly Written[], name: string): Promise<void> {
  const { rows } = await service.database.pools.live.query(
    'select external_id, person_id from people where external_id like $1',
    [`${name}-%`],
  );
  assert.equal(rows.length, written.length);
  const told = new Map(written.map(({ externalId, id }) => [externalId, id]));
  for (const { external_id, person_id } of rows) assert.equal(told.get(external_id), person_id);
}

/** Background work continues: events get their places, operations are done. */
async function mustWork({ service }: House, { live, test: api }: Company): Promise<void> {
  await eventually('it answers', async () => (await live.get('/people?limit=1')).status === 200);
  const { body, status } = await api.post('/test-clock/advance?sync=true', { to: aLaterDay() });
  assert.deepEqual([status, body.data?.state], [200, 'succeeded'], JSON.stringify(body));
  const unordered = 'select count(*)::int as n from waiting_commits';
  await eventually(
    'all events have their places',
    async () => (await service.database.pools.live.query(unordered)).rows[0].n === 0,
  );
}

let days = 0;
const aLaterDay = (): string => new Date(Date.UTC(2100, 0, ++days)).toISOString();

interface Line {
  readonly time: string;
  readonly level: string;
  readonly msg: string;
  readonly requestId?: string;
  readonly repeated?: number;
  readonly err?: { readonly type: string; readonly code?: string; readonly message: string; readonly stack?: string[] };
}

/** Lines that say the same of the same thing, in their order. */
function alike(lines: readonly Line[]): readonly Line[][] {
  const what = ({ time: _, requestId: __, repeated: ___, err, ...rest }: Line): string =>
    JSON.stringify({ ...rest, err: [err?.type, err?.code, err?.message] });
  return [...Map.groupBy(lines, what).values()];
}

describe('a service whose database', () => {
  let proxy: Wire;
  let house: House;
  let company: Company;
  const logged: Line[] = [];
  before(async () => {
    proxy = await aProxy(testServer().owner);
    const output = { write: (line: string) => void logged.push(JSON.parse(line)) };
    house = await aHouse({ through: proxy.at, statementTimeoutMs, log: makeLog('info', undefined, output) });
    company = await house.aCompany();
  });
  after(async () => {
    proxy.pass();
    await house.close();
    await proxy.close();
  });
  // So that one failure is not the failure of all that follow.
  afterEach(() => proxy.pass());
  const health = (what: string) => timed(house.call(undefined, 'GET', `http://tenor.test/${what}`));

  test('says nothing any more refuses in a stated time, stays alive, and goes on by itself', async () => {
    const { live } = company;
    await live.made('/people', aPerson());
    // Made once, which takes longer than what is measured here.
    await health('openapi.json');
    proxy.stall();
    let refused = 0;
    const asked = [live.get('/people'), live.post('/people', aPerson()), live.get('/events')].map(timed);
    for (const one of asked) void one.then(() => (refused += 1));
    await sleep(50);
    const askedFirst = health('health/ready');
    const askedAgain = askedFirst.then(() => health('health/ready'));
    const alive = await health('health/live');
    assert.equal(refused, 0, 'it does not wait for the database as requests do');
    const [ready, metrics, docs] = await Promise.all([askedFirst, health('metrics'), health('openapi.json')]);
    assert.deepEqual([alive.status, ready.status, metrics.status, docs.status], [200, 503, 200, 200]);
    assert.match(metrics.body, /events_unordered\{mode="live"\} (NaN|Nan)/);
    const again = await askedAgain;
    assert.ok(again.tookMs < ready.tookMs, `who asks again does not wait as long again: ${again.tookMs} ms`);
    for (const answer of await Promise.all(asked)) {
      mustBeClear(answer);
      assert.ok(answer.tookMs < silentMsMax + busyMs, `${answer.tookMs} ms`);
    }
    // New connections do not get an answer either.
    const next = await timed(live.get('/people'));
    mustBeClear(next);
    proxy.pass();
    await mustWork(house, company);
    assert.equal((await health('health/ready')).status, 200);
  });

  test('was lost with a commit on its way says that nobody knows, and how to find out', async () => {
    const { live } = company;
    await live.made('/people', aPerson());
    proxy.swallow();
    const asked = live.post('/people', aPerson({ externalId: 'swallowed' }));
    await sleep(200);
    proxy.cut();
    const answer = await asked;
    proxy.pass();
    mustBeClear(answer);
    assert.match(answer.body.message, /may or may not have happened. Look before you repeat it/);
    assert.equal(answer.body.data.outcome, 'unknown');
    await mustWork(house, company);
    assert.equal((await live.get('/people/ext-swallowed')).status, 200, 'this time it had');
  });

  test('refuses connections says at once that nothing was written', async () => {
    const { live } = company;
    await live.get('/people');
    await proxy.refuse();
    try {
      // Wait until the pools know: a write on a connection that was just cut may have arrived.
      await sleep(100);
      const [read, write] = await Promise.all([timed(live.get('/people')), timed(live.post('/people', aPerson()))]);
      for (const answer of [read, write]) {
        mustBeClear(answer);
        assert.ok(answer.tookMs < busyMs);
      }
      assert.equal(write.body.data.outcome, 'nothing');
    } finally {
      await proxy.accept();
    }
    await mustWork(house, company);
  });

  test('refuses connections has few lines in the log, and one stack for each error', async () => {
    await mustWork(house, company);
    await proxy.refuse();
    const before = logged.length;
    try {
      await eventually('several parts of it have complained', async () => {
        await company.live.get('/people');
        return logged.slice(before).filter(({ level }) => level !== 'info').length > 5;
      });
      await sleep(2_000);
      for (let n = 0; n < 20; n++) mustBeClear(await company.live.get('/people'));
    } finally {
      await proxy.accept();
    }
    const complaints = logged.slice(before).filter(({ level }) => level !== 'info');
    for (const lines of alike(complaints)) {
      const times = lines.map(({ time }) => Date.parse(time));
      // Five seconds by the log's own clock, which is not the one that dates a line.
      for (const [n, time] of times.slice(1).entries()) assert.ok(time - (times[n] as number) > 4_900, lines[0]?.msg);
    }
    const stacks = complaints.filter(
      ({ err }) => err?.stack !== undefined && /ECONN|terminated|not queryable/.test(err.message),
    );
    assert.ok(stacks.length <= new Set(stacks.map(({ err }) => `${err?.code} ${err?.message}`)).size);
    assert.deepEqual(
      complaints.filter(({ err }) => err?.message === '[object Object]'),
      [],
    );
    await mustWork(house, company);
  });

  test('loses connections at random, in the middle of everything, has each write once', async (t) => {
    const load = writers(t, company.live, 'cut');
    for (let i = 0; i < 40 || load.written.length <= 20 || load.refused.length <= 5; i++) {
      await sleep(25);
      proxy.cut(0.25);
    }
    await load.end();
    for (const answer of load.refused.filter(({ status }) => status !== 409)) mustBeClear(answer);
    await mustBeThereOnce(house, load.written, 'cut');
    await mustWork(house, company);
  });

  test('ends sessions at random, as an operator would, has each write once', async (t) => {
    const load = writers(t, company.live, 'ended');
    await withAdmin(testServer(), async (admin) => {
      for (let i = 0; i < 40 || load.refused.length <= 5; i++) {
        await sleep(25);
        await admin.query(
          'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and random() < 0.25',
          [house.database],
        );
      }
    });
    await load.end();
    for (const answer of load.refused.filter(({ status }) => status !== 409)) mustBeClear(answer);
    await mustBeThereOnce(house, load.written, 'ended');
    await mustWork(house, company);
  });

  test('has no connection left lets nobody wait for long, and says so', async (t) => {
    const { live } = company;
    const { live: pool } = house.service.database.pools;
    assert.equal((await live.get('/people')).status, 200);
    const held: PoolClient[] = [];
    const release = (): void => held.splice(0).forEach((client) => void client.release());
    // What a failed test kept would keep the house open, and the whole file waiting.
    t.after(release);
    while (held.length < 16) held.push(await pool.connect());
    const asked = [live.get('/people'), live.post('/people', aPerson())].map(timed);
    const [alive, ready] = await Promise.all([health('health/live'), health('health/ready')]);
    assert.deepEqual([alive.status, ready.status], [200, 503]);
    for (const answer of await Promise.all(asked)) {
      mustBeClear(answer);
      assert.match(answer.body.message, /All connections to the database are in use/);
      assert.ok(answer.tookMs < statementTimeoutMs + busyMs, `${answer.tookMs} ms`);
    }
    release();
    assert.equal((await live.post('/people', aPerson())).status, 201);
    assert.equal((await health('health/ready')).status, 200);
  });
});

describe('a service on a server of its own', () => {
  const root = mkdtempSync(join(tmpdir(), 'tenor-restarted-'));
  const dataDirectory = join(root, 'server');
  let server: EmbeddedServer;
  let service: Running | undefined;
  before(async () => {
    await makeTestSuperuser(dataDirectory);
    server = await joinEmbedded({ dataDirectory });
  });
  after(async () => {
    service?.child.kill('SIGKILL');
    await server.leave();
    rmSync(root, { recursive: true, force: true });
  });

  const start = (address: string): Promise<Running> =>
    startService({
      dataDirectory: join(root, 'service'),
      environment: {
        DATABASE_URL: `postgres://${server.server.user}:${server.server.password}@${address}`,
        ENCRYPTION_KEY: Buffer.alloc(32, 5).toString('base64'),
        STATEMENT_TIMEOUT_MS: String(statementTimeoutMs),
      },
    });
  const call = async (method: string, path: string, body?: unknown, headers = {}): Promise<Answer> => {
    const answer = await (service as Running).call(method, path, body, headers);
    return { status: answer.status, headers: Object.fromEntries(answer.headers), body: await answer.json() };
  };
  const api = { post: (path: string, body?: unknown, headers = {}) => call('POST', path, body, headers) };

  test('goes on by itself when that is restarted, fast or at once', async (t) => {
    service = await start(`localhost/tenor?host=${server.socketDirectory}`);
    for (const [kind, signal] of Object.entries({ fast: 'SIGINT', immediate: 'SIGQUIT' } as const)) {
      const load = writers(t, api, kind);
      await sleep(300);
      const lost = new Promise<Error>((resolve) => server.onLost(resolve));
      process.kill(Number(readFileSync(join(dataDirectory, 'db/postmaster.pid'), 'utf8').split('\n')[0]), signal);
      await lost;
      await sleep(300);
      server = await joinEmbedded({ dataDirectory });
      await sleep(700);
      await load.end();
      assert.ok(load.refused.length > 5, `${load.refused.length} were refused`);
      for (const answer of load.refused.filter(({ status }) => status !== 409)) mustBeClear(answer);
      for (const { externalId, id } of load.written) {
        assert.equal((await call('GET', `/people/ext-${externalId}`)).body.data?.id, id);
      }
      // Background work has noticed too: the queue, the relay, the day.
      const advanced = await api.post('/test-clock/advance?sync=true', { to: aLaterDay() });
      assert.deepEqual([advanced.status, advanced.body.data?.state], [200, 'succeeded'], JSON.stringify(advanced.body));
    }
    process.kill(service.child.pid as number, 'SIGTERM');
    assert.equal(await service.ended(), 0, service.log().slice(-2_000));
  });

  test('that takes only reads is not ready, names that in refusals, and goes on', async (t) => {
    const wire = await aProxy({ host: server.socketDirectory, port: 5432 });
    t.after(() => wire.close());
    service = await start(`127.0.0.1:${wire.at.port}/tenor`);
    const { url } = service;
    const ready = async (): Promise<string> => (await fetch(`${url}/health/ready`)).text();
    const admin = await connect(server.socketDirectory, testSuperuser);
    const onlyReads = '{"status":"the database takes no writes, only reads"}';
    try {
      assert.equal((await api.post('/people', aPerson())).status, 201);
      await admin.query('alter system set default_transaction_read_only = on');
      await admin.query('select pg_reload_conf()');
      await eventually('a process that nobody writes to notices', async () => (await ready()) === onlyReads);
      const refused = await api.post('/people', aPerson());
      mustBeClear(refused);
      assert.match(refused.body.message, /^The database takes no writes, only reads\. Nothing was written\.$/);
      assert.equal(refused.body.data.outcome, 'nothing');
      assert.equal((await call('GET', '/people?limit=1')).status, 200);
    } finally {
      await admin.query('alter system reset default_transaction_read_only');
      await admin.query('select pg_reload_conf()');
      await admin.end();
    }
    await eventually('it takes writes again', async () => (await ready()) === '{"status":"ready"}');
    assert.equal((await api.post('/people', aPerson())).status, 201);
    process.kill(service.child.pid as number, 'SIGTERM');
    assert.equal(await service.ended(), 0);
  });

  test('told to stop while that says nothing, it ends all the same', async () => {
    const wire = await aProxy({ host: server.socketDirectory, port: 5432 });
    try {
      service = await start(`127.0.0.1:${wire.at.port}/tenor`);
      assert.equal((await call('GET', '/people')).status, 200);
      wire.stall();
      const asked = timed(call('GET', '/people'));
      await sleep(100);
      process.kill(service.child.pid as number, 'SIGTERM');
      mustBeClear(await asked);
      const elapsed = stopwatch();
      await service.ended();
      assert.ok(elapsed() < 30_000, `it took ${elapsed()} ms`);
    } finally {
      wire.pass();
      await wire.close();
    }
  });
});
