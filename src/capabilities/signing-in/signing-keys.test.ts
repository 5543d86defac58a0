// The keys that sign tokens: from month to month, and when the encryption key is changed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EncryptionKeys, Generation } from '#platform/crypto/generations.ts';
import { keyring } from '#platform/crypto/keyring.ts';
import { vault } from '#platform/crypto/vault.ts';
import { publicKeys } from './signing-keys.ts';
import { signToken, verifyToken } from './token.ts';

const before: Generation = { number: 1, keys: keyring(Buffer.alloc(32, 1)) };
const after: Generation = { number: 2, keys: keyring(Buffer.alloc(32, 2)) };
const month = 30 * 24 * 3_600;

function toolsWith(all: readonly [Generation, ...Generation[]], seconds: number) {
  const keys: EncryptionKeys = {
    writing: all[0],
    all,
    apiKeys: before.keys.apiKeys,
    of: (number) => all.find((one) => one.number === number) as Generation,
  };
  return { vault: vault(keys), clock: { micros: () => seconds * 1_000_000 } };
}

const subject = {
  realm: { mode: 'test', companyId: 'CP-AAAA-AAAA' },
  userId: 'UR-AAAA-AAAA',
  sessionId: 'SN-AAAA-AAAA',
  kind: 'user',
} as const;

test('a token outlives the end of a month, its key not the one after', async () => {
  const last = toolsWith([before], 100 * month - 1);
  const token = await signToken(last, subject, 103 * month);
  const sessionIdAt = async (seconds: number) => (await verifyToken(toolsWith([before], seconds), token))?.sessionId;
  assert.equal(await sessionIdAt(100 * month), subject.sessionId);
  assert.equal(await sessionIdAt(101 * month - 1), subject.sessionId);
  assert.equal(await sessionIdAt(101 * month), undefined);
});

test('a process whose clock is a little ahead signs what another one takes', async () => {
  const token = await signToken(toolsWith([before], 100 * month + 2), subject, 100 * month + 900);
  assert.ok(await verifyToken(toolsWith([before], 100 * month - 1), token));
});

test('while the encryption key is changed tokens of both are taken; once it is retired, those of it are not', async () => {
  const now = 100 * month + 5;
  const old = await signToken(toolsWith([before], now), subject, now + 900);
  const both = toolsWith([after, before], now);
  const made = await signToken(both, subject, now + 900);
  for (const token of [old, made]) assert.ok(await verifyToken(both, token));
  const retired = toolsWith([after], now);
  assert.equal(await verifyToken(retired, old), undefined);
  assert.ok(await verifyToken(retired, made));
});

test('each mode and month has a key of its own, and the public ones hold no secret', async () => {
  const { keys } = await publicKeys(toolsWith([before], 100 * month));
  assert.deepEqual(keys.map(({ kid }) => kid).sort(), [
    'live-100-1',
    'live-101-1',
    'live-99-1',
    'test-100-1',
    'test-101-1',
    'test-99-1',
  ]);
  assert.equal(new Set(keys.map(({ x }) => x)).size, keys.length);
  assert.ok(keys.every((key) => key.d === undefined && key.kty === 'OKP'));
});
