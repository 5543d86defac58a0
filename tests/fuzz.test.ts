// Random requests: the service answers each with something its description allows, within a time limit, and its books
// stay right. The requests are made only from the description, so every described endpoint is included.
//
//   TENOR_FUZZ=200000 TENOR_FUZZ_SEED=7 npm test -- fuzz.test     so many, of this seed
//   TENOR_FUZZ_ONLY=1234 TENOR_FUZZ_SEED=7 npm test -- fuzz.test  this one, in a fresh world
import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { pino } from 'pino';
import { verifyRealms } from '#app/verify-realms.ts';
import { readDescription } from './support/fuzz/description.ts';
import { knownObjects } from './support/fuzz/known.ts';
import { aimAt, requestAt } from './support/fuzz/request.ts';
import { type FuzzResult, fuzz, told } from './support/fuzz/run.ts';
import { useHouse } from './support/house.ts';
import { askTest, storedEvents } from './support/stored-events.ts';

const seed = Number(process.env.TENOR_FUZZ_SEED ?? 1);
const count = Number(process.env.TENOR_FUZZ ?? 3_000);
const only = process.env.TENOR_FUZZ_ONLY === undefined ? {} : { only: Number(process.env.TENOR_FUZZ_ONLY) };
const syncMs = 4_000;
const grownMegabytesMax = 150;

/** Memory in use, without garbage. */
function heldMegabytes(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed / 1_048_576;
}

describe(`a fuzz of ${count} requests, seed ${seed}`, () => {
  const logged: string[] = [];
  const log = pino(
    { level: 'error' },
    new Writable({
      write(line, _, done) {
        logged.push(String(line));
        done();
      },
    }),
  );
  const { house } = useHouse({ log, config: { syncTimeoutMs: syncMs } });
  let megabytesBefore: number;
  let result: FuzzResult;
  let broke: unknown;
  before(async () => {
    await house().app.listen({ host: '127.0.0.1', port: 0 });
    megabytesBefore = heldMegabytes();
    // An error of the fuzz itself is reported by the first test: if `before` failed, the test service would not be
    // closed.
    try {
      result = await fuzz(house(), { seed, count, syncMs, ...only });
    } catch (error) {
      broke = error;
    }
  });

  test('is the same for the same seed, as far as no answer changes it', async () => {
    const { operations } = readDescription(
      (await house().call(undefined, 'GET', 'http://tenor.test/openapi.json')).body,
    );
    const known = knownObjects(operations, {});
    const asked = (of: number): string[] =>
      Array.from({ length: 300 }, (_, index) => {
        const { operation } = aimAt(of, index, operations);
        const { method, path, headers, body } = requestAt(of, index, { operation, known, prepared: undefined });
        return JSON.stringify([method, path, headers, String(body)]);
      });
    assert.deepEqual(asked(seed), asked(seed));
    assert.notDeepEqual(asked(seed), asked(seed + 1));
  });

  test('is answered as the description says, soon and never with a 5xx', () => {
    if (broke !== undefined) throw broke;
    const { findings, statuses } = result;
    const shown = findings.map((finding) => told(finding, seed)).join('\n');
    assert.equal(findings.length, 0, `${shown}\nstatuses: ${JSON.stringify(Object.fromEntries(statuses))}`);
  });

  test('makes nothing fail that goes on by itself', () => {
    assert.deepEqual(logged, []);
  });

  test('gets through everywhere: every operation has succeeded', { skip: count < 20_000 || 'only' in only }, () => {
    assert.deepEqual(result.neverSucceeded, []);
  });

  test('leaves the books of every loan as their facts make them', async () => {
    const realms = result.worlds.map(({ company }) => company.test.realm);
    const { loans, verdicts } = await verifyRealms(house().service, { realms });
    assert.deepEqual(verdicts, []);
    assert.ok(loans >= realms.length);
  });

  test('leaves every event with a place of its own', async () => {
    const { service } = house();
    const found = async () => {
      await service.orderEvents('test');
      const { rows } = await service.database.pools.test.query(
        "select last_sequence from event_places where name = 'events'",
      );
      const events = await storedEvents(askTest(house()));
      const places = new Set(events.map(({ sequence }) => sequence).filter((sequence) => sequence !== null));
      return { events: events.length, places: places.size, areGiven: Math.max(...places) <= rows[0].last_sequence };
    };
    let last = await found();
    // The last requests may have begun work that still emits events.
    for (let i = 0; i < 50 && last.places !== last.events; i++) {
      await sleep(100);
      last = await found();
    }
    assert.deepEqual({ places: last.places, areGiven: last.areGiven }, { places: last.events, areGiven: true });
  });

  test('leaves the process about as large as it was', () => {
    const grown = heldMegabytes() - megabytesBefore;
    assert.ok(grown < grownMegabytesMax, `it has grown by ${Math.round(grown)} MB`);
  });
});
