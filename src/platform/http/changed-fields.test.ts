import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sentFields } from './changed-fields.ts';

test('what asks for a preview is no changed field, whatever it is called', () => {
  const body = { name: 'New', dryRun: false };
  assert.deepEqual(sentFields(body, { name: 'Old' }, 'dryRun'), ['name']);
  assert.deepEqual(sentFields(body, { name: 'Old' }), ['name', 'dryRun']);
  assert.equal(sentFields({ previewMode: true }, {}, 'previewMode'), undefined);
});
