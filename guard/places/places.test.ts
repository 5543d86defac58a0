import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isHoliday } from './holidays.ts';
import { dayOfText, firstMoment, localDay, momentOf, timeOfDay } from './local.ts';
import { placeOfNumber, placeOfState, placeOfZip } from './places.ts';
import { isAmongZips } from './zips.ts';

const zonesOf = (zip: string): string => placeOfZip(zip).zones.join(' ');

describe('a ZIP code', () => {
  const known: readonly (readonly [zip: string, zones: string])[] = [
    ['10001', 'America/New_York'],
    ['32501', 'America/Chicago'],
    ['32301', 'America/New_York'],
    ['37402', 'America/New_York'],
    ['37201', 'America/Chicago'],
    ['46402', 'America/Chicago'],
    ['47708', 'America/Chicago'],
    ['46204', 'America/Indiana/Indianapolis'],
    ['42101', 'America/Chicago'],
    ['40202', 'America/New_York'],
    ['79901', 'America/Denver'],
    ['79401', 'America/Chicago'],
    ['83814', 'America/Los_Angeles'],
    ['83701', 'America/Boise'],
    ['97914', 'America/Boise'],
    ['97201', 'America/Los_Angeles'],
    ['85001', 'America/Phoenix'],
    ['86515', 'America/Denver'],
    ['58501', 'America/Chicago'],
    ['58601', 'America/Denver'],
    ['96813', 'Pacific/Honolulu'],
    ['00601', 'America/Puerto_Rico'],
    ['96910', 'Pacific/Guam'],
    ['99546', 'America/Adak'],
  ];
  for (const [zip, zones] of known) test(`${zip} lies in ${zones}`, () => assert.equal(zonesOf(zip), zones));

  test('of military mail has no civil zone', () => assert.equal(zonesOf('09012'), ''));
  test('of a place with an informal clock has both clocks', () =>
    assert.deepEqual(placeOfZip('36869'), {
      state: 'AL',
      zones: ['America/New_York', 'America/Chicago'],
      informal: ['America/New_York'],
    }));
  test('may lie in another state than its neighbours', () => assert.equal(placeOfZip('06390').state, 'NY'));
  test('of three digits stands for all of them', () =>
    assert.equal(zonesOf('373'), 'America/Chicago America/New_York'));
  test('that nobody uses lies nowhere', () => assert.deepEqual(placeOfZip('00001').zones, []));
  test('is compared by itself, by its prefix, and by a range of prefixes', () => {
    const city = ['100-104', '116', '11004'];
    assert.deepEqual(
      ['10001', '10499', '10501', '11601', '11004', '11005'].map((zip) => isAmongZips(zip, city)),
      [true, true, false, true, true, false],
    );
  });
});

test('a state alone has all of its zones', () =>
  assert.deepEqual(placeOfState('ID').zones, ['America/Boise', 'America/Los_Angeles']));

describe('an area code', () => {
  test('that spans two zones has both', () =>
    assert.deepEqual([...placeOfNumber('+18505550100').zones].sort(), ['America/Chicago', 'America/New_York']));
  test('abroad, toll-free, or no number at all says nothing', () => {
    for (const number of ['+14165550100', '+18005550100', '+4930123456', '', '+1850555010'])
      assert.deepEqual(placeOfNumber(number).zones, []);
  });
});

describe('clocks', () => {
  const zone = 'America/New_York';
  const at = (text: string): number => Date.parse(text);

  test('show the same day and hour twice in autumn, and skip an hour in spring', () => {
    const [first, second] = [at('2026-11-01T01:30:00-04:00'), at('2026-11-01T01:30:00-05:00')];
    assert.equal(timeOfDay(first, zone), timeOfDay(second, zone));
    assert.equal(localDay(second, zone) - localDay(first, zone), 0);
    assert.equal(momentOf(dayOfText('2026-03-08'), 150, zone), at('2026-03-08T03:30:00-04:00'));
  });

  test('let something begin when they jump over its beginning', () => {
    const isOpen = (moment: number): boolean => timeOfDay(moment, zone) >= 150 * 60_000;
    const asked = { minutes: [150], daysMax: 1, isOpen };
    assert.equal(firstMoment(at('2026-03-08T00:00:00-05:00'), zone, asked), at('2026-03-08T03:00:00-04:00'));
  });

  test('let something begin again in the hour that is shown twice', () => {
    const isOpen = (moment: number): boolean =>
      timeOfDay(moment, zone) >= 60 * 60_000 && timeOfDay(moment, zone) < 90 * 60_000;
    const asked = { minutes: [60], daysMax: 1, isOpen };
    assert.equal(firstMoment(at('2026-11-01T01:45:00-04:00'), zone, asked), at('2026-11-01T01:00:00-05:00'));
  });

  test('that never let it be say so', () =>
    assert.equal(firstMoment(0, zone, { minutes: [0], daysMax: 3, isOpen: () => false }), undefined));
});

describe('a holiday', () => {
  const is = (date: string, added: readonly string[] = []): boolean => isHoliday(dayOfText(date), added);
  test('counts on its day and on the day on which it is observed', () => {
    // Independence Day of 2026 is a Saturday, Juneteenth of 2027 too; New Year of 2028 is a Saturday, in the year before.
    assert.deepEqual(
      ['2026-07-04', '2026-07-03', '2027-06-18', '2027-12-31', '2026-07-02'].map((date) => is(date)),
      [true, true, true, true, false],
    );
    // Independence Day of 2027 is a Sunday.
    assert.deepEqual(
      ['2027-07-04', '2027-07-05', '2027-07-03'].map((date) => is(date)),
      [true, true, false],
    );
  });
  test('is also what the company has added, for one year or for all', () => {
    assert.deepEqual(
      [is('2026-11-27', ['2026-11-27']), is('2027-11-27', ['2026-11-27']), is('2027-12-24', ['12-24'])],
      [true, false, true],
    );
  });
});
