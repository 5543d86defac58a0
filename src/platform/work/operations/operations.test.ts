// Work that outlives its request: what happens when workers die, fail or run twice.

import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import Type from 'typebox';
import type { Realm } from '#platform/db/realm.ts';
import { errors, Refusal } from '#platform/errors.ts';
import { makeLog } from '#platform/log.ts';
import { advanceClock } from '#platform/test-clock/advance-clock.ts';
import type { OperationKind, Running } from '#platform/work/operations/operation-kind.ts';
import { aCaller } from '../../../../tests/support/caller.ts';
import { eventually } from '../../../../tests/support/eventually.ts';
import { type Company, useHouse } from '../../../../tests/support/house.ts';
import { defineJob } from './job.ts';
import { operations, startOperation } from './operations.ts';

describe('an operation', () => {
  const { house, aCompany } = useHouse({ works: false, config: { syncTimeoutMs: 150 } });
  let company: Company;
  let realm: Realm;
  before(async () => {
    company = await aCompany();
    realm = company.live.realm;
  });

  /** A worker that knows these kinds. A test may start several, as if in several processes. */
  const worker = (...kinds: OperationKind[]) => {
    const { database, vault, clock, position, rightsOf } = house().service;
    return operations({ database, vault, clock, position, rightsOf, kinds, log: makeLog('silent') });
  };
  const run = (kind: OperationKind, operationId: string, where = realm) =>
    worker(kind).job.run({ ...where, payload: { operationId } });

  async function started(kind: OperationKind): Promise<string> {
    const reply = await house().service.runCommand({
      caller: aCaller(realm),
      requestId: 'r',
      run: async (ctx, tx) => startOperation(ctx, tx, { ...aJob, kind: kind.kind }, { amount: 3 }).id,
      present: (id) => ({ status: 202, headers: {}, body: String(id) }),
    });
    return reply.body;
  }

  const pool = (mode: 'live' | 'test' = 'live') => house().service.database.pools[mode];
  const rowOf = async (id: string) => (await pool().query('select * from operations where id = $1', [id])).rows[0];
  const effects = async (id: string): Promise<number> =>
    (await pool().query('select 1 from external_ids where external_id = $1', [`effect of ${id}`])).rows.length;
  const waiting = async (id: string, mode: 'live' | 'test' = 'live'): Promise<number> =>
    (await pool(mode).query("select 1 from outbox where payload->>'operationId' = $1", [id])).rows.length;
  /** Ends the lease, as if its worker had not renewed it. */
  const letLeaseEnd = (id: string) =>
    pool().query('update operations set lease_until = 1, position = 1 where id = $1', [id]);

  /** Writes a row as its effect; a second time this would fail. */
  const finish = ({ finish: end, operationId }: Running) =>
    end(async (tx) => {
      const effect = { external_id: `effect of ${operationId}`, kind: 'k', subject_id: 's', object_id: 'o' };
      tx.write(tx.db.insertInto('external_ids').values(effect));
      return { done: true };
    });
  const aJob = defineJob('a.kind', Type.Object({ amount: Type.Integer() }));
  const kindOf = (
    work: (running: Running) => Promise<void>,
    more: Partial<Pick<OperationKind, 'kind' | 'needs' | 'release'>> = {},
  ): OperationKind => ({
    ...aJob,
    run: work,
    ...more,
  });

  test('waits in the outbox, is run, tells how far it is, and ends', async () => {
    const seen: unknown[] = [];
    const kind = kindOf(async (running) => {
      seen.push(running.input, running.realm);
      await running.progress(1, 2);
      seen.push((await company.live.get(`/operations/${running.operationId}`)).body.data);
      await finish(running);
    });
    const id = await started(kind);
    assert.equal(await waiting(id), 1);
    assert.equal((await company.live.get(`/operations/${id}`)).body.data.state, 'queued');
    await run(kind, id);
    const [input, where, half] = seen as [unknown, unknown, { state: string; progress: unknown }];
    assert.deepEqual([input, where], [{ amount: 3 }, realm]);
    assert.deepEqual([half.state, half.progress], ['running', { done: 1, total: 2 }]);
    const { body } = await company.live.get(`/operations/${id}`);
    assert.equal(body.data.state, 'succeeded');
    assert.deepEqual([body.data.result, body.data.error], [{ done: true }, null]);
    assert.ok(body.data.startedAt <= body.data.finishedAt);
    assert.equal(await effects(id), 1);
  });

  test('is seen by its realm alone', async () => {
    const id = await started(kindOf(finish));
    const other = await aCompany();
    for (const client of [company.test, other.live, other.test]) {
      assert.equal((await client.get(`/operations/${id}`)).status, 404);
    }
  });

  test('is run once, however often its job comes', async () => {
    let runs = 0;
    const kind = kindOf(async (running) => {
      runs += 1;
      await finish(running);
    });
    const id = await started(kind);
    await Promise.all(Array.from({ length: 5 }, () => run(kind, id)));
    await run(kind, id);
    assert.equal(runs, 1);
    assert.equal(await effects(id), 1);
  });

  test('is left to the worker that holds it, until its lease has ended', async () => {
    const id = await started(kindOf(finish));
    // A worker claimed it and then died.
    const soon = house().service.clock.micros() + 5_000_000;
    await pool().query("update operations set state = 'running', attempts = 1, lease_until = $2 where id = $1", [
      id,
      soon,
    ]);
    await run(kindOf(finish), id);
    assert.equal((await rowOf(id)).state, 'running');
    await letLeaseEnd(id);
    await run(kindOf(finish), id);
    const row = await rowOf(id);
    assert.deepEqual([row.state, row.attempts], ['succeeded', 2]);
    assert.equal(await effects(id), 1);
  });

  test('whose worker died is put into the outbox again, once', async () => {
    const id = await started(kindOf(finish));
    const { chore } = worker();
    await chore.run('live');
    assert.equal(await waiting(id), 1, 'a fresh one is on its way');
    await pool().query("update operations set state = 'running', attempts = 1 where id = $1", [id]);
    await letLeaseEnd(id);
    await chore.run('live');
    await chore.run('live');
    await chore.run('test');
    assert.equal(await waiting(id), 2);
    await run(kindOf(finish), id);
    assert.equal((await rowOf(id)).state, 'succeeded');
    await letLeaseEnd(id);
    await chore.run('live');
    assert.equal(await waiting(id), 2, 'one that has ended is left alone');
  });

  /** A worker pauses, another takes over, and during that work the first one continues. */
  async function wakeUpInBetween(goOn: (running: Running) => Promise<void>): Promise<string> {
    const [asleep, awake] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const slow = kindOf(async (running) => {
      asleep.resolve();
      await awake.promise;
      await goOn(running);
    });
    const id = await started(slow);
    const sleeper = run(slow, id);
    await asleep.promise;
    await letLeaseEnd(id);
    const other = kindOf(async (running) => {
      awake.resolve();
      await sleeper;
      await finish(running);
    });
    await run(other, id).finally(awake.resolve);
    const row = await rowOf(id);
    assert.deepEqual([row.state, row.attempts, row.error], ['succeeded', 2, null]);
    assert.equal(await effects(id), 1);
    return id;
  }

  test('has its effect once when a worker that was taken for dead comes back', async () => {
    let steps = 0;
    await wakeUpInBetween(async (running) => {
      await running.step(async () => {
        steps += 1;
      });
      await finish(running);
    });
    assert.equal(steps, 0, 'its first write found the lease gone');
    await wakeUpInBetween(finish);
  });

  test('that is refused is no trouble of the service: only what is ours to mend is logged as an error', async () => {
    const { database, vault, clock, position, rightsOf } = house().service;
    const log = makeLog('silent');
    const said: string[] = [];
    for (const level of ['error', 'info'] as const) log[level] = () => said.push(level);
    for (const fault of [new Refusal(errors.NotFound, 'Its webhook is gone.'), new Error('a defect')]) {
      const kind = kindOf(() => Promise.reject(fault));
      const id = await started(kind);
      const { job } = operations({ database, vault, clock, position, rightsOf, kinds: [kind], log });
      await job.run({ ...realm, payload: { operationId: id } });
    }
    assert.deepEqual(said, ['info', 'error']);
  });

  test('goes to the process for long work if there is one, and is done here if there is none', async () => {
    const { database, vault, clock, position, rightsOf } = house().service;
    const given: unknown[] = [];
    for (const isThere of [true, false]) {
      const kind = kindOf(finish);
      const handOver = async (job: unknown) => given.push(job) > 0 && isThere;
      const crew = { handOver, busiest: async () => 0 };
      const id = await started(kind);
      const kinds = [kind];
      const here = operations({ database, vault, clock, position, rightsOf, kinds, crew, log: makeLog('silent') });
      const data = { ...realm, payload: { operationId: id } };
      await here.job.run(data);
      assert.deepEqual(given.at(-1), data);
      assert.equal((await rowOf(id)).state, isThere ? 'queued' : 'succeeded');
      await here.doHere(data);
      assert.equal((await rowOf(id)).state, 'succeeded');
    }
  });

  test('rests for requests after work that is no step, together with all other work of its process', async () => {
    const { database, vault, clock, position, rightsOf } = house().service;
    const told: unknown[] = [];
    const shifts = { restAfter: async (ms: number) => void told.push(ms) };
    const kind = kindOf(async (running) => {
      await running.rest(7);
      told.push('goes on');
      await finish(running);
    });
    const given = { database, vault, clock, position, rightsOf, kinds: [kind], log: makeLog('silent') };
    const here = operations({ ...given, shifts, isServing: () => true });
    await here.job.run({ ...realm, payload: { operationId: await started(kind) } });
    assert.deepEqual(told, [7, 'goes on']);
  });

  test('is given back by a process that stops: it begins no further step, and another one goes on at once', async () => {
    const { database, vault, clock, position, rightsOf } = house().service;
    let steps = 0;
    const step = async () => {
      steps += 1;
    };
    const kind = kindOf(async (running) => {
      await running.step(step);
      stops.stop();
      await running.step(step);
    });
    const stops = operations({ database, vault, clock, position, rightsOf, kinds: [kind], log: makeLog('silent') });
    const id = await started(kind);
    await stops.job.run({ ...realm, payload: { operationId: id } });
    const row = await rowOf(id);
    assert.deepEqual([steps, row.state, Number(row.lease_until)], [1, 'running', 0]);
    await stops.job.run({ ...realm, payload: { operationId: id } });
    assert.equal((await rowOf(id)).attempts, 1, 'it takes nothing any more');
    await run(kindOf(finish), id);
    assert.equal((await rowOf(id)).state, 'succeeded');
  });

  test('is not ended by a worker that lost it and then fails', async () => {
    await wakeUpInBetween(async () => {
      throw new Refusal(errors.InvalidRequest, 'too late to say so');
    });
  });

  test('is tried again after a fault, and ends as failed when the fault comes every time', async () => {
    let runs = 0;
    const released: string[] = [];
    const faulty = kindOf(
      async () => {
        runs += 1;
        throw new Error('a secret of ours');
      },
      {
        async release(_, { operationId }) {
          released.push(operationId);
          return null;
        },
      },
    );
    const id = await started(faulty);
    for (let i = 0; i < 4; i++) await run(faulty, id);
    assert.deepEqual([(await rowOf(id)).state, released], ['running', []]);
    await run(faulty, id);
    await run(faulty, id);
    assert.equal(runs, 5);
    const { body } = await company.live.get(`/operations/${id}`);
    assert.equal(body.data.state, 'failed');
    assert.equal(body.data.error.errorType, 'InternalError');
    assert.ok(!JSON.stringify(body).includes('secret'));
    assert.deepEqual(released, [id]);
  });

  test('that gets further each time is gone on with, however often its workers die', async () => {
    let isEnded = false;
    const kind = kindOf(async (running) => {
      const { done } = await running.counted(running.reader);
      assert.deepEqual(running.input, { amount: 3 }, 'what it was given');
      if (isEnded) await finish(running);
      else await running.progress(done + 1, 20);
    });
    const id = await started(kind);
    for (let deaths = 0; deaths < 12; deaths++) {
      await run(kind, id);
      await letLeaseEnd(id);
    }
    isEnded = true;
    await run(kind, id);
    const { state, progress_done } = await rowOf(id);
    assert.deepEqual([state, progress_done], ['succeeded', 12]);
  });

  test('whose workers die without getting any further is given up', async () => {
    const kind = kindOf(async () => {});
    const id = await started(kind);
    for (let deaths = 0; deaths < 6; deaths++) {
      await run(kind, id);
      await letLeaseEnd(id);
    }
    assert.equal((await rowOf(id)).state, 'failed');
  });

  test('is no failure of its own when the database is lost: it is left to its lease', async () => {
    const lost = Object.assign(new Error('terminating connection'), { code: '57P01' });
    let isBack = false;
    const kind = kindOf(async (running) => {
      if (!isBack) throw lost;
      await finish(running);
    });
    const id = await started(kind);
    for (let losses = 0; losses < 4; losses++) {
      await assert.rejects(run(kind, id), lost);
      assert.equal((await rowOf(id)).state, 'running');
      await letLeaseEnd(id);
    }
    isBack = true;
    await run(kind, id);
    assert.equal((await rowOf(id)).state, 'succeeded');
  });

  test('that nothing of its last step was kept of is run again', async () => {
    let runs = 0;
    const kind = kindOf((running) =>
      running.finish(async (tx) => {
        runs += 1;
        const effect = { external_id: `effect of ${running.operationId}`, kind: 'k', subject_id: 's', object_id: 'o' };
        tx.write(tx.db.insertInto('external_ids').values(effect));
        if (runs === 1) throw new Error('the power went out');
        return null;
      }),
    );
    const id = await started(kind);
    await run(kind, id);
    assert.equal(await effects(id), 0);
    await run(kind, id);
    assert.equal(await effects(id), 1);
    assert.equal((await rowOf(id)).state, 'succeeded');
  });

  test('of a kind that no worker knows fails in the end, without harm', async () => {
    const id = await started(kindOf(finish));
    for (let i = 0; i < 5; i++) await worker().job.run({ ...realm, payload: { operationId: id } });
    assert.equal((await rowOf(id)).state, 'failed');
  });

  test('that failed answers its error to whoever waits for it, and gives the clock back', async () => {
    const { test: api } = await aCompany();
    const refusing = {
      ...advanceClock([]),
      run: async () => Promise.reject(new Refusal(errors.InvalidRequest, 'No.')),
    };
    const waited = api.post('/test-clock/advance?sync=true', { to: '2099-01-01T00:00:00Z' });
    const id: string = await eventually(
      'it is started',
      async () => (await api.get('/test-clock')).body.data.operationId,
    );
    await run(refusing, id, api.realm);
    const answer = await waited;
    assert.deepEqual([answer.status, answer.body.message, answer.headers['operation-id']], [400, 'No.', id]);
    assert.equal((await api.get('/test-clock')).body.data.operationId, null);
    assert.equal((await api.get(`/operations/${id}`)).body.data.error.message, 'No.');
    assert.equal((await api.post('/people', { name: { firstName: 'Ada', lastName: 'Lovelace' } })).status, 201);
  });
});

test('a job reads what its operation keeps, and nothing else', () => {
  const job = defineJob('a.kind', Type.Object({ amount: Type.Integer() }));
  assert.deepEqual(job.readInput({ amount: 3, counted: 1 }), { amount: 3, counted: 1 });
  for (const kept of [{}, { amount: '3' }, null]) assert.throws(() => job.readInput(kept), /something else/);
});
