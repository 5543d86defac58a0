// The permutation behind the ids of events: exhausted where that can be done, drawn where it cannot.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { eventIds } from './event-ids.ts';
import { permutation } from './permutation.ts';

const limits = [1, 2, 3, 10, 35, 36, 1_000, 35 ** 2, 35 ** 3, 99_991];

describe('a permutation', () => {
  for (const limit of limits) {
    test(`gives each number below ${limit} once, and leads back`, () => {
      for (const key of ['a key', 'another']) {
        const { of, back } = permutation(key, limit);
        const seen = new Uint8Array(limit);
        for (let number = 0; number < limit; number++) {
          const image = of(number);
          assert.equal(seen[image], 0, `${image} comes twice`);
          seen[image] = 1;
          assert.equal(back(image), number);
        }
      }
    });
  }

  test('of all event ids leads back, and differs from key to key', () => {
    const limit = 35 ** 8;
    const holds = (key: string, number: number) => {
      const { of, back } = permutation(key, limit);
      const image = of(number);
      assert.ok(Number.isSafeInteger(image) && image >= 0 && image < limit);
      assert.equal(back(image), number);
    };
    fc.assert(fc.property(fc.string(), fc.integer({ min: 0, max: limit - 1 }), holds), { numRuns: 2_000 });
    const [one, other] = [permutation('a key', limit), permutation('another', limit)];
    const numbers = Array.from({ length: 1_000 }, (_, i) => i);
    assert.equal(numbers.filter((number) => one.of(number) === other.of(number)).length, 0);
  });

  test('takes no number beyond its limit', () => {
    const { of, back } = permutation('a key', 10);
    for (const number of [-1, 10, 0.5, Number.NaN]) {
      assert.throws(() => of(number), RangeError);
      assert.throws(() => back(number), RangeError);
    }
  });
});

describe('the id of an event', () => {
  const ids = eventIds('a key');

  test('has the form of our ids and leads back to its place', () => {
    const seen = new Set<string>();
    for (const place of [0, 1, 2, 3, 999, 10_000_000, 35 ** 8 - 1]) {
      const id = ids.of(place);
      assert.match(id, /^EV-[A-Z1-9]{4}-[A-Z1-9]{4}$/);
      assert.equal(ids.placeOf(id), place);
      seen.add(id);
    }
    assert.equal(seen.size, 7);
  });

  test('tells nothing of its neighbours: each sign comes about as often at each position', () => {
    const count = 35_000;
    const texts = Array.from({ length: count }, (_, place) => ids.of(place).replaceAll('-', '').slice(2));
    for (let at = 0; at < 8; at++) {
      const counts = new Map<string, number>();
      for (const text of texts) counts.set(text.charAt(at), (counts.get(text.charAt(at)) ?? 0) + 1);
      assert.equal(counts.size, 35);
      for (const [sign, times] of counts) assert.ok(times > 800 && times < 1_200, `${sign} at ${at}: ${times} times`);
    }
  });

  test('of a message has twenty signs and leads back to the place of its row; any other text leads nowhere', () => {
    const seen = new Set<string>();
    for (const place of [0, 1, 2, 3, 999, 10_000_000, 35 ** 8 - 1]) {
      const id = ids.messageOf(place);
      assert.match(id, /^[a-z0-9]{20}$/);
      assert.equal(ids.placeOfMessage(id), place);
      assert.equal(eventIds('another key').placeOfMessage(id), undefined);
      const last = id.endsWith('a') ? 'b' : 'a';
      for (const other of [id.slice(0, -1) + last, id.slice(1), id.toUpperCase(), `${id}a`, `-${id.slice(1)}`])
        assert.equal(ids.placeOfMessage(other), undefined, other);
      seen.add(id);
    }
    assert.equal(seen.size, 7);
    for (const text of ['', 'none', 'z'.repeat(20), '-'.repeat(20), '1e5'])
      assert.equal(ids.placeOfMessage(text), undefined);
  });

  test('of another form leads nowhere', () => {
    for (const text of [
      '',
      'EV-AAAA',
      'EV-AAAA-AAA0',
      'ev-AAAA-AAAA',
      'BO-AAAA-AAAA',
      'EV-AAAA-AAAAA',
      'EV-AAAAAAAAA',
    ]) {
      assert.equal(ids.placeOf(text), undefined, text);
    }
  });
});
