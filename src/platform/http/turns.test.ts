// The order of turns: laws that are true for any order of requests.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setImmediate as settled } from 'node:timers/promises';
import fc from 'fast-check';
import { keyActor } from '#platform/actor.ts';
import type { GiveBack, Holder } from './supply.ts';
import { fairTurns, nobodyUses } from './turns.ts';

const holder = (company: number, key: number): Holder => ({
  actor: keyActor(`AK-${company}-${key}`),
  realm: { mode: 'live', companyId: `CP-${company}` },
});

/** Asks for a turn, and adds it to `began` when it begins. */
function asks(turns: ReturnType<typeof fairTurns>, who: Holder, began: { who: Holder; end: GiveBack }[]): void {
  void Promise.resolve(turns.take(who)).then((end) => began.push({ who, end }));
}

describe('turns', () => {
  test('go to companies and keys one after the other, however many requests of one wait', async () => {
    const turns = fairTurns(2);
    const began: { who: Holder; end: GiveBack }[] = [];
    for (let i = 0; i < 6; i++) asks(turns, holder(1, 1), began);
    await settled();
    assert.equal(began.length, 1, 'one key gets half of the turns');
    for (let i = 0; i < 2; i++) asks(turns, holder(1, 2), began);
    for (let i = 0; i < 2; i++) asks(turns, holder(2, 1), began);
    await settled();
    while (began.some(({ end }) => end !== undefined) && turns.waiting > 0) {
      for (const { end } of began.slice()) end();
      await settled();
    }
    const order = began.slice(1, 6).map(({ who }) => who.actor.id);
    assert.ok(order.filter((id) => id === 'AK-1-1').length <= 2, order.join(' '));
    assert.equal(began.length, 10, 'each had its turn');
  });

  test('go around where there is one: who asks for many waits for their own', async () => {
    const order = async (whos: string, holderOf: (index: number) => Holder) => {
      const turns = fairTurns(1);
      const end = await turns.take(holder(9, 9));
      const served: string[] = [];
      const all = [...whos].map(async (who) => {
        const end = await turns.take(holderOf('abc'.indexOf(who)));
        served.push(who);
        await settled();
        end();
      });
      end();
      await Promise.all(all);
      assert.ok(!(turns.take(holder(9, 9)) instanceof Promise), 'the turn is free again');
      return served.join('');
    };
    assert.equal(await order('aaaabcb', (i) => holder(i, 1)), 'abcabaa', 'of companies');
    assert.equal(await order('aaaabcb', (i) => holder(1, i)), 'abcabaa', 'of the keys of a company');
  });

  test('go to the company, and to the key, that has used the least of late', async () => {
    const used: Record<string, number> = { 'CP-0': 30, 'CP-1': 10, 'CP-2': 20, 'AK-2-0': 2, 'AK-2-1': 1 };
    const of = (name: string) => used[name] ?? 0;
    const turns = fairTurns(1, { ...nobodyUses, ofCompany: of, ofKey: of });
    const end = await turns.take(holder(9, 9));
    const served: string[] = [];
    const asked = [holder(0, 0), holder(2, 0), holder(2, 1), holder(1, 0)];
    const all = asked.map(async (who) => {
      const end = await turns.take(who);
      served.push(who.actor.id as string);
      await settled();
      end();
    });
    end();
    await Promise.all(all);
    assert.deepEqual(served, ['AK-1-0', 'AK-2-1', 'AK-2-0', 'AK-0-0']);
  });

  test('are at once as many as the key and its company may have, and come when one of them ends', async () => {
    const most: Record<string, number> = { 'AK-1-1': 1, 'CP-1': 2 };
    const atOnce = (name: string) => most[name] ?? Number.POSITIVE_INFINITY;
    const turns = fairTurns(20, { ...nobodyUses, keyAtOnce: atOnce, companyAtOnce: atOnce });
    const began: { who: Holder; end: GiveBack }[] = [];
    for (const key of [1, 1, 2, 3]) asks(turns, holder(1, key), began);
    asks(turns, holder(2, 1), began);
    await settled();
    const ids = () => began.map(({ who }) => who.actor.id);
    assert.deepEqual(ids(), ['AK-1-1', 'AK-1-2', 'AK-2-1'], 'the third of a company waits, though its key has none');
    began[1]?.end();
    await settled();
    assert.deepEqual(ids().slice(3), ['AK-1-3'], 'the key that has its one still waits');
    began[0]?.end();
    await settled();
    assert.deepEqual(ids().slice(4), ['AK-1-1']);
  });

  test('come although the rest ends between two looks at it', async () => {
    const rests = [5];
    const turns = fairTurns(1, { ...nobodyUses, restMs: () => rests.shift() ?? 0 });
    const resting = turns.take(holder(1, 1));
    assert.ok(resting instanceof Promise);
    (await resting)();
  });

  test('come after the rest of who has to rest, though nobody gives one back, and others do not wait for it', async () => {
    let restMs = 20;
    const isResting = ({ actor }: Holder) => (actor.id === 'AK-1-1' ? restMs : 0);
    const turns = fairTurns(3, { ...nobodyUses, restMs: isResting });
    const resting = turns.take(holder(1, 1));
    assert.ok(resting instanceof Promise);
    assert.ok(!(turns.take(holder(2, 2)) instanceof Promise));
    assert.equal(turns.waiting, 1);
    restMs = 0;
    (await resting)();
    assert.equal(turns.waiting, 0);
  });

  test('are never more than there are, are never withheld while one is free, and all come', async () => {
    const someone = fc.record({ company: fc.nat(3), key: fc.nat(2), ends: fc.nat(3) });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 6 }), fc.array(someone, { maxLength: 60 }), async (total, all) => {
        const turns = fairTurns(total);
        const began: { who: Holder; end: GiveBack }[] = [];
        let ended = 0;
        for (const { company, key, ends } of all) {
          asks(turns, holder(company, key), began);
          await settled();
          for (let i = 0; i < ends && ended < began.length; i++) began[ended++]?.end();
          await settled();
          assert.ok(began.length - ended <= total);
          if (turns.waiting > 0) assert.ok(began.length > ended, 'somebody is worked on');
        }
        for (; ended < began.length; ended++) {
          began[ended]?.end();
          await settled();
        }
        assert.equal(began.length, all.length);
        assert.equal(turns.waiting, 0);
        for (const id of new Set(began.map(({ who }) => who.actor.id))) assert.match(id, /^AK-/);
      }),
      { numRuns: 60 },
    );
  });
});
