// Where a validation notice has another form, by the address to which letters go.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ContactAddress } from '#capabilities/people/index.ts';
import { collectionPlaceOf } from './collection-place.ts';

const address = (city: string, state: string, postalCode: string): ContactAddress => ({
  addressLine1: '1 Main St',
  addressLine2: null,
  city,
  countyOrRegion: null,
  state,
  postalCode,
  country: 'US',
  POBox: null,
  countyFips: null,
});

test('a notice of a debt collector has the form of the place where the borrower lives', () => {
  const places = [
    ['Phoenix', 'AZ', '85001', 'arizona'],
    ['San Juan', 'PR', '00901', 'puertoRico'],
    ['New York', 'NY', '10001', 'newYorkCity'],
    ['Brooklyn', 'NY', '11201-1234', 'newYorkCity'],
    ['Floral Park', 'NY', '11005', 'newYorkCity'],
    ['Yonkers', 'NY', '10701', 'newYorkCity'],
    ['YONKERS ', 'NY', '', 'newYorkCity'],
    ['Albany', 'NY', '12207', 'elsewhere'],
    ['Great Neck', 'NY', '11021', 'elsewhere'],
    ['Hastings-on-Hudson', 'NY', '10706', 'elsewhere'],
    ['Yonkers', 'GA', '31001', 'elsewhere'],
  ] as const;
  for (const [city, state, zip, place] of places)
    assert.equal(collectionPlaceOf(address(city, state, zip)), place, city);
  assert.equal(collectionPlaceOf(null), 'elsewhere');
});
