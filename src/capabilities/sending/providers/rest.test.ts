// Whether a carrier is let alone: by what its letters have met, and for how long.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Outgoing, plainMessage } from './provider.ts';
import { type CarrierOutcome, type Concerns, type Resting, resting } from './rest.ts';

const second = 1_000_000;
const message: Outgoing = {
  ...plainMessage,
  realm: { mode: 'live', companyId: 'CP-AAAA-AAAA' },
  id: 'MG-7KQ2-M9XA',
  channel: 'email',
  to: 'ada@example.com',
  subject: null,
  text: 'Hello.',
  purpose: 'oneTimeCode',
};

function aCarrier() {
  const kept: (Resting | null)[] = [];
  let now = 100 * second;
  let meets: CarrierOutcome = { kind: 'done', reason: '', concerns: 'one' };
  const provider = resting(
    { knowsIds: false, send: async () => meets },
    { clock: { micros: () => now }, keep: async (rests) => void kept.push(rests) },
  );
  const sent = (kind: CarrierOutcome['kind'], concerns: Concerns | undefined) => {
    meets = { kind, concerns, reason: `it is ${kind}` };
    return provider.send(message);
  };
  return {
    kept,
    sent,
    pass(seconds: number): void {
      now += seconds * second;
    },
    /** It is in seconds from now. */
    rests: () => (provider.restsUntil?.() === undefined ? 0 : ((provider.restsUntil?.() ?? 0) - now) / second),
  };
}

describe('a carrier', () => {
  test('that takes no letter rests, longer each time up to five minutes, and no try counts', async () => {
    const { sent, rests, pass, kept } = aCarrier();
    const waits = [];
    for (let n = 0; n < 9; n++) {
      assert.deepEqual(await sent('later', 'all'), { kind: 'later', reason: 'it is later', isUntried: true });
      waits.push(rests());
      pass(rests());
      assert.equal(rests(), 0);
    }
    assert.deepEqual(waits, [5, 10, 20, 40, 80, 160, 300, 300, 300]);
    assert.deepEqual(new Set(kept.map((one) => one?.since)), new Set([100 * second]));
  });

  test('is asked for by several letters at once, and rests once', async () => {
    const { sent, rests, kept } = aCarrier();
    await Promise.all([1, 2, 3].map(() => sent('later', 'all')));
    assert.deepEqual([rests(), kept.length], [5, 1]);
  });

  test('that takes a letter again rests no more', async () => {
    const { sent, rests, pass, kept } = aCarrier();
    await sent('later', 'all');
    pass(5);
    assert.deepEqual(await sent('done', 'one'), { kind: 'done', reason: 'it is done' });
    assert.equal(kept.at(-1), null);
    await sent('later', 'all');
    assert.equal(rests(), 5);
  });

  test('says once that it works, for a process that ended may have said that it rests', async () => {
    const { sent, kept } = aCarrier();
    await sent('done', 'one');
    await sent('done', 'one');
    assert.deepEqual(kept, [null]);
  });

  test('that refuses ten letters in a row for no fault of an address rests, and from then on they use up tries', async () => {
    const { sent, rests, pass } = aCarrier();
    for (let n = 0; n < 9; n++) assert.equal((await sent('refused', 'perhapsAll')).kind, 'refused');
    assert.equal(rests(), 0);
    assert.deepEqual(await sent('refused', 'perhapsAll'), { kind: 'later', reason: 'it is refused' });
    assert.equal(rests(), 5);
    pass(5);
    for (let n = 0; n < 9; n++) assert.equal((await sent('refused', 'perhapsAll')).kind, 'later');
    assert.equal(rests(), 0, 'the letters of others have their turn before it rests again');
    await sent('refused', 'perhapsAll');
    assert.equal(rests(), 10);
    pass(10);
    await sent('done', 'one');
    assert.equal((await sent('refused', 'perhapsAll')).kind, 'refused');
  });

  test('that knows one address does its work, and an answer that never came says nothing', async () => {
    const { sent, rests } = aCarrier();
    for (let n = 0; n < 9; n++) await sent('refused', 'perhapsAll');
    assert.equal((await sent('unknown', undefined)).kind, 'unknown');
    await sent('refused', 'one');
    assert.equal((await sent('refused', 'perhapsAll')).kind, 'refused');
    assert.equal(rests(), 0);
  });
});
