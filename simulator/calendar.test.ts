// The simulator's calendar, against days that were looked up: nothing of ours is asked.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { bankingDayFrom, inNewYork, isBankingDay, newYorkAt, plusBankingDays } from './calendar.ts';

describe('the calendar of the simulator', () => {
  test('knows the holidays of the Federal Reserve: a Sunday moves to Monday, a Saturday does not move', () => {
    const closed = ['2027-01-01', '2027-01-18', '2027-02-15', '2027-05-31', '2027-07-05', '2027-09-06', '2027-10-11'];
    for (const day of [...closed, '2027-11-11', '2027-11-25', '2026-06-19'])
      assert.equal(isBankingDay(day), false, day);
    // Juneteenth and Christmas of 2027 are Saturdays: the Fridays before are open.
    for (const day of ['2027-06-18', '2027-12-24', '2020-06-19', '2027-07-06'])
      assert.equal(isBankingDay(day), true, day);
  });

  test('counts banking days', () => {
    assert.equal(bankingDayFrom('2027-05-29'), '2027-06-01');
    assert.equal(plusBankingDays('2027-05-14', 2), '2027-05-18');
    assert.equal(plusBankingDays('2027-11-10', 1), '2027-11-12');
    assert.equal(plusBankingDays('2028-01-14', 1), '2028-01-18');
  });

  test('knows New York, in winter and in summer, and on the days between', () => {
    assert.equal(newYorkAt('2027-03-13', '06:10'), '2027-03-13T11:10:00.000000+00:00');
    assert.equal(newYorkAt('2027-03-14', '06:10'), '2027-03-14T10:10:00.000000+00:00');
    assert.equal(newYorkAt('2027-11-06', '06:10'), '2027-11-06T10:10:00.000000+00:00');
    assert.equal(newYorkAt('2027-11-07', '06:10'), '2027-11-07T11:10:00.000000+00:00');
    assert.deepEqual(inNewYork('2027-03-14T06:59:59.999999+00:00'), { day: '2027-03-14', time: '01:59' });
    assert.deepEqual(inNewYork('2027-03-14T07:00:00.000000+00:00'), { day: '2027-03-14', time: '03:00' });
    assert.deepEqual(inNewYork('2027-11-07T05:59:00.000000+00:00'), { day: '2027-11-07', time: '01:59' });
    assert.deepEqual(inNewYork('2027-11-07T06:00:00.000000+00:00'), { day: '2027-11-07', time: '01:00' });
    assert.deepEqual(inNewYork('2028-01-01T04:30:00.000000+00:00'), { day: '2027-12-31', time: '23:30' });
  });
});
