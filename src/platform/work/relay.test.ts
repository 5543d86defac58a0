// From the outbox to the job queue: nothing is lost, nothing is done twice, one relay works at a time.

import assert from 'node:assert/strict';
import { afterEach, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Chore } from '#platform/chore.ts';
import { machineClock } from '#platform/clock.ts';
import { onePersonEach } from '#platform/db/cluster/grouping.ts';
import type { Database } from '#platform/db/database.ts';
import { makeLog } from '#platform/log.ts';
import { type JobData, type JobKind, type Jobs, startJobs } from '#platform/work/jobs.ts';
import { aCaller } from '../../../tests/support/caller.ts';
import { eventually } from '../../../tests/support/eventually.ts';
import { aPerson, type Client, type Company, useHouse } from '../../../tests/support/house.ts';
import { type Relay, startRelay } from './relay.ts';

const log = makeLog('silent');

describe('the relay', () => {
  const { house, aCompany } = useHouse({ works: false });
  let company: Company;
  before(async () => {
    company = await aCompany();
  });

  const relays: Relay[] = [];
  const aRelay = (jobs: Jobs, chores: Chore[] = [], database: Database = house().service.database): Relay => {
    const relay = startRelay({
      database,
      jobs,
      chores,
      clock: machineClock,
      signals: house().service.signals,
      log,
    });
    relays.push(relay);
    return relay;
  };
  afterEach(async () => {
    await Promise.all(relays.splice(0).map((relay) => relay.stop()));
  });

  interface Inserted {
    readonly name: string;
    readonly id: string;
    readonly data: JobData;
  }

  /** A queue that only notes what it receives; `fail` runs after that. */
  const aQueue = (fail: () => void = () => {}) => {
    const inserted: Inserted[] = [];
    const jobs: Jobs = {
      async insert(name, given) {
        inserted.push(...given.map(({ id, data }) => ({ name, id, data })));
        fail();
      },
      stop: async () => {},
    };
    return { inserted, jobs };
  };

  async function emit(client: Client, job: string, count = 1, subjectId?: string): Promise<void> {
    await house().service.runCommand({
      caller: aCaller(client.realm),
      requestId: 'r',
      findSubject: subjectId === undefined ? undefined : async () => ({ id: subjectId, subject: undefined }),
      run: async (ctx) => {
        for (let i = 0; i < count; i++) ctx.enqueue(job, { i });
      },
      present: () => ({ status: 200, headers: {}, body: '' }),
    });
  }

  const outbox = async (): Promise<number> => {
    const counts = await Promise.all(
      Object.values(house().service.database.pools).map((pool) => pool.query('select count(*) as n from outbox')),
    );
    return counts.reduce((sum, { rows }) => sum + rows[0].n, 0);
  };
  const isEmpty = async () => (await outbox()) === 0;

  test('moves what commands left, in its order, with the realm it belongs to', async () => {
    await emit(company.live, 'a', 2);
    await emit(company.test, 'b');
    const { inserted, jobs } = aQueue();
    aRelay(jobs);
    await eventually('the outbox is empty', isEmpty);
    assert.deepEqual(
      inserted.map(({ name, data }) => [name, data]),
      [
        ['a', { mode: 'live', companyId: company.id, payload: { i: 0 } }],
        ['a', { mode: 'live', companyId: company.id, payload: { i: 1 } }],
        ['b', { mode: 'test', companyId: company.id, payload: { i: 0 } }],
      ],
    );
    assert.equal(new Set(inserted.map(({ id }) => id)).size, 3);
  });

  test('moves at once what it is woken for', async () => {
    const { inserted, jobs } = aQueue();
    aRelay(jobs);
    await emit(company.live, 'first');
    await eventually('it leads', () => inserted.length === 1);
    const tookMs: number[] = [];
    for (const count of [2, 3, 4, 5]) {
      await sleep(50);
      const woken = performanceOf();
      await emit(company.live, 'another');
      await eventually('it is moved', () => inserted.length === count);
      tookMs.push(woken());
    }
    // A busy machine delays some of them; the next look would delay them all.
    assert.ok(Math.min(...tookMs) < 300, `without waiting for the next look: ${tookMs}`);
  });
  const performanceOf = () => {
    const started = machineClock.micros();
    return () => (machineClock.micros() - started) / 1000;
  };

  test('moves many, each once', async () => {
    await emit(company.live, 'many', 1_203);
    const { inserted, jobs } = aQueue();
    aRelay(jobs);
    await eventually('the outbox is empty', isEmpty);
    assert.equal(inserted.length, 1_203);
    assert.equal(new Set(inserted.map(({ id }) => id)).size, 1_203);
  });

  test('that stops between the queue and the outbox loses nothing: the same ids come again', async () => {
    await emit(company.live, 'again', 3);
    let failures = 0;
    const { inserted, jobs } = aQueue(() => {
      failures += 1;
      if (failures === 1) throw new Error('the power went out');
    });
    aRelay(jobs);
    await eventually('the outbox is empty', isEmpty);
    assert.equal(inserted.length, 6);
    assert.deepEqual(
      inserted.slice(3).map(({ id }) => id),
      inserted.slice(0, 3).map(({ id }) => id),
    );
  });

  /** What a relay sees of a cluster that has lost the node of one subject: statements that name another one go on. */
  function withoutTheNodeOf(lost: string, others: readonly string[], isLost: () => boolean): Database {
    const { database } = house().service;
    const refused = Object.assign(new Error('connection refused'), { code: '08006' });
    return {
      ...database,
      grouping: { ...onePersonEach, subjectsThere: async () => [...others, lost] },
      unscoped(mode) {
        const unscoped = database.unscoped(mode);
        return {
          ...unscoped,
          async rows(query) {
            const { sql, parameters } = query.compile();
            const namesOther = parameters.some((value) => others.includes(String(value)));
            if (isLost() && /"(waiting_commits|outbox)"/.test(sql) && !namesOther) throw refused;
            return unscoped.rows(query);
          },
        };
      },
    };
  }

  test('goes on for the subjects of other nodes while one node is lost, and for all when it is back', async () => {
    const people: string[] = [];
    for (let i = 0; i < 3; i++) people.push((await company.test.made('/people', aPerson())).id);
    const [lost, ...others] = people as [string, ...string[]];
    for (const id of people) await emit(company.test, `of ${id}`, 1, id);
    const placed = async (): Promise<string[]> => {
      const { rows } = await house().service.database.pools.test.query(
        'select subject_id from placed_commits where subject_id = any($1)',
        [people],
      );
      return rows.map((row) => row.subject_id).toSorted();
    };
    let isLost = true;
    const { inserted, jobs } = aQueue();
    aRelay(
      jobs,
      [],
      withoutTheNodeOf(lost, others, () => isLost),
    );
    await eventually('the jobs of the others are moved', () => inserted.length === 2);
    assert.deepEqual(inserted.map(({ name }) => name).toSorted(), others.map((id) => `of ${id}`).toSorted());
    assert.deepEqual(await placed(), others.toSorted());
    isLost = false;
    await eventually('the last job is moved', () => inserted.length === 3);
    assert.deepEqual(await placed(), people.toSorted());
    assert.equal(await outbox(), 0);
  });

  test('leads alone, and another takes over when it stops', async () => {
    const [first, second] = [aQueue(), aQueue()];
    const runs: string[] = [];
    const chore = (whose: string): Chore => ({
      name: 'a chore',
      everyMs: 20,
      run: async (mode) => void runs.push(`${whose} ${mode}`),
    });
    const leader = aRelay(first.jobs, [chore('first')]);
    await eventually('the first one leads', () => runs.length >= 2);
    aRelay(second.jobs, [chore('second')]);
    await emit(company.live, 'to the first', 2);
    await eventually('the outbox is empty', isEmpty);
    assert.deepEqual([first.inserted.length, second.inserted.length], [2, 0]);
    assert.deepEqual(new Set(runs), new Set(['first live', 'first test']));
    await leader.stop();
    await emit(company.live, 'to the second', 2);
    await eventually('the outbox is empty', isEmpty);
    assert.deepEqual([first.inserted.length, second.inserted.length], [2, 2]);
    await eventually('it does the chores as well', () => runs.includes('second live'));
  });

  test('whose session is taken away leads again, or lets another', async () => {
    const { inserted, jobs } = aQueue();
    aRelay(jobs);
    await emit(company.live, 'before');
    await eventually('it leads', () => inserted.length === 1);
    await endSessionsOf('tenor relay');
    await emit(company.live, 'after');
    await eventually('it leads again', () => inserted.length === 2);
  });

  async function endSessionsOf(applicationName: string): Promise<void> {
    await house().service.database.exclusively(async () => {});
    const { default: pg } = await import('pg');
    const owner = new pg.Client(house().service.database.server);
    await owner.connect();
    const { rowCount } = await owner
      .query(
        'select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1 and datname = current_database()',
        [applicationName],
      )
      .finally(() => owner.end());
    assert.equal(rowCount, 1);
  }

  test('stops, also while another one leads', async () => {
    const [a, b] = [aRelay(aQueue().jobs), aRelay(aQueue().jobs)];
    await sleep(100);
    await Promise.all([a.stop(), b.stop()]);
  });

  test('moves jobs while a chore takes its time, which is waited for at the end', async () => {
    const { promise: time, resolve: end } = Promise.withResolvers<void>();
    let began = 0;
    const { inserted, jobs } = aQueue();
    const run = (): Promise<void> => {
      began += 1;
      return time;
    };
    const relay = aRelay(jobs, [{ name: 'long', everyMs: 1, run }]);
    await eventually('the chore began', () => began === 1);
    await emit(company.live, 'meanwhile');
    await eventually('the job is moved', () => inserted.length === 1);
    let hasStopped = false;
    const stopped = relay.stop().then(() => {
      hasStopped = true;
    });
    await emit(company.live, 'later');
    assert.deepEqual([began, hasStopped], [1, false]);
    end();
    await stopped;
  });

  test('goes on after a chore that failed', async () => {
    let runs = 0;
    const chore: Chore = {
      name: 'fails',
      everyMs: 1,
      run: async () => {
        runs += 1;
        throw new Error('not today');
      },
    };
    const { inserted, jobs } = aQueue();
    aRelay(jobs, [chore]);
    await eventually('the chore failed', () => runs >= 2);
    await emit(company.live, 'all the same');
    await eventually('the job is moved', () => inserted.length === 1);
  });
});

describe('the job queue', () => {
  const { house } = useHouse({ works: false });

  test('takes a job whose id it has seen for nothing, also after it has run, and goes on after one that fails', async () => {
    const ran: unknown[] = [];
    const kind: JobKind = {
      name: 'counted',
      run: async ({ payload }) => {
        ran.push(payload.n);
        if (payload.n === 1) throw new Error('this one fails');
      },
    };
    const { server, jobsLogin } = house().service.database;
    const jobs = await startJobs({ server, login: jobsLogin, kinds: [kind], log });
    try {
      const job = (n: number) => ({
        id: `00000000-0000-4000-8000-00000000000${n}`,
        data: { mode: 'live' as const, companyId: 'CP', payload: { n } },
      });
      await jobs.insert('counted', [job(1), job(2)]);
      await jobs.insert('counted', [job(1), job(2)]);
      await eventually('both ran', () => ran.length >= 2);
      await jobs.insert('counted', [job(2), job(3)]);
      await eventually('the third one ran', () => ran.includes(3));
      assert.deepEqual(ran.toSorted(), [1, 2, 3]);
    } finally {
      await jobs.stop();
    }
  });

  test('is emptied although one notice came for more jobs than it takes at once', async () => {
    const ran = new Set<unknown>();
    const kind: JobKind = { name: 'many', run: async ({ payload }) => void ran.add(payload.n) };
    const { server, jobsLogin } = house().service.database;
    const jobs = await startJobs({ server, login: jobsLogin, kinds: [kind], log });
    try {
      const job = (n: number) => ({
        id: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
        data: { mode: 'live' as const, companyId: 'CP', payload: { n } },
      });
      const all = Array.from({ length: 220 }, (_, i) => job(i));
      await jobs.insert('many', all);
      // By itself the queue is looked at every half minute.
      await eventually('all ran', () => ran.size === all.length);
    } finally {
      await jobs.stop();
    }
  });
});
