// Work outside of transactions: one worker does it, a dead one is followed by another, and nobody writes down what is no
// longer theirs. The work is made up (tests/support/postcards.ts); its clock may be ahead, so that no test waits.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, test } from 'node:test';
import { useHouse } from '../../../../tests/support/house.ts';
import { type PostcardTools, postcardRows, printing } from '../../../../tests/support/postcards.ts';
import { send } from '../../../../tests/support/send-message.ts';
import { testServer } from '../../../../tests/support/server.ts';
import { LeaseLost } from '../lease.ts';
import { claimedWork, done, type Outcome } from './claimed-work.ts';

const second = 1_000_000;
const sending = { email: { smtpUrl: 'smtp://127.0.0.1:1', from: 'Acme <loans@example.com>' }, webhook: null };

describe('claimed work', () => {
  const { house, aCompany } = useHouse({ works: false, sending });
  const pool = () => house().service.database.pools.live;
  const ask = async <Row>(text: string): Promise<Row[]> => (await pool().query(text)).rows as Row[];

  async function aPostcard() {
    const { realm } = (await aCompany()).live;
    const id = await send(house(), realm);
    await pool().query('delete from outbox');
    const said: string[] = [];
    const printed: number[] = [];
    const log = Object.fromEntries(
      ['warn', 'error'].map((level) => [level, ({ outcome }: { outcome: string }) => said.push(`${level} ${outcome}`)]),
    ) as unknown as PostcardTools['log'];
    /** A worker whose clock is so far ahead, and what its press does. */
    const worker = (aheadSeconds: number, print: PostcardTools['press']['print'], knowsIds = true): PostcardTools => {
      const { database, clock, position } = house().service;
      const press = {
        knowsIds,
        async print(...asked: Parameters<typeof print>) {
          printed.push(aheadSeconds);
          return print(...asked);
        },
      };
      return { database, position, log, press, clock: { micros: () => clock.micros() + aheadSeconds * second } };
    };
    return {
      realm,
      id,
      said,
      printed,
      worker,
      run: (tools: PostcardTools) => printing.run(tools, realm, { id }),
      bringBack: (tools: PostcardTools) => printing.chore(tools).run('live'),
      row: async () => (await pool().query('select * from messages where id = $1', [id])).rows[0],
      brought: async () => (await pool().query('delete from outbox returning job, payload')).rows,
    };
  }
  const saying = (kind: Outcome['kind']) => async (): Promise<Outcome> => ({ kind, reason: 'the press is cold' });

  test('is done by one of several at once, and not again', async () => {
    const { worker, run, row, printed, said } = await aPostcard();
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => run(worker(0, async () => done))));
    assert.deepEqual(
      outcomes.filter((one) => one !== undefined),
      ['done'],
    );
    assert.equal(await run(worker(0, async () => done)), undefined);
    const { state, due_at, holder, tries } = await row();
    assert.deepEqual([state, due_at, holder, tries, printed.length, said], ['sent', null, null, 1, 1, []]);
  });

  test('of a worker that is killed is taken over by another when the lease has ended', async () => {
    const { realm, id, worker, run, bringBack, brought, row, said } = await aPostcard();
    const server = JSON.stringify({ ...testServer().owner, database: house().database });
    const words = ['tests/support/press-child.ts', server, JSON.stringify(realm), id];
    const child = spawn(process.execPath, words, { stdio: ['pipe', 'pipe', 'inherit'] });
    await once(child.stdout, 'data');
    child.kill('SIGKILL');
    await once(child, 'exit');
    const taken = await row();
    assert.deepEqual([taken.state, taken.tries], ['sending', 1]);

    await bringBack(worker(0, async () => done));
    assert.equal(await run(worker(0, async () => done)), undefined, 'until then nobody has it');
    await bringBack(worker(60, async () => done));
    const left = await row();
    assert.deepEqual(
      [left.state, left.holder, left.last_failure],
      ['queued', null, 'the worker ended before it was done'],
    );
    assert.deepEqual([await brought(), said], [[], ['warn later']], 'what kills its worker waits as what is in vain');

    await bringBack(worker(100, async () => done));
    await bringBack(worker(100, async () => done));
    assert.deepEqual(await brought(), [{ job: 'postcards.print', payload: { id } }]);
    assert.equal(await run(worker(100, async () => done)), 'done');
    assert.deepEqual([(await row()).state, (await row()).tries], ['sent', 2]);
  });

  test('that was taken over is not written down by the first worker, and its lease is lost', async () => {
    const { realm, worker, run, row, said, printed } = await aPostcard();
    const [begun, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let held: unknown;
    const slow = worker(0, async (_id, lease) => {
      begun.resolve();
      await mayEnd.promise;
      held = await slow.database.transact(realm, (tx) => lease.hold(tx)).catch((error) => error);
      assert.deepEqual([lease.lost.aborted, lease.isMine()], [true, false]);
      return { kind: 'refused', reason: 'too late' };
    });
    const first = run(slow);
    await begun.promise;
    assert.equal(await run(worker(60, async () => done)), 'done');
    const after = await row();
    mayEnd.resolve();
    assert.equal(await first, undefined);
    assert.ok(held instanceof LeaseLost);
    assert.deepEqual([await row(), after.state, printed], [after, 'sent', [0, 60]]);
    assert.deepEqual(said, ['warn later'], 'of the first worker nothing is said but that it was left');
  });

  test('that is in vain is tried again later and later, a person hears of it, and in the end it is given up', async () => {
    const { worker, run, row, said } = await aPostcard();
    const inVain = async () => (await postcardRows.stuck(ask, 'live')).count;
    for (const [tries, wait] of [30, 60, 120].entries()) {
      const began = house().service.clock.micros();
      assert.equal(await run(worker(0, saying('later'))), 'later');
      const { due_at, state } = await row();
      assert.equal(state, 'queued');
      const waits = Math.floor((due_at - began) / second) - wait;
      assert.ok(waits >= 0 && waits < 60, `${due_at - began} after ${tries + 1} tries`);
    }
    assert.deepEqual(said, ['warn later', 'warn later', 'error later']);
    assert.deepEqual(await postcardRows.stuck(ask, 'live'), { count: 1, why: 'the press is cold' });
    assert.equal(await run(worker(0, saying('later'))), 'refused');
    assert.deepEqual([(await row()).state, (await row()).due_at, await inVain()], ['refused', null, 0]);
  });

  test('of which nobody knows whether it was done is done again only where it does no harm', async () => {
    const known = await aPostcard();
    assert.equal(await known.run(known.worker(0, saying('unknown'))), 'later');
    const strange = await aPostcard();
    assert.equal(await strange.run(strange.worker(0, saying('unknown'), false)), 'unknown');
    assert.equal((await strange.row()).due_at, null);
    const throwing = await aPostcard();
    const breaks = async () => {
      throw new TypeError('ink');
    };
    assert.equal(await throwing.run(throwing.worker(0, breaks, false)), 'unknown');
    assert.deepEqual(
      [(await throwing.row()).last_failure, throwing.said],
      ['it failed (TypeError)', ['error unknown']],
    );
  });

  test('that was not tried loses no try, and is not claimed while its kind rests', async () => {
    const { worker, run, bringBack, brought, row, printed } = await aPostcard();
    const untried = async (): Promise<Outcome> => ({ kind: 'later', reason: 'there is no ink', isUntried: true });
    assert.equal(await run(worker(0, untried)), 'later');
    assert.deepEqual([(await row()).state, (await row()).tries, (await row()).holder], ['queued', 0, null]);
    const until = house().service.clock.micros() + 3_600 * second;
    const idle = (ahead: number): PostcardTools => {
      const tools = worker(ahead, async () => done);
      return { ...tools, press: { ...tools.press, restsUntil: () => until } };
    };
    assert.equal(await run(idle(60)), undefined);
    await bringBack(idle(60));
    assert.deepEqual([(await row()).due_at, await brought(), printed], [until, [], [0]]);
    assert.equal(await run(worker(7_200, async () => done)), 'done');
    assert.equal((await row()).tries, 1);
  });

  test('that takes less beside requests begins when its shift does, and says how long it took', async () => {
    const { worker, realm, id, printed, row } = await aPostcard();
    const { job } = claimedWork({
      rows: postcardRows,
      line: ({ companyId }) => companyId,
      atOnceMax: 2,
      atOnceBesideRequests: 1,
      restsBesideRequests: true,
      backOffSeconds: () => 30,
      inVain: 'a postcard was not printed',
      doing: ({ press }: PostcardTools) => ({
        take: async () => ({ set: { state: 'sending' as const } }),
        act: ({ row: taken, lease }) => press.print(taken.id, lease),
        conclude: async () => ({ state: 'sent' as const }),
        mayRepeat: () => true,
      }),
    });
    const worked: number[] = [];
    const run = (begin: () => Promise<void>) => {
      const shifts = { begin, worked: (ms: number) => void worked.push(ms) };
      return job({ ...worker(0, async () => done), shifts }).run({ ...realm, payload: { id } });
    };
    await assert.rejects(
      run(() => Promise.reject(new Error('it rests'))),
      /it rests/,
    );
    assert.deepEqual([printed, (await row()).state, worked], [[], 'queued', []]);
    await run(async () => {});
    assert.deepEqual([printed, (await row()).state, worked.length], [[0], 'sent', 1]);
  });

  test('that a person has ended meanwhile stays ended', async () => {
    const { realm, id, worker, run, row } = await aPostcard();
    const { database } = house().service;
    const ending = worker(0, async () => {
      await database.transact(realm, async (tx) =>
        tx.write(postcardRows.update(tx.db, { id }).set(postcardRows.ended)),
      );
      return done;
    });
    assert.equal(await run(ending), undefined);
    assert.deepEqual([(await row()).state, (await row()).due_at], ['sending', null]);
  });

  test('that waits too long is seen by its queue', async () => {
    const { id } = await aPostcard();
    await pool().query('update messages set due_at = null where id <> $1', [id]);
    await pool().query('update messages set due_at = 7 where id = $1', [id]);
    assert.equal(await postcardRows.since(ask, 'live'), 7);
  });
});
