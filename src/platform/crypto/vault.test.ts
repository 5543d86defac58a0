import assert from 'node:assert/strict';
import { createSecretKey } from 'node:crypto';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { keyring } from './keyring.ts';
import { seal, unseal } from './seal.ts';
import { vault } from './vault.ts';

const aVault = (fill = 1) => vault(keyring(Buffer.alloc(32, fill)));

test('what is sealed opens again, whatever it is', () => {
  const { sealer } = aVault().newSealer('BO-AAAA-AAAA');
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      assert.equal(sealer.unseal('name', sealer.seal('name', text)), text);
    }),
  );
});

test('the same value is sealed differently each time', () => {
  const { sealer } = aVault().newSealer('BO-AAAA-AAAA');
  assert.notDeepEqual(sealer.seal('name', 'Ada'), sealer.seal('name', 'Ada'));
});

test('a sealed value opens as nothing else: not as another attribute, of another person, or changed', () => {
  const box = aVault();
  const { sealer } = box.newSealer('BO-AAAA-AAAA');
  const sealed = sealer.seal('name', 'Ada');
  assert.throws(() => sealer.unseal('dateOfBirth', sealed));
  assert.throws(() => box.newSealer('BO-BBBB-BBBB').sealer.unseal('name', sealed));
  for (let i = 0; i < sealed.length; i++) {
    const changed = Buffer.from(sealed);
    changed[i] = (changed[i] as number) ^ 1;
    assert.throws(() => sealer.unseal('name', changed), `byte ${i}`);
  }
  for (const length of [0, 1, 28]) assert.throws(() => sealer.unseal('name', sealed.subarray(0, length)));
});

test('a data key moved to another person, or read with another encryption key, does not open', () => {
  const { wrappedKey, sealer } = aVault().newSealer('BO-AAAA-AAAA');
  const sealed = sealer.seal('name', 'Ada');
  assert.equal(aVault().sealer('BO-AAAA-AAAA', wrappedKey).unseal('name', sealed), 'Ada');
  assert.throws(() => aVault().sealer('BO-BBBB-BBBB', wrappedKey));
  assert.throws(() => aVault(2).sealer('BO-AAAA-AAAA', wrappedKey));
});

test('an open key is not used for another wrapped one of the same person', () => {
  const box = aVault();
  const first = box.newSealer('BO-AAAA-AAAA');
  const second = box.newSealer('BO-AAAA-AAAA');
  const sealed = first.sealer.seal('name', 'Ada');
  assert.throws(() => box.sealer('BO-AAAA-AAAA', second.wrappedKey).unseal('name', sealed));
  assert.equal(box.sealer('BO-AAAA-AAAA', first.wrappedKey).unseal('name', sealed), 'Ada');
});

test('tokens differ by realm, field, value and encryption key, and fit a bigint', () => {
  const box = aVault();
  const tokens = [
    box.tokens('live/CP-1', 'lastName', 'ada'),
    box.tokens('test/CP-1', 'lastName', 'ada'),
    box.tokens('live/CP-2', 'lastName', 'ada'),
    box.tokens('live/CP-1', 'firstName', 'ada'),
    box.tokens('live/CP-1', 'lastName', 'adb'),
    aVault(2).tokens('live/CP-1', 'lastName', 'ada'),
  ].flat();
  assert.equal(new Set(tokens).size, tokens.length);
  for (const token of tokens) assert.equal(BigInt.asIntN(64, BigInt(token)).toString(), token);
  const { wrappedKey } = box.newSealer('BO-AAAA-AAAA');
  assert.equal(box.token(wrappedKey, 'live/CP-1', 'lastName', 'ada'), tokens[0], 'the one that is stored');
});

test('a form of seal that is not known is refused with a sentence', () => {
  const key = createSecretKey(Buffer.alloc(32, 3));
  const sealed = seal(key, 'x', 'text');
  sealed[0] = 9;
  assert.throws(() => unseal(key, 'x', sealed), /unknown form/);
});

test('each company seals with a key of its own, and what one sealed opens for no other', () => {
  const box = aVault();
  const sealed = box.companySealer('CP-1').seal('a.b', 'text');
  assert.equal(box.companySealer('CP-1').unseal('a.b', sealed), 'text');
  assert.throws(() => box.companySealer('CP-2').unseal('a.b', sealed));
  assert.throws(() => box.companySealer('CP-1').unseal('a.c', sealed));
  const keys = [...'12'].map((n) => keyring(Buffer.alloc(32, 1)).company(`CP-${n}`).export().toString('hex'));
  assert.equal(new Set([...keys, keyring(Buffer.alloc(32, 1)).seal.export().toString('hex')]).size, 3);
});

test('a data key that is remembered keeps nothing of the answer in which it came', async () => {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  const box = aVault();
  const { wrappedKey } = aVault().newSealer('BO-AAAA-AAAA');
  const arrived = (): WeakRef<ArrayBuffer> => {
    const answer = Buffer.from(new ArrayBuffer(65_536));
    wrappedKey.copy(answer, 100);
    box.sealer('BO-AAAA-AAAA', answer.subarray(100, 100 + wrappedKey.length));
    return new WeakRef(answer.buffer);
  };
  const kept = arrived();
  await turn();
  collect();
  assert.equal(kept.deref(), undefined);
  assert.ok(box);
});
