// What requests have used of the loop, and what the work in the background has.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { steadyMs } from '#platform/clock.ts';
import { asWork, enter, resume, usedSoFarMs, workOf } from './work.ts';

/** Until the clock shows that time has passed. */
function useTheLoop(): void {
  const began = steadyMs();
  while (steadyMs() - began < 0.1);
}

/** What came before is charged first, so that only this stretch counts. */
function usedBy(begin: () => void) {
  enter(undefined);
  const before = { ...usedSoFarMs };
  begin();
  useTheLoop();
  enter(undefined);
  return {
    ofRequests: usedSoFarMs.ofRequests > before.ofRequests,
    ofBackground: usedSoFarMs.ofBackground > before.ofBackground,
  };
}

describe('the work on the loop', () => {
  test('of a request is told apart from that in the background', () => {
    const work = workOf('a key', 'a company');
    assert.deepEqual(
      usedBy(() => enter(work)),
      { ofRequests: true, ofBackground: false },
    );
    assert.deepEqual(
      usedBy(() => asWork(work, resume)),
      { ofRequests: true, ofBackground: false },
      'after an answer of the database too',
    );
    assert.deepEqual(usedBy(resume), { ofRequests: false, ofBackground: true }, 'whoever no request has asked for');
    assert.deepEqual(
      usedBy(() => {}),
      { ofRequests: false, ofBackground: false },
      'nobody',
    );
  });
});
