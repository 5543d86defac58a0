import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scanIsoText } from './iso-text.ts';

const midnight = { hour: 0, minute: 0, second: 0, fraction: '000000', offsetMinutes: 0 };
const day = { year: 2022, month: 4, day: 4 };

test('a plain date has no time', () => {
  assert.deepEqual(scanIsoText('2022-04-04'), day);
});

test('what is not written of the time is zero, and no offset means UTC', () => {
  assert.deepEqual(scanIsoText('2022-04-04 00:00'), { ...day, time: midnight });
  assert.deepEqual(scanIsoText('2022-04-04T00:00:00Z'), { ...day, time: midnight });
});

test('offsets may be written with and without the colon and the minutes', () => {
  for (const offset of ['+02:00', '+0200', '+02']) {
    assert.equal(scanIsoText(`2022-04-04T10:00:00${offset}`)?.time?.offsetMinutes, 120, offset);
  }
  assert.equal(scanIsoText('2022-04-04T10:00-0530')?.time?.offsetMinutes, -330);
});

test('a fraction is cut to six digits and never rounded', () => {
  const fractionOf = (text: string) => scanIsoText(`2022-04-04T23:59:59${text}Z`)?.time?.fraction;
  assert.deepEqual(['', '.5', ',5', '.1234567', '.9999999999'].map(fractionOf), [
    '000000',
    '500000',
    '500000',
    '123456',
    '999999',
  ]);
});

const refused = [
  '',
  'today',
  '2022-4-4',
  '20220404',
  '2022-04-04T',
  '2022-04-04T10',
  '2022-04-04T1000',
  '2022-04-04T24:00:00Z',
  '2022-04-04T10:60:00Z',
  '2022-04-04T23:59:60Z',
  '2022-04-04T10:00:00.Z',
  '2022-04-04T10:00.5Z',
  '2022-04-04T10:00:00 +02:00',
  '2022-04-04T10:00:00+24:00',
  '2022-04-04T10:00:00+02:60',
  '2022-04-04T10:00:00Z ',
  '2022-04-04T10:00:00Z\n',
  '+2022-04-04',
  '12022-04-04',
];

for (const text of refused) {
  test(`${JSON.stringify(text)} is neither a date nor a date-time`, () => assert.equal(scanIsoText(text), undefined));
}
