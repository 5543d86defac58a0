// The clock on a simulated machine: its behaviour for any behaviour of the clocks that it reads.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { type ClockJump, FollowingClock, positions } from './clock.ts';

const startMs = Date.UTC(2026, 2, 1);

/** A machine whose wall clock can be set, and that can sleep. */
function aMachine() {
  let steadyMs = startMs;
  let setByMs = 0;
  const wallMs = (): number => steadyMs + setByMs;
  const clock = new FollowingClock({ wall: () => Math.floor(wallMs()), steady: () => steadyMs });
  const told: ClockJump[] = [];
  clock.onJump((jump) => told.push(jump));
  const nowMs = (): number => clock.micros() / 1000;
  return {
    clock,
    told,
    nowMs,
    behindMs: (): number => wallMs() - nowMs(),
    pass(ms: number): void {
      steadyMs += ms;
    },
    /** Lets time pass while the clock is read again and again. */
    run(ms: number, everyMs = 10): void {
      for (let left = ms; left > 0; left -= everyMs) {
        steadyMs += Math.min(everyMs, left);
        clock.micros();
      }
    },
    /** Sets the wall clock. Waking from sleep looks the same. */
    set(byMs: number): void {
      setByMs += byMs;
    },
  };
}

const happening = fc.oneof(
  fc.record({ pass: fc.double({ min: 0, max: 5_000, noNaN: true }) }),
  fc.record({ pass: fc.double({ min: 0, max: 0.01, noNaN: true }) }),
  fc.record({ set: fc.integer({ min: -2_000, max: 2_000 }) }),
  fc.record({ set: fc.integer({ min: -90_000_000, max: 90_000_000 }) }),
);

describe('the machine clock', () => {
  test('never goes back, whatever happens to the clock of the machine', () => {
    fc.assert(
      fc.property(fc.array(happening, { maxLength: 200 }), (happenings) => {
        const { clock, pass, set } = aMachine();
        let before = clock.micros();
        for (const one of happenings) {
          if ('pass' in one) pass(one.pass);
          else set(one.set);
          const now = clock.micros();
          assert.ok(now >= before && Number.isSafeInteger(now));
          before = now;
        }
      }),
    );
  });

  test('is where the clock of the machine is, wherever that was set, once enough time has passed', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -100_000, max: 100_000 }), { maxLength: 10 }), (sets) => {
        const { behindMs, run, set } = aMachine();
        let backMs = 0;
        for (const byMs of sets) {
          set(byMs);
          run(1_000);
          backMs += Math.max(0, -byMs);
        }
        run(2 * backMs + 110_000, 100);
        assert.ok(Math.abs(behindMs()) <= 1.01, `${behindMs()} ms`);
      }),
      { numRuns: 30 },
    );
  });

  test('tells microseconds, between two of the milliseconds that the wall clock tells', () => {
    const { nowMs, pass } = aMachine();
    const first = nowMs();
    pass(0.25);
    assert.equal(nowMs() - first, 0.25);
    pass(1_000.5);
    assert.equal(nowMs() - first, 1_000.75);
  });

  test('makes up for a small difference slowly, and says nothing', () => {
    for (const byMs of [800, -800]) {
      const { behindMs, run, set, told } = aMachine();
      run(1_000);
      set(byMs);
      run(6_000);
      assert.ok(Math.abs(behindMs() - byMs * (1 - 60 / 800)) < 1.1, `${behindMs()} ms: a hundredth of six seconds`);
      run(80_000);
      assert.ok(Math.abs(behindMs()) < 1.1, `${behindMs()} ms`);
      assert.deepEqual(told, []);
    }
  });

  test('follows a large jump forward at once, to the millisecond, and says so once', () => {
    const { behindMs, clock, pass, run, set, told } = aMachine();
    run(1_000);
    pass(2);
    set(3_600_000);
    assert.ok(Math.abs(behindMs()) < 1, `${behindMs()} ms`);
    run(5_000);
    assert.deepEqual(told, [{ fromMs: startMs + 1_002, toMs: startMs + 3_601_002 }]);
    assert.deepEqual([clock.jumps, clock.offsetSeconds()], [1, 0]);
  });

  test('set far back it lets time pass at half speed until that has caught up, and says so once', () => {
    const { behindMs, clock, nowMs, run, set, told } = aMachine();
    run(1_000);
    const before = nowMs();
    set(-60_000);
    run(10_000);
    assert.ok(Math.abs(nowMs() - before - 5_000) < 20, `${nowMs() - before} ms in ten seconds`);
    assert.ok(Math.abs(clock.offsetSeconds() + 55) < 0.1, `${clock.offsetSeconds()} s`);
    run(300_000);
    assert.ok(Math.abs(behindMs()) < 1.1, `${behindMs()} ms`);
    assert.deepEqual([told.length, clock.jumps], [1, 1]);
  });

  test('counts each time that it is set back further', () => {
    const { clock, run, set } = aMachine();
    for (const byMs of [-60_000, -30_000, -5_000]) {
      set(byMs);
      run(100);
    }
    assert.equal(clock.jumps, 3);
  });

  test('does not take a pause of the process for a jump', () => {
    let steadyMs = startMs;
    let pauseMs = 0;
    const clock = new FollowingClock({
      wall: () => {
        steadyMs += pauseMs;
        return Math.floor(steadyMs);
      },
      steady: () => steadyMs,
    });
    clock.micros();
    steadyMs += 10;
    pauseMs = 5_000;
    clock.micros();
    pauseMs = 0;
    steadyMs += 10;
    assert.equal(clock.micros(), steadyMs * 1000);
    assert.equal(clock.jumps, 0);
  });

  test('gives positions that grow while it waits', () => {
    const { clock, run, set } = aMachine();
    const position = positions(clock);
    run(100);
    let before = position();
    set(-60_000);
    for (let i = 0; i < 1_000; i++) {
      if (i % 10 === 0) run(1);
      const next = position();
      assert.ok(next > before);
      before = next;
    }
  });
});
