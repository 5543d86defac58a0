// What was used is forgotten with time, and long stretches are paid for while there are others.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { steadyMs } from '#platform/clock.ts';
import { Use } from './uses.ts';

/** Ahead of what other tests have used. */
const later = () => steadyMs() + 1e9;

describe('the use of the loop', () => {
  test('is half forgotten after a second', () => {
    const now = later();
    const use = new Use('company', now);
    use.add(40, now);
    assert.equal(use.recentMs(now), 40);
    assert.equal(use.recentMs(now + 1_000), 20);
    assert.equal(use.recentMs(now + 2_000), 10);
  });

  test('makes nobody rest who is alone, nor for short stretches', () => {
    const now = later() + 1e6;
    const use = new Use('company', now);
    for (let i = 0; i < 100; i++) use.add(100, now + i);
    assert.equal(use.restMs(now + 100), 0, 'alone');
    const other = new Use('company', now);
    for (let i = 0; i < 1_000; i++) other.add(1, now + i);
    assert.equal(other.restMs(now + 1_000), 0, 'a second of short ones');
  });

  test('leaves who is alone as many requests at once as there are turns, and beside others the fewer the more each takes', () => {
    const now = later() + 3e6;
    const [key, other] = [new Use('key', now), new Use('key', now)];
    for (let i = 0; i < 200; i++) key.answered(2);
    key.add(1, now);
    key.begins(now);
    assert.equal(key.atOnceMax(now), Number.POSITIVE_INFINITY, 'alone');
    other.add(1, now);
    key.add(1, now);
    assert.equal(key.atOnceMax(now), 2);
    for (let i = 0; i < 100; i++) key.answered(40);
    assert.equal(key.atOnceMax(now), 1, 'one always');
    for (let i = 0; i < 100; i++) key.answered(0);
    for (let i = 0; i < 10; i++) key.answered(0.2);
    assert.equal(key.atOnceMax(now), 1, 'refused and short ones between them hide nothing');
    assert.equal(key.atOnceMax(now + 150), Number.POSITIVE_INFINITY, 'those that have begun may wait for a database');
    other.begins(now);
    assert.equal(other.atOnceMax(now), Number.POSITIVE_INFINITY, 'nothing is known of its requests yet');
    assert.equal(key.atOnceMax(now + 2_000), Number.POSITIVE_INFINITY, 'the other has gone');
  });

  test('makes a key rest for what its requests take beyond some milliseconds, in slices or not', () => {
    const now = later() + 4e6;
    const [key, other] = [new Use('key', now), new Use('key', now)];
    other.add(1, now);
    key.add(1, now);
    for (let i = 0; i < 100; i++) key.answered(3);
    assert.equal(key.restMs(now), 0, 'short ones');
    for (let i = 0; i < 6; i++) key.answered(13);
    // 50 ms are free.
    assert.equal(key.restMs(now), 40);
    key.answered(1_000);
    assert.equal(key.restMs(now), 80, 'of a long one that much and no more');
  });

  test('takes background work for nobody', () => {
    const now = later() + 5e6;
    const [key, background] = [new Use('key', now), new Use('key', now, true)];
    key.add(200, now);
    background.add(200, now);
    assert.equal(key.restMs(now), 0);
  });

  test('makes a company with long stretches rest as long again, and a key three times as long', () => {
    const now = later() + 2e6;
    const [mine, other] = [new Use('company', now), new Use('company', now)];
    const [key, otherKey] = [new Use('key', now), new Use('key', now)];
    other.add(1, now);
    otherKey.add(1, now);
    // 50 ms are free, and the first two of a stretch.
    mine.add(152, now);
    key.add(152, now);
    assert.equal(mine.restMs(now), 200);
    assert.equal(key.restMs(now), 400);
    assert.equal(mine.restMs(now + 200), 0);
    assert.equal(key.restMs(now + 400), 0);
    assert.equal(other.restMs(now), 0);
  });
});
