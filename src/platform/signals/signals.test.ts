// Signals between the parts of a process and between processes: they are heard at once, nothing depends on them, and
// they leave nothing behind.
import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { makeLog } from '#platform/log.ts';
import { aCaller } from '../../../tests/support/caller.ts';
import { eventually } from '../../../tests/support/eventually.ts';
import { aPerson, useHouse } from '../../../tests/support/house.ts';
import { makeSignals, type Signals, type Topic } from './signals.ts';

const topics: readonly Topic[] = ['committed', 'ordered', 'deliveries'];
const everything = topics.flatMap((topic) => [`${topic} live`, `${topic} test`]).toSorted();

describe('signals', () => {
  const { house } = useHouse({ works: false });
  const opened: Signals[] = [];
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((signals) => signals.stop()));
  });

  /** One process's signals, with what was heard through them. */
  function anEnd(server = house().service.database.server) {
    const signals = makeSignals(server, makeLog('silent'));
    opened.push(signals);
    const heard: string[] = [];
    for (const topic of topics) signals.on(topic, (mode) => heard.push(`${topic} ${mode}`));
    return { signals, heard };
  }
  type End = ReturnType<typeof anEnd>;

  const hasHeard = ({ heard }: End, word: string) => eventually(`"${word}" is heard`, () => heard.includes(word));
  /** A new listener gets every signal once at its start, because it may have missed some. */
  async function toldToLook({ heard }: End): Promise<void> {
    await eventually('it is told to look after everything', () => everything.every((word) => heard.includes(word)));
    heard.length = 0;
  }
  async function twoEnds(): Promise<[End, End]> {
    const [a, b] = [anEnd(), anEnd()];
    for (const end of [a, b]) {
      end.signals.connect();
      await toldToLook(end);
    }
    return [a, b];
  }

  async function asOwner<T>(text: string): Promise<T[]> {
    const owner = new pg.Client(house().service.database.server);
    await owner.connect();
    const { rows } = await owner.query(text).finally(() => owner.end());
    return rows;
  }
  const ours = "application_name = 'tenor signals' and datname = current_database()";
  const sessions = async () => (await asOwner(`select pid from pg_stat_activity where ${ours}`)).length;
  const endFirstSession = () =>
    asOwner(`select pg_terminate_backend(pid) from pg_stat_activity where ${ours} order by backend_start, pid limit 1`);

  test('reach the listeners of their own process at once, before anything is connected, and nobody else', async () => {
    const [a, b] = [anEnd(), anEnd()];
    b.signals.connect();
    await toldToLook(b);
    a.signals.say('committed', 'live');
    assert.deepEqual(a.heard, ['committed live'], 'while it is said');
    await sleep(50);
    assert.deepEqual(b.heard, []);
  });

  test('go from each process to the other, every word for itself', async () => {
    const [a, b] = await twoEnds();
    a.signals.say('committed', 'live');
    assert.deepEqual(a.heard, ['committed live']);
    await hasHeard(b, 'committed live');
    b.signals.say('ordered', 'test');
    b.signals.say('deliveries', 'live');
    await hasHeard(a, 'ordered test');
    await hasHeard(a, 'deliveries live');
    assert.deepEqual([...new Set(a.heard)].toSorted(), ['committed live', 'deliveries live', 'ordered test']);
    assert.deepEqual([...new Set(b.heard)].toSorted(), ['committed live', 'deliveries live', 'ordered test']);
  });

  test('said many times in a moment go out together', async () => {
    const [a, b] = await twoEnds();
    for (let i = 0; i < 1_000; i++) a.signals.say('committed', i % 2 === 0 ? 'live' : 'test');
    await hasHeard(b, 'committed live');
    await hasHeard(b, 'committed test');
    await sleep(50);
    assert.ok(b.heard.length < 10, `${b.heard.length} for a thousand`);
  });

  test('are no longer heard by whoever stopped listening', async () => {
    const [a, b] = await twoEnds();
    const extra: string[] = [];
    const deafen = a.signals.on('ordered', (mode) => extra.push(mode));
    deafen();
    b.signals.say('ordered', 'live');
    await hasHeard(a, 'ordered live');
    assert.deepEqual(extra, []);
  });

  test('come again after the connection was ended, and everybody there is told to look', async () => {
    const [a, b] = await twoEnds();
    await endFirstSession();
    await toldToLook(a);
    assert.deepEqual(b.heard, [], 'only one of them was cut off');
    b.signals.say('committed', 'test');
    await hasHeard(a, 'committed test');
    a.signals.say('ordered', 'live');
    await hasHeard(b, 'ordered live');
    assert.equal(await sessions(), 2);
  });

  test('go on inside the process while the connection is away', async () => {
    const [a] = await twoEnds();
    await endFirstSession();
    for (let i = 0; i < 30; i++) {
      a.signals.say('committed', 'live');
      await sleep(10);
    }
    assert.ok(a.heard.filter((word) => word === 'committed live').length >= 30);
    await eventually('it is connected again', () => everything.every((word) => a.heard.includes(word)));
  });

  describe('that stop', () => {
    test('leave no session, and harm nobody who still says something', async () => {
      const [a, b] = await twoEnds();
      a.signals.connect();
      assert.equal(await sessions(), 2, 'connected twice it is connected once');
      a.signals.say('committed', 'live');
      await Promise.all([a.signals.stop(), b.signals.stop()]);
      await eventually('the sessions end', async () => (await sessions()) === 0);
      a.signals.say('ordered', 'live');
      assert.ok(a.heard.includes('ordered live'));
      await sleep(20);
      await a.signals.stop();
    });

    test('do so: never connected, just connecting, cut off, and without a server', async () => {
      const nowhere = anEnd({ host: '127.0.0.1', port: 1, user: 'nobody', database: 'none' });
      const connecting = anEnd();
      const [cutOff] = await twoEnds();
      await endFirstSession();
      nowhere.signals.connect();
      await sleep(50);
      connecting.signals.connect();
      await Promise.all([anEnd(), nowhere, connecting, cutOff].map(({ signals }) => signals.stop()));
      await eventually('only the other one of the two is there', async () => (await sessions()) === 1);
    });
  });
});

describe('a commit', () => {
  const { house, aCompany } = useHouse({ works: false });

  /** What is said while something is done. */
  async function saidBy(work: () => Promise<unknown>): Promise<Topic[]> {
    const said: Topic[] = [];
    const deafen = (['committed', 'enqueued'] as const).map((topic) =>
      house().service.signals.on(topic, () => said.push(topic)),
    );
    await work();
    for (const one of deafen) one();
    return said;
  }

  test('says what it has written and nothing else', async () => {
    const { test: api } = await aCompany();
    const { database, runCommand } = house().service;
    const enqueues = (dryRun: boolean) =>
      runCommand({
        caller: aCaller(api.realm),
        requestId: 'r',
        dryRun,
        run: async (ctx) => ctx.enqueue('a job', {}),
        present: () => ({ status: 200, headers: {}, body: '' }),
      });
    assert.deepEqual(await saidBy(() => api.made('/people', aPerson())), ['committed']);
    assert.deepEqual(await saidBy(() => enqueues(false)), ['enqueued']);
    assert.deepEqual(await saidBy(() => enqueues(true)), [], 'it was rolled back');
    for (const { transact } of [database, database.atServer]) {
      const renewsLeases = () =>
        transact(api.realm, async (tx) => tx.write(tx.db.updateTable('operations').set({ lease_until: 1 })));
      assert.deepEqual(await saidBy(renewsLeases), [], 'nobody waits for a renewed lease');
    }
  });
});
