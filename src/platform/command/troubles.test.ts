// When the commands of a company stop sharing commits, and for how long.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Troubles, troubles } from './troubles.ts';

describe('a company whose shared commits fail', () => {
  /** The first of `every` commits fails. */
  function noted(commits: number, every: number): Troubles {
    const all = troubles();
    for (let i = 0; i < commits; i++) all.note('CO-1', i % every === 0 ? 'failed' : 'kept');
    return all;
  }
  function aloneOf(all: Troubles): number {
    let alone = 0;
    while (all.isInTrouble('CO-1')) alone += 1;
    return alone;
  }

  test('is in no trouble for one failure, nor for one now and then', () => {
    assert.equal(aloneOf(noted(1, 1)), 0);
    assert.equal(aloneOf(noted(1_000, 6)), 0);
  });

  test('is in trouble for three in a row, or for one of three again and again', () => {
    assert.equal(aloneOf(noted(3, 1)), 64);
    assert.equal(aloneOf(noted(30, 3)), 64);
  });

  test('shares again after some commands, and others share meanwhile', () => {
    const all = noted(3, 1);
    assert.equal(all.isInTrouble('CO-2'), false);
    assert.equal(aloneOf(all), 64);
    assert.equal(all.isInTrouble('CO-1'), false);
  });

  test('is not in trouble for longer because commits that were under way fail too', () => {
    assert.equal(aloneOf(noted(1_000, 1)), 64);
  });
});
