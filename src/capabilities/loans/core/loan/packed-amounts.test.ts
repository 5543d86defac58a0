import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { seed } from '../../../../../tests/support/seed.ts';
import { type PackedAmounts, packedAmounts, unpackedAmounts } from './packed-amounts.ts';

type Tree = { [name: string]: number | Tree };

const zeros = unpackedAmounts(null);

/** The names of the amounts in a tree, outermost first. */
const pathsIn = (tree: Tree, before: readonly string[] = []): string[][] =>
  Object.entries(tree).flatMap(([name, value]) =>
    typeof value === 'number' ? [[...before, name]] : pathsIn(value, [...before, name]),
  );

const paths = pathsIn(zeros);

function withAmounts(amounts: readonly number[]): PackedAmounts {
  const all = structuredClone(zeros) as Tree;
  for (const [i, path] of paths.entries()) {
    const last = path.at(-1) as string;
    const around = path.slice(0, -1).reduce((tree, name) => tree[name] as Tree, all);
    around[last] = amounts[i] as number;
  }
  return all as PackedAmounts;
}

const largest = 2 ** 52 - 1;
const amount = fc.oneof(
  fc.constant(0),
  fc.integer({ min: -300, max: 300 }),
  fc.integer({ min: -largest, max: largest }),
);

test('amounts are read as they were packed', () => {
  const all = fc.array(amount, { minLength: paths.length, maxLength: paths.length });
  fc.assert(
    fc.property(all, (amounts) => {
      const whole = withAmounts(amounts);
      assert.deepEqual(unpackedAmounts(packedAmounts(whole)), whole);
    }),
    { numRuns: 200, seed },
  );
});

test('no two amounts share a place, and zeros take no room', () => {
  assert.equal(packedAmounts(zeros), null);
  const numbers = paths.map((_, i) => i + 1);
  assert.deepEqual(unpackedAmounts(packedAmounts(withAmounts(numbers))), withAmounts(numbers));
});

test('an amount of a later release is an error and no other amount', () => {
  assert.throws(() => unpackedAmounts(Buffer.from([255, 2])), /at the places 255, which a later release/);
});
