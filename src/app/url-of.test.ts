import assert from 'node:assert/strict';
import { test } from 'node:test';
import { urlOf } from './url-of.ts';

test('what listens on all addresses is called by the one of this machine', () => {
  assert.equal(urlOf('0.0.0.0', 4000), 'http://127.0.0.1:4000');
  assert.equal(urlOf('::', 4000), 'http://[::1]:4000');
  assert.equal(urlOf('::1', 1), 'http://[::1]:1');
  assert.equal(urlOf('loans.example.com', 80), 'http://loans.example.com:80');
});
