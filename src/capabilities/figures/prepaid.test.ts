// What of a month is a prepayment, worked by hand on what a loan was and is. Amounts are in dollars here: the rule only adds.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type AheadAtEnd, prepayingOf, yearlyShare } from './prepaid.ts';

const none: AheadAtEnd = { cameDue: 0, paidBeforeDue: 0, paidBeyond: 0, paidAhead: 0, excess: 0, endsByThen: false };
const place = (ahead: Partial<AheadAtEnd>, bucket = 'current') => ({
  bucket,
  principal: 1000,
  ahead: { ...none, paidAhead: ahead.excess ?? 0, ...ahead },
});
const counted = (was: Parameters<typeof prepayingOf>[0], is: Parameters<typeof prepayingOf>[1]) => {
  const { of } = prepayingOf(was, is) ?? {};
  return of && [of.opening, of.scheduled, of.paidOff, of.part];
};

describe('a prepayment', () => {
  test('is no payment of the next instalment, month after month', () => {
    const [first, second] = [place({ paidBeforeDue: 76 }), place({ paidBeforeDue: 153 })];
    assert.deepEqual(counted(first, second), [1000, 77, 0, 0]);
  });

  test('is what goes beyond the next instalments, once', () => {
    const before = place({ cameDue: 80 });
    const much = place({ cameDue: 80, paidBeforeDue: 300, excess: 200 });
    assert.deepEqual(counted(before, much), [1000, 100, 0, 200]);
    // A month that is not paid takes of it, and one that is paid all the same adds nothing.
    assert.deepEqual(counted(much, place({ cameDue: 80, paidBeforeDue: 300, excess: 100 })), [1000, 0, 0, 0]);
    assert.deepEqual(counted(much, place({ cameDue: 80, paidBeforeDue: 390, excess: 200 })), [1000, 90, 0, 0]);
  });

  test('is nothing of what stays ahead while a month has fewer due dates than the one before, or more', () => {
    // Every second week 200 is paid, 600 ahead: three due dates come in the next month, and then two.
    const [three, two] = [
      place({ paidBeforeDue: 500, paidAhead: 600, excess: 0 }),
      place({ paidBeforeDue: 900, paidAhead: 600, excess: 200 }),
    ];
    assert.deepEqual(counted(three, two), [1000, 400, 0, 0]);
    assert.deepEqual(counted(two, place({ paidBeforeDue: 1300, paidAhead: 600, excess: 0 })), [1000, 400, 0, 0]);
    // 300 more is paid in such a month.
    const more = place({ paidBeforeDue: 1200, paidAhead: 900, excess: 500 });
    assert.deepEqual(counted(three, more), [1000, 400, 0, 300]);
  });

  test('is no more than the principal that was paid', () => {
    assert.deepEqual(counted(place({}), place({ paidBeforeDue: 90, excess: 100 })), [1000, 0, 0, 90]);
  });

  test('is all that makes no later payment smaller', () => {
    const paid = place({ cameDue: 80, paidBeforeDue: 50, paidBeyond: 50 });
    assert.deepEqual(counted(place({}), paid), [1000, 80, 0, 50]);
  });

  test('is what pays a loan off, unless its last payments are near', () => {
    const paid = { paidBeforeDue: 900, paidBeyond: 900, cameDue: 100 };
    assert.deepEqual(counted(place({}), place(paid, 'paidOff')), [1000, 100, 900, 0]);
    assert.deepEqual(counted(place({}), place({ ...paid, endsByThen: true }, 'paidOff')), [1000, 1000, 0, 0]);
  });

  test('is taken back with its payment', () => {
    const before = place({ cameDue: 100 });
    for (const paidBeyond of [0, 900]) {
      const off = prepayingOf(before, place({ cameDue: 100, paidBeforeDue: 900, paidBeyond }, 'paidOff'));
      assert.ok(off);
      const ended = { bucket: 'paidOff', principal: 0, ahead: off.kept };
      assert.deepEqual(counted(ended, place({ cameDue: 180 })), [0, 80, -900, 0]);
    }
    const much = place({ paidBeforeDue: 300, excess: 200 });
    assert.deepEqual(counted(much, place({})), [1000, -100, 0, -200]);
    const extra = place({ paidBeforeDue: 50, paidBeyond: 50 });
    assert.deepEqual(counted(extra, place({})), [1000, 0, 0, -50]);
    // What ended as agreed was no prepayment, so there is none to take back.
    const agreed = prepayingOf(before, place({ cameDue: 100, paidBeforeDue: 900, endsByThen: true }, 'paidOff'));
    assert.deepEqual(
      counted({ bucket: 'paidOff', principal: 0, ahead: agreed?.kept ?? null }, before),
      [0, -900, 0, 0],
    );
  });

  test('is counted of loans that had begun before the month, and have a schedule', () => {
    assert.equal(counted(undefined, place({ paidBeforeDue: 50, paidBeyond: 50 })), undefined);
    assert.equal(counted({ ...place({}), ahead: null }, { ...place({}), ahead: null }), undefined);
    assert.equal(counted(place({}, 'chargedOff'), place({}, 'chargedOff')), undefined);
    assert.deepEqual(counted(place({}, '120+'), place({}, 'chargedOff')), [1000, 0, 0, 0]);
  });
});

test('the share of a year is compounded, and rounded once', () => {
  // 1 - 0.99^12 is 0.113615..., and 1 - 0.5^12 is 0.999755...
  assert.deepEqual([yearlyShare(1, 100), yearlyShare(1, 2), yearlyShare(0, 7)], [1136, 9998, 0]);
  assert.deepEqual([yearlyShare(7, 7), yearlyShare(8, 7)], [10_000, 10_000]);
  assert.deepEqual([yearlyShare(1, 0), yearlyShare(-1, 100)], [null, null]);
  assert.equal(yearlyShare(90_071_992_547_409, 9_007_199_254_740_900), 1136);
});
