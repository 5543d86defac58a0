// The order of each lane, compared with a model of what the sender does with lanes and of the rows in the database:
// whatever happens in between, no delivery is taken before the earlier ones of its lane have passed.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { OpenDelivery, Wait } from './delivery-store.ts';
import { Lanes } from './lanes.ts';

type Write = { readonly ended: Attempt[]; readonly waiting: Map<string, number> };
type Attempt = { readonly delivery: OpenDelivery; readonly until: number | undefined };

const aDelivery = (lane: string, sequence: number, attempts = 0): OpenDelivery => ({
  id: `EM-${sequence}`,
  lane,
  sequence,
  attempts,
  event_id: '',
  planned_at: 0,
  body_sealed: Buffer.alloc(0),
});

/** The steps of a sender between its reads and writes, one at a time, with the rows that it would find. */
class Model {
  readonly lanes = new Lanes(new Map());
  readonly #open = new Map<OpenDelivery, { dueAt: number }>();
  readonly #passed = new Set<OpenDelivery>();
  /** The open deliveries before each one when it was added. */
  readonly #inFront = new Map<OpenDelivery, OpenDelivery[]>();
  readonly #onTheirWay: OpenDelivery[] = [];
  #next: Write = { ended: [], waiting: new Map() };
  #writing: Write | undefined;
  #isChanged = false;
  #now = 1;
  #sequence = 100;
  #recovered = 0;
  taken = 0;

  plan(lane: string): void {
    this.#sequence += 1;
    this.#open.set(aDelivery(lane, this.#sequence), { dueAt: 0 });
  }

  /** An earlier event, for which nothing had been planned. */
  recover(lane: string): void {
    if (this.#recovered === 99) return;
    this.#recovered += 1;
    this.#open.set(aDelivery(lane, this.#recovered), { dueAt: 0 });
  }

  read(limit: number): void {
    if (this.#writing) return;
    const deep = new Set(this.lanes.deep);
    const due = [...this.#open]
      .filter(([{ lane }, { dueAt }]) => dueAt <= this.#now && !deep.has(lane))
      .map(([delivery]) => delivery)
      .sort((a, b) => a.sequence - b.sequence)
      .slice(0, limit);
    if (this.#isChanged) this.#see();
    for (const one of due) if (!this.#inFront.has(one)) this.#inFront.set(one, this.#before(one));
    const { waiting, goesOn } = this.lanes.add(due, this.#now);
    for (const lane of goesOn) this.#next.waiting.delete(lane);
    for (const [lane, until] of waiting) this.#next.waiting.set(lane, until);
  }

  take(freshest: boolean): void {
    const delivery = freshest ? this.lanes.takeFreshest() : this.lanes.take();
    if (delivery === undefined) return;
    this.taken += 1;
    const inFront = this.#inFront.get(delivery) ?? [];
    const missing = inFront.filter((one) => !this.#passed.has(one));
    assert.deepEqual(missing, [], `${delivery.id} of ${delivery.lane} was taken before what stood in front of it`);
    assert.ok(!this.#onTheirWay.some(({ lane }) => lane === delivery.lane), 'one of a lane at a time');
    assert.ok(!this.#passed.has(delivery), 'no delivery twice');
    this.#onTheirWay.push(delivery);
  }

  end(nth: number, waits: number | undefined): void {
    const [delivery] = this.#onTheirWay.splice(nth % Math.max(1, this.#onTheirWay.length), 1);
    if (delivery === undefined) return;
    const until = waits === undefined ? undefined : this.#now + waits;
    if (until === undefined) {
      this.#passed.add(delivery);
      this.lanes.passed(delivery);
    } else {
      this.lanes.failed(delivery, until);
      this.#next.waiting.set(delivery.lane, until);
    }
    this.#next.ended.push({ delivery, until });
  }

  beginWrite(): void {
    if (this.#writing) return;
    this.#writing = this.#next;
    this.#next = { ended: [], waiting: new Map() };
  }

  endWrite(): void {
    for (const { delivery, until } of this.#writing?.ended ?? []) {
      if (until === undefined) this.#open.delete(delivery);
      else this.#open.set(delivery, { dueAt: until });
    }
    for (const [lane, until] of this.#writing?.waiting ?? []) {
      const rows = [...this.#open].filter(([one]) => one.lane === lane).map(([, row]) => row);
      if (rows.some(({ dueAt }) => dueAt >= until)) for (const row of rows) row.dueAt = Math.max(row.dueAt, until);
    }
    for (const { delivery } of this.#writing?.ended ?? []) this.lanes.forget(delivery);
    this.#writing = undefined;
  }

  /** The subscription is changed, which may end all waits. */
  change(endsWaits: boolean): void {
    if (endsWaits) for (const row of this.#open.values()) row.dueAt = 0;
    this.#isChanged = true;
  }

  /** Somebody has one of the lane sent again. */
  redeliver(lane: string): void {
    for (const [one, row] of this.#open) if (one.lane === lane) row.dueAt = 0;
  }

  pass(seconds: number): void {
    this.#now += seconds;
  }

  /** What the sender does when it sees the change. */
  #see(): void {
    const waiting = new Map<string, Wait>();
    for (const [{ lane, sequence }, { dueAt }] of this.#open) {
      if (dueAt <= this.#now) continue;
      const before = waiting.get(lane) ?? { until: dueAt, sequence };
      waiting.set(lane, { until: Math.max(dueAt, before.until), sequence: Math.min(sequence, before.sequence) });
    }
    const unwritten = this.lanes.waitAgain(waiting);
    for (const lane of this.#next.waiting.keys()) if (!unwritten.has(lane)) this.#next.waiting.delete(lane);
    this.#isChanged = false;
  }

  #before({ lane, sequence }: OpenDelivery): OpenDelivery[] {
    return [...this.#open.keys()].filter(
      (one) => one.lane === lane && one.sequence < sequence && !this.#passed.has(one),
    );
  }
}

const lane = fc.constantFrom('a', 'b', 'c');
const act: fc.Arbitrary<(model: Model) => void> = fc.oneof(
  { weight: 4, arbitrary: lane.map((one) => (model: Model) => model.plan(one)) },
  { weight: 1, arbitrary: lane.map((one) => (model: Model) => model.recover(one)) },
  { weight: 4, arbitrary: fc.integer({ min: 1, max: 8 }).map((limit) => (model: Model) => model.read(limit)) },
  { weight: 5, arbitrary: fc.boolean().map((freshest) => (model: Model) => model.take(freshest)) },
  { weight: 3, arbitrary: fc.nat(5).map((nth) => (model: Model) => model.end(nth, undefined)) },
  {
    weight: 3,
    arbitrary: fc.tuple(fc.nat(5), fc.nat(5)).map(
      ([nth, waits]) =>
        (model: Model) =>
          model.end(nth, waits),
    ),
  },
  { weight: 2, arbitrary: fc.constant((model: Model) => model.beginWrite()) },
  { weight: 2, arbitrary: fc.constant((model: Model) => model.endWrite()) },
  { weight: 1, arbitrary: fc.boolean().map((ends) => (model: Model) => model.change(ends)) },
  { weight: 1, arbitrary: lane.map((one) => (model: Model) => model.redeliver(one)) },
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 4 }).map((seconds) => (model: Model) => model.pass(seconds)) },
);

describe('lanes', () => {
  test('let nothing pass what stands in front of it, whatever comes in between', () => {
    let taken = 0;
    fc.assert(
      fc.property(fc.array(act, { minLength: 80, maxLength: 200 }), (acts) => {
        const model = new Model();
        for (const one of acts) one(model);
        taken += model.taken;
      }),
      { numRuns: 2_000 },
    );
    assert.ok(taken > 5_000, 'there was something to take');
  });

  test('put one that was recovered in front of later ones, but never before one that is on its way', () => {
    const lanes = new Lanes(new Map());
    const [first, second, third] = [aDelivery('a', 10), aDelivery('a', 11), aDelivery('a', 12)];
    lanes.add([first, third], 1);
    assert.equal(lanes.take(), first);
    lanes.add([aDelivery('a', 5), second], 1);
    const order = [];
    for (let one: OpenDelivery | undefined = first; one !== undefined; one = lanes.take()) {
      order.push(one.sequence);
      lanes.passed(one);
    }
    assert.deepEqual(order, [10, 5, 11, 12]);
    const waiting = new Lanes(new Map());
    waiting.add([third], 1);
    waiting.add([second], 1);
    assert.equal(waiting.take(), second, 'what has not gone yet gives way');
  });

  test('go on at once when the one that failed is due again, and not for later ones', () => {
    const lanes = new Lanes(new Map());
    const [failed, behind] = [aDelivery('a', 10), aDelivery('a', 11)];
    lanes.add([failed], 1);
    lanes.take();
    lanes.failed(failed, 3_600);
    assert.deepEqual(lanes.add([failed, behind], 2).goesOn, [], 'its failure is not written yet');
    lanes.forget(failed);
    assert.deepEqual([...lanes.add([behind], 2).waiting], [['a', 3_600]]);
    const again = lanes.add([failed, behind], 2);
    assert.deepEqual([again.added, again.goesOn, lanes.take()], [2, ['a'], failed]);
  });

  test('give the one that was tried least, when that is asked for', () => {
    const lanes = new Lanes(new Map());
    lanes.add([aDelivery('a', 1, 7), aDelivery('b', 2, 0), aDelivery('c', 3, 3), aDelivery('a', 4, 0)], 1);
    assert.deepEqual(
      [lanes.takeFreshest(), lanes.takeFreshest(), lanes.takeFreshest(), lanes.takeFreshest()].map(
        (one) => one?.sequence,
      ),
      [2, 3, 1, undefined],
    );
  });
});
