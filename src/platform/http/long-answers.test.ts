// The text of a long answer is made in steps, and is the text that JSON gives at once.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { finished } from '@tenor/engine/values/steps.ts';
import fc from 'fast-check';
import { Type } from 'typebox';
import { Amount, Nullable } from '#platform/input/schemas.ts';
import { textOf } from './long-answers.ts';
import { answerWriter } from './write-answer.ts';

const Row = Type.Object({
  on: Type.String(),
  amount: Amount,
  of: Nullable(Type.Object({ cents: Amount })),
  staff: Type.Optional({ ...Type.Object({ note: Type.String() }), 'x-for-staff': true }),
});
const Whole = Type.Object({
  id: Type.String(),
  rows: Type.Array(Row),
  difference: Nullable(Type.Object({ rows: Type.Array(Row), sum: Amount })),
  only: Type.Optional({ ...Type.Array(Amount), 'x-for-staff': true }),
});

const cents = fc.integer({ min: -1_000_000, max: 1_000_000 });
const row = fc.record(
  {
    on: fc.string(),
    amount: cents,
    of: fc.option(fc.record({ cents })),
    staff: fc.record({ note: fc.string() }),
    unknown: fc.constant(undefined),
  },
  { requiredKeys: ['on', 'amount', 'of'] },
);
const rows = fc.array(row, { maxLength: 80, size: 'max' });
const whole = fc.record(
  {
    id: fc.string(),
    rows,
    difference: fc.option(fc.record({ rows, sum: cents })),
    only: fc.array(cents, { maxLength: 80, size: 'max' }),
  },
  { requiredKeys: ['id', 'rows', 'difference'] },
);

describe('the text of a long answer', () => {
  for (const forBorrower of [false, true]) {
    test(`is what JSON gives at once, for ${forBorrower ? 'a borrower' : 'the company'}`, () => {
      const write = answerWriter(Whole, forBorrower);
      fc.assert(
        fc.property(whole, (value) => {
          assert.equal(finished(textOf(Whole, value, forBorrower)), JSON.stringify(write?.(value)));
          const list = answerWriter(Type.Array(Row), forBorrower);
          assert.equal(finished(textOf(Type.Array(Row), value.rows, forBorrower)), JSON.stringify(list?.(value.rows)));
        }),
        { numRuns: 100 },
      );
    });
  }

  test('has a step for each item of a long list, wherever it lies', () => {
    const many = Array.from({ length: 100 }, (_, i) => ({ on: String(i), amount: i, of: null }));
    const value = { id: 'one', rows: many, difference: { rows: many, sum: 1 } };
    let steps = 0;
    for (const _ of textOf(Whole, value, false)) steps += 1;
    assert.equal(steps, 200);
  });
});
