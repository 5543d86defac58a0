import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Type } from 'typebox';
import { Refusal } from '#platform/errors.ts';
import { compileInput } from './compile-input.ts';
import { parseForm } from './form.ts';
import { parseJson } from './json.ts';
import { Amount } from './schemas.ts';

const input = compileInput(Type.Object({ amount: Amount }));

function centsOf(body: () => { value: { amount: number } }): number | undefined {
  try {
    return body().value.amount;
  } catch (error) {
    assert.ok(error instanceof Refusal && error.kind.errorType === 'InvalidRequest');
    assert.match(
      error.message,
      /^amount: (has too many digits: an amount has at most two decimals|is too large: an amount lies)/,
    );
    return undefined;
  }
}

const fromJson = (source: string) =>
  centsOf(() => input.decode(parseJson(Buffer.from(`{"amount":${source}}`)), 'json'));
const fromText = (source: string) =>
  centsOf(() => input.decode(parseJson(Buffer.from(`{"amount":"${source}"}`)), 'json'));
const fromForm = (source: string) =>
  centsOf(() => input.decode(parseForm(`amount=${encodeURIComponent(source)}`), 'form'));

const bound = 99_999_999_999_999n;

interface Decimal {
  readonly digits: bigint;
  readonly places: number;
  readonly exponent: number;
}

/** By integers only, in another way than the parser: undefined for parts of a cent and for too large amounts. */
function exactCents({ digits, places, exponent }: Decimal): number | undefined {
  const shift = exponent - places + 2;
  const divisor = 10n ** BigInt(Math.max(0, -shift));
  const scaled = digits * 10n ** BigInt(Math.max(0, shift));
  if (scaled % divisor !== 0n) return undefined;
  const cents = scaled / divisor;
  return cents > bound || cents < -bound ? undefined : Number(cents);
}

function written({ digits, places, exponent }: Decimal): string {
  const sign = digits < 0n ? '-' : '';
  const text = String(digits < 0n ? -digits : digits).padStart(places + 1, '0');
  const fraction = places === 0 ? '' : `.${text.slice(-places)}`;
  return `${sign}${text.slice(0, text.length - places)}${fraction}${exponent === 0 ? '' : `e${exponent}`}`;
}

const decimal: fc.Arbitrary<Decimal> = fc.record({
  digits: fc.oneof(
    fc.bigInt({ min: -(10n ** 6n), max: 10n ** 6n }),
    fc.bigInt({ min: -bound * 2n, max: bound * 2n }),
    fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }),
    fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }).map((n) => n * 10n ** 10n),
  ),
  places: fc.oneof(fc.constant(2), fc.nat(22)),
  exponent: fc.oneof(
    { weight: 3, arbitrary: fc.constant(0) },
    { weight: 1, arbitrary: fc.integer({ min: -12, max: 12 }) },
  ),
});

test('100,000 random decimals are read exactly or refused, as exact integers say', () => {
  fc.assert(
    fc.property(decimal, (value) => {
      const source = written(value);
      assert.equal(fromJson(source), exactCents(value), source);
    }),
    { numRuns: 100_000 },
  );
});

test('an amount means the same as a number, as text and in a form', () => {
  fc.assert(
    fc.property(decimal, (value) => {
      const source = written(value);
      assert.equal(fromText(source), exactCents(value), source);
      assert.equal(fromForm(source), exactCents(value), source);
    }),
    { numRuns: 10_000 },
  );
});

test('the amounts of the interface', () => {
  const cases: [string, number | undefined][] = [
    ['1e2', 10_000],
    ['75.50', 7550],
    ['12.5', 1250],
    ['-0', 0],
    ['1e-2', 1],
    ['0.30000000000000004', undefined],
    ['12.345', undefined],
    ['12.500000000000000001', undefined],
    ['1e400', undefined],
    ['1e-400', undefined],
    ['999999999999.99', 99_999_999_999_999],
    ['1000000000000', undefined],
  ];
  for (const [source, cents] of cases) assert.equal(fromJson(source), cents, source);
});
