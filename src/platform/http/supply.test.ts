// The shares of a supply: laws that are true for any order of taking and giving back.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { keyActor } from '#platform/actor.ts';
import { Refusal } from '#platform/errors.ts';
import { type GiveBack, type Holder, supply } from './supply.ts';

const holder = (company: number, key = 0): Holder => ({
  actor: keyActor(`AK-${company}-${key}`),
  realm: { mode: 'live', companyId: `CP-${company}` },
});

/** Takes until it is refused; returns how much it took. */
function takeAll(shared: ReturnType<typeof supply>, who: Holder): number {
  for (let count = 0; ; count++) if (shared.tryTake(who) === undefined) return count;
}

const kindOf = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    if (error instanceof Refusal) return error.kind.errorType;
    throw error;
  }
  return 'none';
};

describe('what all share', () => {
  test('gives one key half, one company two thirds, and who comes later the more of the rest the fewer they are', () => {
    const shared = supply({ total: 120, of: 'places' });
    assert.equal(takeAll(shared, holder(1)), 60);
    assert.equal(takeAll(shared, holder(1, 1)), 20, 'a second key of the same company');
    assert.equal(takeAll(shared, holder(1, 2)), 0, 'a third: more keys are no more places');
    assert.equal(takeAll(shared, holder(2)), 20, 'another company');
  });

  test('says whether it is used up or only the share is', () => {
    const shared = supply({ total: 4, of: 'places' });
    takeAll(shared, holder(1));
    assert.equal(
      kindOf(() => shared.take(holder(1))),
      'TooManyRequests',
    );
    shared.take(holder(2));
    shared.take(holder(3));
    assert.equal(
      kindOf(() => shared.take(holder(4))),
      'Overloaded',
    );
    assert.equal(shared.refused, 2);
  });

  test('is without bound where the total is zero', () => {
    const shared = supply({ total: 0, of: 'places' });
    for (let i = 0; i < 1000; i++) shared.take(holder(1));
    assert.equal(shared.taken, 1000);
  });

  test('never gives more than there is, refuses nobody who holds nothing while enough is free, and gets all back', () => {
    const step = fc.record({
      company: fc.nat(3),
      key: fc.nat(2),
      amount: fc.integer({ min: 1, max: 5 }),
      back: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), fc.array(step, { maxLength: 120 }), (total, steps) => {
        const shared = supply({ total, of: 'places' });
        const held: { who: string[]; back: GiveBack }[] = [];
        for (const { company, key, amount, back } of steps) {
          const one = back ? held.shift() : undefined;
          one?.back();
          one?.back();
          const who = holder(company, key);
          const names = [who.actor.id, who.realm.companyId];
          const isNew = !held.some((other) => other.who.some((name) => names.includes(name)));
          const free = total - shared.taken;
          const got = shared.tryTake(who, amount);
          if (isNew) assert.equal(got !== undefined, amount <= free);
          if (got !== undefined) held.push({ who: names, back: got });
          assert.ok(shared.taken <= total);
        }
        for (const { back } of held) back();
        assert.equal(shared.taken, 0);
      }),
    );
  });
});
