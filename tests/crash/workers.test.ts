// Several workers on one port: what is bounded is bounded for all of them, what one writes the other knows, and
// whichever process is killed, the service goes on or ends in order.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '../support/eventually.ts';
import { madeDirectory } from '../support/made-directory.ts';
import { launch, liveKey, type Running, startService, testKey } from '../support/process.ts';
import {
  type Connection,
  complete,
  connection,
  isAlive,
  linesOf,
  type Reply,
  toEach,
  workersOf,
} from '../support/workers.ts';
import { loanBody } from '../support/world.ts';

const root = mkdtempSync(join(tmpdir(), 'tenor-workers-'));
const started: Running[] = [];
after(() => {
  for (const { child } of started) {
    try {
      process.kill(-(child.pid as number), 'SIGKILL');
    } catch {
      // The usual case: it has ended.
    }
  }
  rmSync(root, { recursive: true, force: true });
});

async function aService(name: string, environment: Record<string, string> = {}) {
  const dataDirectory = madeDirectory(join(mkdtempSync(join(root, name)), 'data'));
  const service = await startService({ dataDirectory, environment: { WORKERS: '2', ...environment } });
  started.push(service);
  await complete(service, 2);
  return { service, dataDirectory };
}

async function stopped(service: Running): Promise<void> {
  service.child.kill('SIGTERM');
  assert.equal(await service.ended(), 0, service.log());
}

const aPerson = (externalId: string) => ({ externalId, name: { firstName: 'Ada', lastName: 'Lovelace' } });

const metric = (text: string, line: string): number =>
  Number(
    text
      .split('\n')
      .find((one) => one.startsWith(`${line} `))
      ?.split(' ')
      .at(-1),
  );

/** One request after the other, each over a connection of its own, so that the workers take turns. */
async function inTurn(service: Running, count: number, key: string, path: string): Promise<Reply[]> {
  const replies: Reply[] = [];
  for (let i = 0; i < count; i++) {
    const one = connection(service, key);
    replies.push(await one.call('GET', path));
    one.close();
  }
  return replies;
}

const granted = (replies: readonly Reply[]): number => replies.filter(({ status }) => status === 200).length;

/** Writes again after each answer, and keeps what was acknowledged, until it is told to end. */
async function writer(service: Running, prefix: string, acknowledged: string[], goesOn: () => boolean): Promise<void> {
  for (let i = 0; goesOn(); i++) {
    const id = `${prefix}-${i}`;
    const answer = await service.call('POST', '/people', aPerson(id), { connection: 'close' }).catch(() => undefined);
    if (answer?.status === 201) acknowledged.push(id);
    else await sleep(20);
  }
}

async function mustHave(service: Running, acknowledged: readonly string[]): Promise<void> {
  for (const id of acknowledged) {
    assert.equal((await service.call('GET', `/people/ext-${id}`)).status, 200, `${id} is missing`);
  }
}

describe('several workers', () => {
  test('serve one port with one log, and health and metrics of any of them speak for all', async () => {
    const { service } = await aService('one');
    const each = await toEach(service, 2);
    const before = await each[0]?.call('GET', '/metrics');
    for (const one of each) for (let i = 0; i < 5; i++) await one.call('GET', '/api/people');
    const line = 'http_request_duration_seconds_count{method="GET",route="/api/people",status="200"}';
    for (const one of each) {
      await eventually(
        'it counts the requests of both',
        async () => metric((await one.call('GET', '/metrics')).text, line) === 10,
      );
      const { text, headers } = await one.call('GET', '/metrics');
      assert.match(String(headers['content-type']), /^text\/plain/);
      assert.equal(metric(text, line), 10, 'the requests of both');
      assert.equal(metric(text, 'workers_running'), 2);
      assert.equal(metric(text, 'events_unordered{mode="live"}'), 0, 'what each says of all is not added up');
      const { body } = await one.call('GET', '/health/ready');
      assert.deepEqual(body, { status: 'ready', workers: { running: 2, wanted: 2, longWork: true } });
    }
    assert.ok(Number.isNaN(metric(before?.text ?? '', line)));
    const said = linesOf(service);
    assert.deepEqual(new Set(said.filter(({ msg }) => msg === 'request').map((one) => one.worker)), new Set([1, 2]));
    assert.equal(said.filter(({ msg }) => msg === 'leads the background work').length, 1, 'one leads');
    assert.equal(said.filter(({ msg }) => msg === 'Tenor listens').length, 1);
    for (const one of each) one.close();
    await stopped(service);
  });

  test('count limits over all of them: one connection gets all of it, several get no more', async () => {
    const environment = { RATE_LIMIT_PER_MINUTE: '80', GUESSES_PER_MINUTE: '24', RATE_LIMIT_ADDRESS_PER_MINUTE: '0' };
    const { service } = await aService('limits', environment);
    const one = connection(service, liveKey);
    const left: number[] = [];
    const byOne: Reply[] = [];
    for (let i = 0; i < 86; i++) {
      const reply = await one.call('GET', '/api/companies/current');
      byOne.push(reply);
      left.push(Number(reply.headers['ratelimit-remaining']));
    }
    assert.equal(granted(byOne), 80, 'all of the limit, though the other worker has an equal part in it');
    assert.deepEqual(left.slice(0, 3), [79, 78, 77]);
    assert.equal(byOne.at(-1)?.status, 429);
    one.close();
    const guesses = granted(await inTurn(service, 30, testKey, '/api/people/search?taxId=987-65-4320'));
    assert.ok(guesses <= 24 && guesses >= 21, `${guesses} of 24 guesses by two workers`);
    const all = guesses + granted(await inTurn(service, 62, testKey, '/api/companies/current'));
    const asked = all + (30 - guesses);
    assert.ok(asked <= 80 && asked >= 70, `${asked} of 80 requests by two workers`);
    await stopped(service);
  });

  test('count the streams of a key together, and those of a worker that died no more', async () => {
    const { service } = await aService('streams');
    const open = (): Promise<number | undefined> =>
      new Promise((resolve) => {
        const headers = { 'x-api-key': testKey };
        const asking = request(`${service.url}/api/events/stream`, { agent: false, headers }, (response) => {
          response.on('error', () => {}).resume();
          resolve(response.statusCode);
        });
        asking.on('error', () => resolve(undefined));
        asking.end();
      });
    const statuses = async (count: number) => {
      const all: (number | undefined)[] = [];
      for (let i = 0; i < count; i++) all.push(await open());
      return all;
    };
    assert.deepEqual(new Set(await statuses(50)), new Set([200]));
    assert.deepEqual(await statuses(2), [429, 429]);
    const [first] = workersOf(service);
    process.kill(first?.pid as number, 'SIGKILL');
    await eventually('there is room again', async () => (await open()) === 200);
    const more = (await statuses(40)).filter((status) => status === 200).length;
    assert.ok(more >= 15 && more <= 30, `${more + 1} streams were of the worker that died`);
    await stopped(service);
  });

  test('know at once what another one wrote, and where the test clock stands', async () => {
    const { service } = await aService('answers');
    const [one, two] = await toEach(service, 2);
    assert.ok(one !== undefined && two !== undefined);
    const made = async (path: string, body: object) => {
      const reply = await one.call('POST', `/api${path}`, body);
      assert.ok(reply.status < 300, reply.text);
      return reply.body.data;
    };
    await made('/test-clock', { now: '2026-03-10T15:00:00Z' });
    const person = await made('/people', aPerson('loan'));
    const { id } = await made(`/people/${person.id}/loans`, loanBody);
    const path = `/people/${person.id}/loans/${id}`;
    await made(`${path}/activate`, {});
    const same = async (question: string): Promise<string> => {
      const replies: Reply[] = [];
      for (const asked of [one, two, one, two]) replies.push(await asked.call('GET', `/api${path}${question}`));
      for (const { text, headers } of replies) {
        assert.equal(text, replies[0]?.text, question);
        assert.equal(headers.etag, replies[0]?.headers.etag);
      }
      return String(replies[0]?.headers.etag);
    };
    let [loan, balances] = [await same(''), await same('/balances')];
    for (let i = 0; i < 8; i++) {
      const writes: Connection = i % 2 === 0 ? one : two;
      const reads: Connection = i % 2 === 0 ? two : one;
      assert.equal((await writes.call('PUT', `/api${path}`, { nickname: `boat ${i}` })).status, 200);
      const seen: Reply = await reads.call('GET', `/api${path}`);
      assert.equal(seen.body.data.nickname, `boat ${i}`);
      assert.notEqual(seen.headers.etag, loan);
      loan = await same('');
    }
    const moved = await two.call('POST', '/api/test-clock/advance?sync=true', { to: '2026-03-12T15:00:00Z' });
    assert.equal(moved.status, 200, moved.text);
    const later = await one.call('GET', `/api${path}/balances`);
    assert.notEqual(later.headers.etag, balances, 'another day');
    balances = await same('/balances');
    for (const asked of [one, two]) asked.close();
    await stopped(service);
  });

  test('come again when one is killed, whichever leads: no write is lost, events go on, sums do not fall', async () => {
    const { service } = await aService('killed');
    const acknowledged: string[] = [];
    let goesOn = true;
    const writers = [1, 2, 3, 4].map((n) => writer(service, `w${n}`, acknowledged, () => goesOn));
    const requests = async (): Promise<number> => {
      const { text } = await connection(service).call('GET', '/metrics');
      return metric(text, 'http_request_duration_seconds_count{method="POST",route="/api/people",status="201"}');
    };
    const database = () => spawnSync('pgrep', ['-f', `${root}.*checkpointer`], { encoding: 'utf8' }).stdout;
    for (const number of [1, 2]) {
      const before = acknowledged.length;
      await eventually('some are acknowledged', () => acknowledged.length > before + 20);
      const counted = await requests();
      assert.ok(counted > 0);
      const victim = workersOf(service).find((one) => one.number === number);
      process.kill(victim?.pid as number, 'SIGKILL');
      await eventually('it is started again', () =>
        workersOf(service).some((one) => one.number === number && one.pid !== victim?.pid),
      );
      await complete(service, 2);
      assert.ok((await requests()) >= counted, 'a sum that falls would be taken for a new start');
    }
    goesOn = false;
    await Promise.all(writers);
    assert.equal(database(), database());
    await mustHave(service, acknowledged);
    assert.equal(linesOf(service).filter(({ msg }) => /started again/.test(String(msg))).length, 2);
    assert.ok(linesOf(service).filter(({ msg }) => msg === 'leads the background work').length >= 2, 'another leads');
    const last = await service.call('POST', '/people', aPerson('the-last'));
    const { data } = (await last.json()) as { data: { id: string } };
    await eventually('its event has a place', async () => {
      const listed = await (await service.call('GET', '/events?events=person.created&limit=1')).text();
      return listed.includes(data.id);
    });
    await stopped(service);
  });

  test('finish their requests and stop the database when their parent is killed', async () => {
    const { service, dataDirectory } = await aService('parent');
    const workers = workersOf(service).map(({ pid }) => pid);
    assert.equal(workers.length, 2);
    const body = JSON.stringify(aPerson('half-sent'));
    const headers = { 'x-api-key': testKey, 'content-type': 'application/json', 'content-length': body.length };
    const sending = request(`${service.url}/api/people`, { method: 'POST', headers });
    const status = new Promise<number | undefined>((resolve, reject) => {
      sending.on('response', (response) => resolve(response.resume().statusCode)).on('error', reject);
    });
    sending.write(body.slice(0, 10));
    await sleep(300);
    service.child.kill('SIGKILL');
    await sleep(300);
    sending.end(body.slice(10));
    assert.equal(await status, 201, 'a request that runs is answered');
    await eventually('they have ended', () => !workers.some(isAlive));
    const left = spawnSync('pgrep', ['-f', dataDirectory], { encoding: 'utf8' }).stdout;
    assert.equal(left, '', 'the database too');
    const again = await startService({ dataDirectory, environment: { WORKERS: '2' } });
    started.push(again);
    assert.equal((await again.call('GET', '/people/ext-half-sent')).status, 200);
    await stopped(again);
  });

  test('end with one signal: what runs in each is answered, a doubled Ctrl-C is one, nothing is left', async () => {
    const { service, dataDirectory } = await aService('stop');
    const body = JSON.stringify({ name: { firstName: 'Ada', lastName: 'Lovelace' } });
    const halves = Array.from({ length: 6 }, () => {
      const headers = { 'x-api-key': testKey, 'content-type': 'application/json', 'content-length': body.length };
      const sending = request(`${service.url}/api/people`, { agent: false, method: 'POST', headers });
      const status = new Promise<number | undefined>((resolve, reject) => {
        sending.on('response', (response) => resolve(response.resume().statusCode)).on('error', reject);
      });
      sending.write(body.slice(0, 10));
      return { finish: () => sending.end(body.slice(10)), status };
    });
    await sleep(300);
    // A terminal sends it to each process, and npm a second time.
    process.kill(-(service.child.pid as number), 'SIGINT');
    await sleep(30);
    process.kill(-(service.child.pid as number), 'SIGINT');
    await sleep(200);
    for (const { finish } of halves) finish();
    assert.deepEqual(new Set(await Promise.all(halves.map(({ status }) => status))), new Set([201]));
    assert.equal(await service.ended(), 0, service.log());
    assert.equal(linesOf(service).filter(({ msg }) => /started again/.test(String(msg))).length, 0);
    assert.equal(spawnSync('pgrep', ['-f', dataDirectory], { encoding: 'utf8' }).stdout, '', 'no process is left');
  });

  test('say in a sentence that the port is taken, print the first keys all the same, and end', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => taken.once('listening', resolve));
    const { port } = taken.address() as { port: number };
    const dataDirectory = join(mkdtempSync(join(root, 'taken')), 'data');
    const environment = { WORKERS: '2', BOOTSTRAP_LIVE_KEY: '', BOOTSTRAP_TEST_KEY: '' };
    const service = launch({ dataDirectory, environment, port });
    started.push(service);
    assert.equal(await service.ended(), 1);
    assert.match(service.log(), /port is taken/i);
    assert.ok(!service.log().includes('    at '), service.log());
    assert.equal(service.log().match(/test key {2}tenor_test_/g)?.length, 1);
    assert.doesNotMatch(service.log(), /Tenor is ready|http:/, 'the address is that of another program');
    assert.equal(spawnSync('pgrep', ['-f', dataDirectory], { encoding: 'utf8' }).stdout, '', 'no process is left');
    taken.close();
  });
});
