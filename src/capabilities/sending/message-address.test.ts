// The name of a message in an address: it comes back whatever mail servers do to its letters, and nobody makes one.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { keyring } from '#platform/crypto/keyring.ts';
import { vault } from '#platform/crypto/vault.ts';
import { type IdPrefix, idOfNumber, idsOfPrefix } from '#platform/ids.ts';
import { seed } from '../../../tests/support/seed.ts';
import { messageNamedBy, messagesNamedIn, nameOfMessage } from './message-address.ts';

const own = vault(keyring(Buffer.alloc(32, 1)));
const numbers = fc.integer({ min: 0, max: idsOfPrefix - 1 });

describe('the name of a message', () => {
  test('says mode, company and id again, in any case, and is short', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('live', 'test'),
        numbers,
        fc.constantFrom<IdPrefix>('EM', 'MG'),
        numbers,
        (mode, company, prefix, number) => {
          const realm = { mode, companyId: idOfNumber('CP', company) } as const;
          const named = { realm, messageId: idOfNumber(prefix, number) };
          const name = nameOfMessage(own, named);
          assert.match(name, /^[a-z2-7]{20}\.[a-z2-7]{16}$/);
          assert.deepEqual(messageNamedBy(own, name.toUpperCase()), named);
        },
      ),
      { seed },
    );
  });

  test('of another key, or changed by a sign, is none', () => {
    const named = { realm: { mode: 'live', companyId: 'CP-ABCD-EFGH' }, messageId: 'EM-7KQ2-M9XA' } as const;
    const name = nameOfMessage(own, named);
    assert.equal(messageNamedBy(vault(keyring(Buffer.alloc(32, 2))), name), undefined);
    for (let i = 0; i < name.length; i++) {
      if (name[i] === '.') continue;
      const changed = name.slice(0, i) + (name[i] === 'a' ? 'b' : 'a') + name.slice(i + 1);
      assert.equal(messageNamedBy(own, changed), undefined, changed);
    }
    for (const text of ['', '.', `${name}a`, `a${name}`, 'x'.repeat(200_000)]) {
      assert.equal(messageNamedBy(own, text), undefined);
    }
  });

  test('is found in an address, a Message-ID and a text', () => {
    const named = { realm: { mode: 'live', companyId: 'CP-ABCD-EFGH' }, messageId: 'EM-7KQ2-M9XA' } as const;
    const name = nameOfMessage(own, named);
    for (const text of [
      `b+${name}@b.example.com`,
      `<EM-7KQ2-M9XA.${name}@example.com>`,
      `To: B+${name.toUpperCase()}@B.EX`,
    ]) {
      assert.deepEqual(messagesNamedIn(own, text), [named], text);
    }
    assert.deepEqual(messagesNamedIn(own, 'a'.repeat(300_000)), []);
  });
});
