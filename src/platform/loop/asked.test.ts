// How much requests use of a process.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Asked } from './asked.ts';

/** So many requests a second for some seconds, each charged with so much. Returns the share of the process. */
function shareOf(perSecond: number, chargedMs: number, asked = new Asked()): number {
  const everyMs = 1_000 / perSecond;
  let usedMs = 0;
  for (let now = 0; now < 5_000; now += everyMs) {
    asked.begins(now, usedMs);
    usedMs += chargedMs;
  }
  return asked.share(5_000, usedMs);
}

describe('what requests use of a process', () => {
  test('is little where somebody looks ten times a second how far some work has come', () => {
    const share = shareOf(10, 0.4);
    assert.ok(share > 0.005 && share < 0.015, String(share));
  });

  test('is more where two read without haste, or where one asks for much', () => {
    for (const share of [shareOf(150, 0.2), shareOf(2, 100)]) assert.ok(share > 0.03, String(share));
  });

  test('is forgotten within two seconds', () => {
    const asked = new Asked();
    assert.ok(shareOf(500, 1, asked) > 0.5);
    assert.ok(asked.share(7_000, 2_500) < 0.03);
  });

  test('is as old as the end of a request, however late somebody looks', () => {
    const asked = new Asked();
    asked.begins(0, 0);
    asked.ends(10_000, 10_000);
    assert.ok(asked.share(15_000, 10_000) < 0.03);
  });

  test('begins with nothing where others were charged before', () => {
    assert.equal(new Asked(60_000).share(1, 60_000), 0);
  });
});
