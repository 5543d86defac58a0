// What is kept in memory, and for how long.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Instant } from '@tenor/engine/values/instant.ts';
import { machineClock } from '#platform/clock.ts';
import { ageMaxMs, type RememberedAnswer, rememberAnswers } from './remembered.ts';

const span = {
  from: '2027-01-01T00:00:00.000000+00:00' as Instant,
  until: '2027-01-02T00:00:00.000000+00:00' as Instant,
};
const answer = (bytes: number): RememberedAnswer => ({
  version: { name: '1', since: span.from },
  span,
  etag: '"1-a"',
  body: Buffer.alloc(bytes),
});
const bytesMax = 1_000_000;

describe('remembered answers', () => {
  test('are found by company and key alone', () => {
    const answers = rememberAnswers(bytesMax, machineClock);
    answers.put('live CP-A', 'a loan', answer(10));
    assert.equal(answers.get('live CP-A', 'a loan')?.body.length, 10);
    for (const realm of ['test CP-A', 'live CP-B']) assert.equal(answers.get(realm, 'a loan'), undefined);
    assert.equal(answers.get('live CP-A', 'another'), undefined);
  });

  test('stay within their bytes: the least used of the company with the most give way', () => {
    const answers = rememberAnswers(bytesMax, machineClock);
    answers.put('live CP-SMALL', 'one', answer(9_000));
    for (let i = 0; i < 500; i++) {
      answers.put('live CP-LARGE', `${i}`, answer(9_000));
      answers.get('live CP-LARGE', '0');
    }
    assert.ok(answers.bytes <= bytesMax, `${answers.bytes}`);
    assert.ok(answers.bytes > bytesMax * 0.9 && answers.count > 90, 'and the room is used');
    assert.ok(answers.get('live CP-SMALL', 'one'), 'a company with little keeps it');
    assert.ok(answers.get('live CP-LARGE', '0'), 'what is used stays');
    assert.equal(answers.get('live CP-LARGE', '1'), undefined);
    assert.ok(answers.get('live CP-LARGE', '499'));
  });

  test('are none where no memory is given, and none that would fill it alone', () => {
    const none = rememberAnswers(0, machineClock);
    none.put('live CP-A', 'a loan', answer(1));
    assert.deepEqual([none.count, none.bytes], [0, 0]);
    const some = rememberAnswers(bytesMax, machineClock);
    some.put('live CP-A', 'a loan', answer(10));
    some.put('live CP-A', 'a loan', answer(bytesMax / 2));
    assert.deepEqual([some.count, some.bytes], [0, 0], 'nor is the one before kept');
  });

  test('are wiped with their age, used or not, and all at once when somebody is erased', () => {
    let now = 0;
    const answers = rememberAnswers(bytesMax, { micros: () => now * 1_000 });
    answers.put('live CP-A', 'old', answer(10));
    now = 1_000;
    answers.put('live CP-A', 'young', answer(10));
    answers.get('live CP-A', 'old');
    now = ageMaxMs + 500;
    answers.forgetOld();
    assert.deepEqual([answers.count, answers.get('live CP-A', 'old')], [1, undefined]);
    assert.ok(answers.get('live CP-A', 'young'));
    answers.forgetAll();
    assert.deepEqual([answers.count, answers.bytes, answers.get('live CP-A', 'young')], [0, 0, undefined]);
  });

  test('are not kept when somebody is erased while they are made', () => {
    const answers = rememberAnswers(bytesMax, machineClock);
    const put = answers.making();
    answers.forgetAll();
    put('live CP-A', 'a loan', answer(10));
    assert.equal(answers.count, 0);
    answers.making()('live CP-A', 'a loan', answer(10));
    assert.equal(answers.count, 1);
  });
});
