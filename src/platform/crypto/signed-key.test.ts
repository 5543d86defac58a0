import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { keyring } from './keyring.ts';
import { saidInKey, signedKey } from './signed-key.ts';
import { vault } from './vault.ts';

const ours = vault(keyring(randomBytes(32)));
const said = ['live', 'CP-1', 1_700_000_000_000_000];
const key = signedKey(ours, 'download', said);

test('a key says what it was made for, to us', () => {
  assert.deepEqual(saidInKey(ours, 'download', key), said);
});

test('a key of another purpose, of others, or with anything changed says nothing', () => {
  const others = vault(keyring(randomBytes(32)));
  const [body = '', signature = ''] = key.split('.');
  const changed = [`${body}x.${signature}`, `${body}.${signature}x`, `${key}.`, `${key}.x`, `.${key}`, body, ''];
  assert.equal(saidInKey(ours, 'upload', key), undefined);
  assert.equal(saidInKey(others, 'download', key), undefined);
  for (const one of changed) assert.equal(saidInKey(ours, 'download', one), undefined, one);
});
