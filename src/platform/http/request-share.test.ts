// What a request takes of the shared supplies while it waits for others, or only for its answer.
import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, test } from 'node:test';
import { setImmediate as settled } from 'node:timers/promises';
import { errors, Refusal } from '#platform/errors.ts';
import { RequestShare, supplies } from './request-share.ts';
import type { Holder } from './supply.ts';

const holder = (company: string, id: string): Holder => ({
  realm: { mode: 'live', companyId: company },
  actor: { type: 'provider', id },
});

/** One stranger alone has half of the 20 turns. */
const turnsOfOne = 10;

describe('a request', () => {
  const aRequest = async (given: ReturnType<typeof supplies>, isRead = true) => {
    const response = new EventEmitter() as unknown as ServerResponse;
    const request = { headers: {} } as IncomingMessage;
    const share = new RequestShare(holder('strangers', 'one'), given, { isUpload: false, isRead, request, response });
    await share.begin();
    return {
      share,
      end() {
        share.end();
        response.emit('close');
      },
    };
  };
  const isFree = async (given: ReturnType<typeof supplies>) => {
    const next = aRequest(given);
    await settled();
    const isFree = given.turns.waiting === 0;
    return { isFree, end: async () => (await next).end() };
  };

  test('that reads is abandoned when its client goes, a command is finished', async () => {
    for (const isRead of [true, false]) {
      const { share, end } = await aRequest(supplies(100, 1), isRead);
      assert.equal(share.work.isAbandoned, false);
      end();
      assert.equal(share.work.isAbandoned, isRead);
    }
  });

  test('whose client went away before its key was known takes nothing', async () => {
    for (const isUpload of [true, false]) {
      const given = supplies(100, 1);
      const response = Object.assign(new EventEmitter(), { destroyed: true }) as unknown as ServerResponse;
      const request = { headers: { 'content-length': '100' } } as IncomingMessage;
      const share = new RequestShare(holder('CP-1', 'AK-1'), given, { isUpload, isRead: true, request, response });
      await assert.rejects(share.begin(), /went away/);
      share.end();
      const { places, bodies, uploads, turns } = given;
      assert.deepEqual([places.taken, bodies.taken, uploads.taken, turns.waiting], [0, 0, 0, 0]);
    }
  });

  test('whose answer is held back leaves its turn to others', async () => {
    const given = supplies(0, 1);
    const all = [];
    for (let i = 0; i < turnsOfOne; i++) all.push(await aRequest(given));
    const before = await isFree(given);
    assert.equal(before.isFree, false);
    all[0]?.share.freeTurn();
    await before.end();
    assert.equal((await isFree(given)).isFree, true);
    for (const { end } of all) end();
    assert.deepEqual([given.turns.waiting, given.places.taken], [0, 1]);
  });

  test('that asks another server counts as a part of whoever named it, and takes its turn again', async () => {
    const given = supplies(0, 1);
    const named = holder('CP-1', 'its provider');
    const all = [];
    for (let i = 0; i < turnsOfOne; i++) all.push(await aRequest(given));
    const answer = Promise.withResolvers<string>();
    const asks = all.map(({ share }) => share.waitFor(named, () => answer.promise));
    assert.deepEqual([given.waits.taken, given.places.taken], [turnsOfOne, 0]);
    const other = await isFree(given);
    assert.equal(other.isFree, true, 'others go on');
    answer.resolve('said');
    await settled();
    assert.equal(given.turns.waiting, 1, 'one waits for the turn of the other');
    await other.end();
    assert.deepEqual(new Set(await Promise.all(asks)), new Set(['said']));
    for (const { end } of all) end();
    assert.deepEqual([given.waits.taken, given.turns.waiting], [0, 0]);
  });

  test('is refused where whoever named the server has its share, and has lost nothing by it', async () => {
    const given = supplies(0, 1);
    const named = holder('CP-1', 'its provider');
    while (given.waits.tryTake(named)) {}
    assert.equal(given.waits.taken, 64, 'half of 128');
    const { share, end } = await aRequest(given);
    const isTooMany = (error: unknown) => error instanceof Refusal && error.kind === errors.TooManyRequests;
    await assert.rejects(
      share.waitFor(named, async () => {}),
      isTooMany,
    );
    await share.waitFor(holder('CP-2', 'another'), async () => {});
    end();
    assert.equal(given.waits.taken, 64);
  });
});
