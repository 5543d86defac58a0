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
  const instants: number[] = [];
  let now = 100 * second;
  let meets = async (): Promise<CarrierOutcome> => ({ kind: 'done', reason: '', concerns: 'one' });
  const provider = resting(
    { knowsIds: false, send: async () => meets() },
    {
      clock: { micros: () => now },
      async keep({ at, resting }) {
        kept.push(resting);
        instants.push(at);
      },
    },
  );
  const sent = (kind: CarrierOutcome['kind'], concerns: Concerns | undefined) => {
    meets = async () => ({ kind, concerns, reason: `it is ${kind}` });
    return provider.send(message);
  };
  return {
    kept,
    instants,
    sent,
    /** One that leaves now, and whose outcome comes when it is told. */
    leaving() {
      const outcome = Promise.withResolvers<CarrierOutcome>();
      meets = () => outcome.promise;
      const said = provider.send(message);
      return (kind: CarrierOutcome['kind'], concerns: Concerns) => {
        outcome.resolve({ kind, concerns, reason: `it is ${kind}` });
        return said;
      };
    },
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

  test('is not said to work by a letter that left before its rest, nor to rest again', async () => {
    const { sent, leaving, rests, pass, kept, instants } = aCarrier();
    const [taken, refused, perhaps] = [leaving(), leaving(), leaving()];
    await sent('later', 'all');
    assert.equal((await taken('done', 'one')).kind, 'done');
    assert.deepEqual([rests(), kept.length], [5, 1]);
    pass(5);
    assert.deepEqual(await refused('later', 'all'), { kind: 'later', reason: 'it is later', isUntried: true });
    assert.deepEqual(await perhaps('refused', 'perhapsAll'), { kind: 'later', reason: 'it is refused' });
    assert.deepEqual([rests(), kept.length], [0, 1]);
    const next = leaving();
    await next('done', 'one');
    await sent('later', 'all');
    assert.equal(rests(), 5, 'it is the first rest again');
    assert.deepEqual(instants, [...new Set(instants)].toSorted(), 'each is said to follow from a later outcome');
  });

  test('that turns away one connection of several rests shortly each time, for it takes the letters of the others', async () => {
    const { sent, leaving, rests, pass } = aCarrier();
    const waits = [];
    for (let n = 0; n < 5; n++) {
      const others = [leaving(), leaving(), leaving()];
      await sent('later', 'all');
      for (const hear of others) assert.equal((await hear('done', 'one')).kind, 'done');
      waits.push(rests());
      pass(rests());
    }
    assert.deepEqual(waits, [5, 10, 10, 10, 10]);
  });

  test('that hangs up at one letter each time goes on with the others, and the letter uses up its tries', async () => {
    const { sent, rests } = aCarrier();
    for (let n = 0; n < 20; n++) {
      assert.deepEqual(await sent('later', 'perhapsAll'), { kind: 'later', reason: 'it is later' });
      assert.equal(rests(), 0);
      await sent('done', 'one');
    }
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
