import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { addCents, type Cents, cents, centsMax, formatCents, parseCents, subtractCents, sumCents } from './cents.ts';

const anyCents = fc.integer({ min: -centsMax, max: centsMax }).map(cents);

const accepted: readonly [text: string, expected: number][] = [
  ['0', 0],
  ['-0', 0],
  ['-0.00', 0],
  ['0e7', 0],
  ['1', 100],
  ['1e2', 10_000],
  ['1E+2', 10_000],
  ['1.5e-1', 15],
  ['1500e-3', 150],
  ['75.50', 7550],
  ['12.5', 1250],
  ['12.500', 1250],
  ['-0.05', -5],
  ['19.99', 1999],
  ['999999999999.99', centsMax],
  ['-999999999999.99', -centsMax],
];

for (const [text, expected] of accepted) {
  test(`${text} is exactly ${expected} cents`, () => assert.equal(parseCents(text), expected));
}

const refused: readonly [text: string, why: string][] = [
  ['1.005', 'a part of a cent'],
  ['0.30000000000000004', 'what a float makes of 0.1 + 0.2'],
  ['1e-3', 'a tenth of a cent'],
  ['1000000000000', 'over the bound'],
  ['-1000000000000', 'over the bound'],
  ['1e12', 'over the bound'],
  ['1e999999999999', 'an exponent that would fill the memory'],
  [`1e-${'9'.repeat(90)}`, 'an exponent no number holds'],
  [`0.${'0'.repeat(200)}`, 'longer than any serialiser writes'],
  ['', 'nothing'],
  [' 1', 'a space'],
  ['1\n', 'a line end'],
  ['01', 'a leading zero'],
  ['+1', 'a plus'],
  ['.5', 'no whole part'],
  ['5.', 'no fraction after the point'],
  ['1,000.00', 'a thousands separator'],
  ['$5', 'a currency sign'],
  ['0x10', 'hexadecimal'],
  ['1_0', 'an underscore'],
  ['NaN', 'no number'],
  ['Infinity', 'no number'],
  ['١', 'a digit of another script'],
];

for (const [text, why] of refused) {
  test(`${JSON.stringify(text.slice(0, 24))} is refused: ${why}`, () => assert.equal(parseCents(text), undefined));
}

test('formatting and parsing is the identity', () => {
  fc.assert(fc.property(anyCents, (amount) => assert.equal(parseCents(formatCents(amount)), amount)));
});

test('amounts are written with exactly two decimals', () => {
  const written = [0, 5, -5, 10, 100, -12_345, centsMax].map((n) => formatCents(cents(n)));
  assert.deepEqual(written, ['0.00', '0.05', '-0.05', '0.10', '1.00', '-123.45', '999999999999.99']);
  fc.assert(fc.property(anyCents, (amount) => assert.match(formatCents(amount), /^-?(0|[1-9]\d*)\.\d\d$/)));
});

test('parsing agrees with arithmetic on big integers, and refuses exactly what has no whole number of cents', () => {
  const decimal = fc.record({ digits: fc.bigInt({ min: -(10n ** 17n), max: 10n ** 17n }), places: fc.nat({ max: 5 }) });
  fc.assert(
    fc.property(decimal, ({ digits, places }) => {
      const unit = 10n ** BigInt(places);
      const hundredfold = digits * 100n;
      const isExact = hundredfold % unit === 0n;
      const amount = hundredfold / unit;
      const isWithin = amount >= -BigInt(centsMax) && amount <= BigInt(centsMax);
      const expected = isExact && isWithin ? Number(amount) : undefined;
      assert.equal(parseCents(`${plainDecimal(digits, places)}`), expected);
      assert.equal(parseCents(`${digits}e-${places}`), expected);
    }),
    { numRuns: 2000 },
  );
});

function plainDecimal(digits: bigint, places: number): string {
  const text = String(digits < 0n ? -digits : digits).padStart(places + 1, '0');
  const whole = text.slice(0, text.length - places);
  return `${digits < 0n ? '-' : ''}${whole}${places === 0 ? '' : `.${text.slice(-places)}`}`;
}

test('what a number cannot hold exactly is not cents', () => {
  for (const n of [0.5, Number.NaN, Number.POSITIVE_INFINITY, centsMax + 1, -centsMax - 1, 1.1 * 100]) {
    assert.throws(() => cents(n), RangeError, String(n));
  }
});

test('no minus zero comes out of anything', () => {
  const zeros = [cents(-0), subtractCents(cents(5), cents(5)), sumCents([]), parseCents('-0')];
  for (const zero of zeros) assert.ok(Object.is(zero, 0));
});

test('sums agree with arithmetic on big integers', () => {
  fc.assert(
    fc.property(fc.array(anyCents, { maxLength: 90 }), (amounts) => {
      const expected = amounts.reduce((total, amount) => total + BigInt(amount), 0n);
      assert.equal(BigInt(sumCents(amounts)), expected);
    }),
  );
});

test('subtracting agrees with big integers, and undoes adding', () => {
  fc.assert(
    fc.property(anyCents, anyCents, (a, b) => {
      assert.equal(BigInt(subtractCents(a, b)), BigInt(a) - BigInt(b));
      assert.equal(subtractCents(addCents(a, b), b), a);
    }),
  );
});

test('ninety of the largest amounts add up, and the sum is still written exactly', () => {
  assert.equal(formatCents(sumCents(largest(90))), '89999999999999.10');
});

test('a sum that would lose a cent throws', () => {
  assert.throws(() => sumCents(largest(91)), RangeError);
  const most = addCents(sumCents(largest(90)), cents(Number.MAX_SAFE_INTEGER - 90 * centsMax));
  assert.equal(most, Number.MAX_SAFE_INTEGER);
  assert.throws(() => addCents(most, cents(1)), RangeError);
  assert.throws(() => subtractCents(subtractCents(cents(0), most), cents(1)), RangeError);
});

function largest(count: number): Cents[] {
  return Array.from({ length: count }, () => cents(centsMax));
}
