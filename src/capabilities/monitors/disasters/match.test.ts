// Homes and areas of disasters, each pair as a literal.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Area, type Home, qualityOf, surest } from './match.ts';

const address = (more: Partial<Home['address']>): Home['address'] => ({
  addressLine1: '12 Main St',
  addressLine2: null,
  city: 'Houston',
  countyOrRegion: null,
  state: 'TX',
  postalCode: '77002',
  country: 'US',
  POBox: null,
  ...more,
});
const harris: Area = { state: 'TX', countyFips: '48201', designatedArea: 'Harris (County)' };
const lives = (more: Partial<Home['address']>, zipCounties?: readonly string[]): Home => ({
  address: address(more),
  zipCounties,
});

describe('a home and the area of a disaster', () => {
  for (const [says, area, home, quality] of [
    ['the county of the address', harris, lives({ countyOrRegion: 'harris county' }), 'exact'],
    ['another county', harris, lives({ countyOrRegion: 'Travis' }, ['48201']), undefined],
    ['another state with such a county', harris, lives({ countyOrRegion: 'Harris', state: 'GA' }), undefined],
    ['a ZIP code in this county alone', harris, lives({}, ['48201']), 'exact'],
    ['a ZIP code that two counties share', harris, lives({}, ['48201', '48157']), 'possible'],
    ['a ZIP code of other counties', harris, lives({}, ['48157']), undefined],
    ['a ZIP code that nobody knows', harris, lives({}), undefined],
    ['the whole state', { ...harris, countyFips: null, designatedArea: 'Statewide' }, lives({}), 'exact'],
  ] as const) {
    test(`${says}: ${quality ?? 'no match'}`, () => assert.equal(qualityOf(area, home), quality));
  }

  test('match by the surest of several areas', () => {
    const fortBend: Area = { state: 'TX', countyFips: '48157', designatedArea: 'Fort Bend (County)' };
    const whole: Area = { state: 'TX', countyFips: null, designatedArea: 'Statewide' };
    assert.deepEqual(surest([fortBend, whole], lives({}, ['48201', '48157'])), { area: whole, quality: 'exact' });
  });
});
