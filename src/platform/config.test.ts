import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readSettings } from './config.ts';

describe('settings', () => {
  test('that name the database are not empty: the service would begin with another one', () => {
    for (const name of ['DATA_DIR', 'DATABASE_URL']) {
      for (const empty of ['', ' ']) {
        const { wrong } = readSettings({ [name]: empty });
        assert.equal(wrong.length, 1, name);
        assert.match(wrong[0] ?? '', new RegExp(`^${name} is empty`));
      }
      assert.deepEqual(readSettings({}).wrong, []);
    }
  });
});
