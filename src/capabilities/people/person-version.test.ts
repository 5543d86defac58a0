// What makes another version of a person.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Instant } from '@tenor/engine/values/instant.ts';
import { type VersionRow, versionOfRows } from './person-version.ts';

const at = (second: number) => `2027-01-01T00:00:0${second}.000000+00:00` as Instant;
const row = (id: string, more: Partial<VersionRow> = {}): VersionRow => ({
  person_version: '700',
  created_at: at(1),
  updated_at: null,
  identity_id: id,
  identity_version: '701',
  identity_created_at: at(2),
  identity_updated_at: null,
  user_id: null,
  user_version: null,
  user_created_at: null,
  user_updated_at: null,
  ...more,
});

test('the version of a person is one for all orders of identities, and another for each change', () => {
  const version = (...rows: VersionRow[]) => Object.values(versionOfRows(rows)).join(' ');
  const usual = version(row('BI-1'), row('BI-2'));
  assert.equal(version(row('BI-2'), row('BI-1')), usual);
  const others = [
    version(row('BI-1')),
    version(row('BI-1'), row('BI-3')),
    version(row('BI-1', { person_version: '702' }), row('BI-2', { person_version: '702' })),
    version(row('BI-1', { updated_at: at(3) }), row('BI-2', { updated_at: at(3) })),
    version(row('BI-1'), row('BI-2', { identity_version: '702' })),
    // The same transaction number in a database that was restored.
    version(row('BI-1'), row('BI-2', { identity_created_at: at(3) })),
    version(row('BI-1'), row('BI-2', { identity_updated_at: at(4) })),
    version(...['BI-1', 'BI-2'].map((id) => row(id, { user_id: 'UR-1', user_version: '703' }))),
    version(...['BI-1', 'BI-2'].map((id) => row(id, { user_id: 'UR-1', user_version: '704' }))),
  ];
  assert.equal(new Set([usual, ...others]).size, 10);
});
