// Codes of an app against the vectors of RFC 6238, appendix B, and of RFC 4648.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { fromBase32 } from '../../../tests/support/app-codes.ts';
import { base32, stepAt, stepOfCode, totpAddress, totpCode } from './totp.ts';

const secret = Buffer.from('12345678901234567890');

describe('a code of an app', () => {
  test('is that of RFC 6238', () => {
    const vectors = {
      59: '94287082',
      1111111109: '07081804',
      1111111111: '14050471',
      1234567890: '89005924',
      2000000000: '69279037',
      20000000000: '65353130',
    };
    for (const [seconds, code] of Object.entries(vectors)) {
      assert.equal(totpCode(secret, stepAt(Number(seconds)), 8), code);
      assert.equal(totpCode(secret, stepAt(Number(seconds))), code.slice(2));
    }
  });

  test('counts one step around now, and none that was taken or is before it', () => {
    const now = 1_111_111_111;
    const step = stepAt(now);
    const taken = (away: number, last = 0) => stepOfCode(secret, totpCode(secret, step + away), now, last);
    assert.deepEqual(
      [-2, -1, 0, 1, 2].map((away) => taken(away)),
      [undefined, step - 1, step, step + 1, undefined],
    );
    assert.deepEqual(
      [-1, 0, 1].map((away) => taken(away, step)),
      [undefined, undefined, step + 1],
    );
    assert.equal(stepOfCode(secret, '050 471', now, 0), step, 'however it is typed');
    for (const odd of ['', '50471', '0504710', '14050471', 'abcdef', '０５０４７１']) {
      assert.equal(stepOfCode(secret, odd, now, 0), undefined, odd);
    }
  });

  test('comes from a secret that apps can read', () => {
    const vectors = { f: 'MY', fo: 'MZXQ', foo: 'MZXW6', foob: 'MZXW6YQ', fooba: 'MZXW6YTB', foobar: 'MZXW6YTBOI' };
    for (const [plain, text] of Object.entries(vectors)) assert.equal(base32(Buffer.from(plain)), text);
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
        assert.deepEqual(fromBase32(base32(Buffer.from(bytes))), Buffer.from(bytes));
      }),
    );
    const address = new URL(totpAddress(secret, { issuer: 'A & B: Loans', account: 'ada+1@example.com' }));
    assert.match(address.href, /^otpauth:\/\/totp\/A%20%26%20B%20%20Loans:ada%2B1%40example\.com\?/);
    assert.equal(address.searchParams.get('issuer'), 'A & B: Loans');
    assert.equal(address.searchParams.get('secret'), base32(secret));
  });
});
