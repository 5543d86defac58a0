// The one write path: small commands that the test defines, and requests over HTTP.

import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { microsOfInstant } from '@tenor/engine/values/instant.ts';
import type { Pool, PoolClient } from 'pg';
import { LostRace } from '#platform/db/races.ts';
import type { Mode, Realm } from '#platform/db/realm.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { Refusal } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import { aCaller } from '../../../tests/support/caller.ts';
import { aPerson, type Client, type Company, useHouse } from '../../../tests/support/house.ts';
import type { CommandContext } from './context.ts';
import type { Reply } from './idempotency.ts';
import type { CommandRequest } from './run-command.ts';

type Run = (ctx: CommandContext, tx: Tx) => Promise<unknown>;

const request = (realm: Realm, run: Run): CommandRequest<undefined, unknown> => ({
  caller: aCaller(realm),
  requestId: 'a-request',
  run,
  present: (answer) => ({ status: 200, headers: {}, body: JSON.stringify(answer ?? null) }),
});

const sqlError = (code: string) => Object.assign(new Error(`as the database says ${code}`), { code });

describe('a command', () => {
  const { house, aCompany } = useHouse({ works: false, lockWaitMs: 300 });
  let company: Company;
  let realm: Realm;
  before(async () => {
    company = await aCompany();
    realm = company.live.realm;
  });

  const runCommand = (run: Run, options: Partial<CommandRequest<undefined, unknown>> = {}): Promise<Reply> =>
    house().service.runCommand({ ...request(realm, run), ...options });
  const pool = (mode: Mode): Pool => house().service.database.pools[mode];
  const countOf = async (table: string, where: string, value: string): Promise<number> => {
    const { rows } = await pool('live').query(`select count(*) as n from ${table} where ${where} = $1`, [value]);
    return rows[0].n;
  };
  const insert = (tx: Tx, externalId: string) =>
    tx.db.insertInto('external_ids').values({ external_id: externalId, kind: 'k', subject_id: 's', object_id: 'o' });

  test('that fails in a write which nobody waited for answers that error and leaves nothing', async () => {
    await company.live.made('/people', aPerson({ externalId: 'taken' }));
    const again = await company.live.post('/people', aPerson({ externalId: 'taken' }));
    assert.equal(again.status, 409);
    assert.equal(again.body.errorType, 'DuplicateExternalId');
    assert.match(again.body.message, /^Duplicate external ID/);
    assert.equal(await countOf('people', 'company_id', company.id), 1);
  });

  test('leaves nothing in a dry run, and gives its answer', async () => {
    const reply = await runCommand(
      async (ctx, tx) => {
        tx.write(insert(tx, 'dry'));
        ctx.enqueue('a job', {});
        return 'would be';
      },
      { dryRun: true },
    );
    assert.equal(reply.body, '"would be"');
    assert.equal(await countOf('external_ids', 'external_id', 'dry'), 0);
    assert.equal(await countOf('outbox', 'job', 'a job'), 0);
  });

  test('reports a failing write in a dry run as it would otherwise', async () => {
    const twice: Run = async (_, tx) => {
      tx.write(insert(tx, 'twice'));
      tx.write(insert(tx, 'twice'), () => new LostRace('taken'));
    };
    await assert.rejects(runCommand(twice, { dryRun: true }), { name: 'Locked' });
  });

  describe('that loses a race', () => {
    const races: Record<string, () => Error> = {
      'a deadlock': () => sqlError('40P01'),
      'a serialization failure': () => sqlError('40001'),
      'a lost race': () => new LostRace('the version had changed'),
    };
    for (const [what, race] of Object.entries(races)) {
      test(`runs again after ${what}, with fresh ids and nothing of the first run`, async () => {
        const ids: string[] = [];
        const reply = await runCommand(async (_, tx) => {
          const id = newId('BO');
          ids.push(id);
          tx.write(insert(tx, id));
          if (ids.length < 3) throw race();
          return id;
        });
        assert.equal(new Set(ids).size, 3);
        assert.equal(reply.body, JSON.stringify(ids[2]));
        const there = await Promise.all(ids.map((id) => countOf('external_ids', 'external_id', id)));
        assert.deepEqual(there, [0, 0, 1]);
      });

      test(`gives up after five times of ${what}: 423, to be tried later`, async () => {
        let runs = 0;
        const run = runCommand(async () => {
          runs += 1;
          throw race();
        });
        await assert.rejects(run, (error) => {
          assert.ok(error instanceof Refusal);
          assert.deepEqual([error.kind.status, error.headers['retry-after']], [423, '1']);
          return true;
        });
        assert.equal(runs, 5);
      });
    }

    test('does so when the race is lost in a write that nobody waited for', async () => {
      let runs = 0;
      await runCommand(async (_, tx) => {
        runs += 1;
        tx.write(insert(tx, runs < 3 ? 'a drawn id' : 'another'));
        if (runs < 3) tx.write(insert(tx, 'a drawn id'), () => new LostRace('a fresh id was taken'));
      });
      assert.equal(runs, 3);
      assert.equal(await countOf('external_ids', 'external_id', 'a drawn id'), 0);
      assert.equal(await countOf('external_ids', 'external_id', 'another'), 1);
    });

    test('does not run again after any other failure', async () => {
      let runs = 0;
      const run = runCommand(async () => {
        runs += 1;
        throw sqlError('23505');
      });
      await assert.rejects(run, { code: '23505' });
      assert.equal(runs, 1);
    });
  });

  test('two that wait for each other both succeed: the server ends one, which runs again', async () => {
    const lock = (tx: Tx, id: string) =>
      tx.rows(tx.db.selectFrom('external_ids').select('kind').where('external_id', '=', id).forUpdate());
    await runCommand(async (_, tx) => {
      for (const id of ['left', 'right']) tx.write(insert(tx, id));
    });
    let runs = 0;
    const both = (first: string, second: string) =>
      runCommand(async (_, tx) => {
        runs += 1;
        await lock(tx, first);
        await sleep(30);
        await lock(tx, second);
      });
    // The server looks for a deadlock after a second; the lock timeout of this test service is shorter.
    const patient: PoolClient[] = [];
    const calm = (client: PoolClient) => {
      patient.push(client);
      void client.query("set lock_timeout = '5s'");
    };
    pool('live').on('acquire', calm);
    try {
      await Promise.all([both('left', 'right'), both('right', 'left')]);
    } finally {
      pool('live').off('acquire', calm);
      await Promise.all(patient.map((client) => client.query('reset lock_timeout')));
    }
    assert.ok(runs > 2);
  });

  test('that meets a lock answers 423 and says when to come again', async () => {
    const { id } = await company.live.made('/people', aPerson());
    const holder = await pool('live').connect();
    try {
      await holder.query('begin');
      await holder.query('select 1 from people where person_id = $1 for update', [id]);
      const answer = await company.live.put(`/people/${id}`, { status: 'inactive' });
      assert.equal(answer.status, 423);
      assert.equal(answer.body.errorType, 'Locked');
      assert.equal(answer.headers['retry-after'], '1');
    } finally {
      await holder.query('rollback');
      holder.release();
    }
    assert.equal((await company.live.put(`/people/${id}`, { status: 'inactive' })).status, 200);
  });

  test('whose connection is lost before its commit answers 503 and says that nothing was written', async () => {
    const acquired = new Promise<PoolClient>((resolve) => pool('live').once('acquire', resolve));
    const run = runCommand(async (_, tx) => {
      tx.write(insert(tx, 'lost'));
      const { processID } = (await acquired) as PoolClient & { processID: number };
      const killer = await pool('live').query('select pg_terminate_backend($1::int)', [processID]);
      assert.equal(killer.rowCount, 1);
      await sleep(20);
    });
    await assert.rejects(run, (error) => {
      assert.ok(error instanceof Refusal, String(error));
      assert.deepEqual([error.kind.status, error.headers['retry-after']], [503, '1']);
      assert.match(error.message, /Nothing was written/);
      assert.deepEqual(error.data, { outcome: 'nothing' });
      return true;
    });
    assert.equal(await countOf('external_ids', 'external_id', 'lost'), 0);
    // The next command works.
    await runCommand(async (_, tx) => tx.write(insert(tx, 'found')));
    assert.equal(await countOf('external_ids', 'external_id', 'found'), 1);
  });

  describe('leaves its consequences', () => {
    test('in the commit of its writes, with its subject, in their order', async () => {
      const subject = { id: 'BO-SUBJ-ECTS', subject: undefined };
      await runCommand(
        async (ctx, tx) => {
          tx.write(insert(tx, 'with a consequence'));
          ctx.enqueue('first', { amount: 1 });
          ctx.enqueue('second', { amount: 2 });
        },
        { findSubject: async () => subject },
      );
      const { rows } = await pool('live').query(
        'select job, payload, company_id, id::text as id from outbox where subject_id = $1 order by position',
        [subject.id],
      );
      assert.deepEqual(
        rows.map(({ job, payload, company_id }) => [job, payload, company_id]),
        [
          ['first', { amount: 1 }, company.id],
          ['second', { amount: 2 }, company.id],
        ],
      );
      assert.match(rows[0].id, /^[0-9a-f]{8}-/);
    });

    test('and takes them back with its writes', async () => {
      const run = runCommand(async (ctx, tx) => {
        ctx.enqueue('never', {});
        tx.write(insert(tx, 'never twice'));
        tx.write(insert(tx, 'never twice'));
      });
      await assert.rejects(run, { code: '23505' });
      assert.equal(await countOf('outbox', 'job', 'never'), 0);
    });

    test('once, when it had to run again', async () => {
      let runs = 0;
      await runCommand(async (ctx) => {
        runs += 1;
        ctx.enqueue('once', {});
        if (runs < 3) throw new LostRace('again');
      });
      assert.equal(await countOf('outbox', 'job', 'once'), 1);
    });
  });

  describe('is dated', () => {
    const nowIn = async (client: Client): Promise<string> =>
      JSON.parse((await house().service.runCommand(request(client.realm, async (ctx) => ctx.now))).body);

    test('by the real time in live mode and in a test realm whose clock was not set', async () => {
      for (const client of [company.live, company.test]) {
        const before = house().service.clock.micros();
        const now = await nowIn(client);
        const micros = Number(microsOfInstant(now as never));
        assert.ok(micros >= before && micros <= house().service.clock.micros());
      }
    });

    test('by the test clock where it was set', async () => {
      const { test: api } = await aCompany();
      await api.made('/test-clock', { now: '2031-02-03T04:05:06.789Z' });
      assert.equal(await nowIn(api), '2031-02-03T04:05:06.789000+00:00');
      const person = await api.made('/people', aPerson());
      assert.equal(person.createdAt, '2031-02-03T04:05:06.789000+00:00');
    });
  });

  describe('costs round trips', () => {
    /**
     * Counts how often the work waited for the server: a statement sent while an earlier one is under way costs
     * nothing.
     */
    async function flights(mode: Mode, work: () => Promise<unknown>): Promise<number> {
      let waits = 0;
      let underWay = 0;
      const restore: (() => void)[] = [];
      const watch = (client: PoolClient) => {
        const query = client.query;
        client.query = ((...args: Parameters<typeof query>) => {
          if (underWay === 0) waits += 1;
          underWay += 1;
          // The answer to every statement arrives in one of these methods.
          const statement = args[0] as unknown as Record<
            'handleReadyForQuery' | 'handleError',
            (what: unknown) => void
          >;
          for (const name of ['handleReadyForQuery', 'handleError'] as const) {
            const answered = statement[name];
            statement[name] = (what) => {
              underWay -= 1;
              answered.call(statement, what);
            };
          }
          return Reflect.apply(query, client, args);
        }) as typeof query;
        restore.push(() => {
          client.query = query;
        });
      };
      pool(mode).on('acquire', watch);
      try {
        await work();
      } finally {
        pool(mode).off('acquire', watch);
        for (const undo of restore) undo();
      }
      return waits;
    }

    const create =
      (client: Client, headers = {}) =>
      async () => {
        const answer = await client.post('/people', aPerson({ externalId: newId('BO') }), headers);
        assert.equal(answer.status, 201);
      };

    test('one for a create in live mode: begin, all writes and the commit travel together', async () => {
      await create(company.live)();
      assert.equal(await flights('live', create(company.live)), 1);
    });

    test('two with an idempotency key, which is looked for first', async () => {
      await create(company.live)();
      // What a key may do is remembered for a second, which a busy machine may take: then it is asked for again.
      const each: number[] = [];
      for (let i = 0; i < 5; i++)
        each.push(await flights('live', create(company.live, { 'idempotency-key': `trips ${i}` })));
      assert.equal(Math.min(...each), 2);
    });

    test('two in a test realm, whose clock is read first', async () => {
      await create(company.test)();
      assert.equal(await flights('test', create(company.test)), 2);
    });

    test('three for a change of a person: found and locked, its identities read for the answer, written', async () => {
      const { id } = await company.live.made('/people', aPerson());
      const change = () => company.live.put(`/people/${id}`, { status: 'active' });
      assert.equal(await flights('live', change), 3);
    });
  });
});
