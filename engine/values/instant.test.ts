import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { dayNumberMax, dayNumberMin } from './civil-date.ts';
import {
  addSeconds,
  compare,
  dateInUtc,
  type Instant,
  instantOfMicros,
  microsOfInstant,
  parseInstant,
  secondsOfInstant,
} from './instant.ts';

const microsMin = BigInt(dayNumberMin) * 86_400_000_000n;
const microsMax = BigInt(dayNumberMax + 1) * 86_400_000_000n - 1n;
const anyMicros = fc.bigInt({ min: microsMin, max: microsMax });

function instant(text: string): Instant {
  const parsed = parseInstant(text);
  assert.ok(parsed !== undefined, `${text} is an instant`);
  return parsed;
}

const accepted: readonly [text: string, canonical: string][] = [
  ['2022-04-04T17:16:04.258646+00:00', '2022-04-04T17:16:04.258646+00:00'],
  ['2022-04-04T17:16:04Z', '2022-04-04T17:16:04.000000+00:00'],
  ['2022-04-04t17:16:04z', '2022-04-04T17:16:04.000000+00:00'],
  ['2022-04-04T17:16Z', '2022-04-04T17:16:00.000000+00:00'],
  ['2022-04-04T17:16:04.1Z', '2022-04-04T17:16:04.100000+00:00'],
  ['2022-04-04T17:16:04.1234569Z', '2022-04-04T17:16:04.123456+00:00'],
  ['1969-12-31T23:59:59.9999999Z', '1969-12-31T23:59:59.999999+00:00'],
  ['2022-04-04T17:16:04+02:00', '2022-04-04T15:16:04.000000+00:00'],
  ['2022-12-31T23:30:00-0530', '2023-01-01T05:00:00.000000+00:00'],
  ['2024-03-01T00:30:00+01:00', '2024-02-29T23:30:00.000000+00:00'],
  ['2022-04-04T00:00:00-00:00', '2022-04-04T00:00:00.000000+00:00'],
  ['2022-04-04 17:16', '2022-04-04T17:16:00.000000+00:00'],
  ['2022-04-04T17:16:04', '2022-04-04T17:16:04.000000+00:00'],
  ['2022-04-04', '2022-04-04T00:00:00.000000+00:00'],
  ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000000+00:00'],
  ['9999-12-31T23:59:59.999999Z', '9999-12-31T23:59:59.999999+00:00'],
];

for (const [text, canonical] of accepted) {
  test(`${text} is ${canonical}`, () => assert.equal(parseInstant(text), canonical));
}

const refused: readonly [text: string, why: string][] = [
  ['0001-01-01T00:00:00+00:01', 'in UTC it lies before the calendar'],
  ['9999-12-31T23:59:59-00:01', 'in UTC it lies after the calendar'],
  ['0000-12-31T23:59:59-01:00', 'there is no year 0000'],
  ['2023-02-29T00:00:00Z', 'no such day'],
  ['17:16:04Z', 'no date'],
  ['1649092564', 'seconds since 1970 are not ISO 8601'],
];

for (const [text, why] of refused) {
  test(`${text} is refused: ${why}`, () => assert.equal(parseInstant(text), undefined));
}

test('microseconds and text are inverse over the whole calendar', () => {
  fc.assert(
    fc.property(anyMicros, (micros) => {
      const made = instantOfMicros(micros);
      assert.equal(microsOfInstant(made), micros);
      assert.equal(parseInstant(made), made);
    }),
    { numRuns: 2000 },
  );
});

test('milliseconds agree with Date', () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date('1600-01-01'), max: new Date('2400-01-01'), noInvalidDate: true }),
      (moment) => {
        const parsed = instant(moment.toISOString());
        assert.equal(microsOfInstant(parsed), BigInt(moment.getTime()) * 1000n);
        assert.equal(secondsOfInstant(parsed), Math.floor(moment.getTime() / 1000));
        assert.equal(dateInUtc(parsed), moment.toISOString().slice(0, 10));
      },
    ),
  );
});

test('the same moment written with any offset is the same text', () => {
  const offset = fc.integer({ min: -1439, max: 1439 });
  fc.assert(
    fc.property(
      fc.date({ min: new Date('1600-01-01'), max: new Date('2400-01-01'), noInvalidDate: true }),
      offset,
      (moment, minutes) => {
        const local = new Date(moment.getTime() + minutes * 60_000).toISOString().slice(0, -1);
        const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
        const written = `${minutes < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}:${String(rest).padStart(2, '0')}`;
        assert.equal(parseInstant(local + written), instant(moment.toISOString()));
      },
    ),
  );
});

test('the order of texts is the order of moments', () => {
  fc.assert(
    fc.property(anyMicros, anyMicros, (a, b) => {
      const expected = a === b ? 0 : a < b ? -1 : 1;
      assert.equal(compare(instantOfMicros(a), instantOfMicros(b)), expected);
    }),
  );
});

test('adding seconds moves by exactly that many and back', () => {
  const seconds = fc.integer({ min: -(10 ** 9), max: 10 ** 9 });
  fc.assert(
    fc.property(fc.bigInt({ min: microsMin / 2n, max: microsMax / 2n }), seconds, (micros, seconds) => {
      const start = instantOfMicros(micros);
      const moved = addSeconds(start, seconds);
      assert.equal(microsOfInstant(moved) - micros, BigInt(seconds) * 1_000_000n);
      assert.equal(addSeconds(moved, -seconds), start);
    }),
  );
});

test('a moment outside the calendar throws', () => {
  assert.equal(instantOfMicros(microsMin), '0001-01-01T00:00:00.000000+00:00');
  assert.equal(instantOfMicros(microsMax), '9999-12-31T23:59:59.999999+00:00');
  assert.throws(() => instantOfMicros(microsMin - 1n), RangeError);
  assert.throws(() => instantOfMicros(microsMax + 1n), RangeError);
  assert.throws(() => addSeconds(instantOfMicros(microsMax), 1), RangeError);
});
