import assert from 'node:assert/strict';
import { createSecretKey } from 'node:crypto';
import { test } from 'node:test';
import { searchToken } from './search-token.ts';
import { sipHash, sipKeyOf } from './siphash.ts';

/** From the paper and its reference program: the key is 00 01 … 0f, the text the first bytes of 00 01 02 …. */
const vectors: Readonly<Record<number, string>> = {
  0: '726fdb47dd0e0e31',
  1: '74f839c593dc67fd',
  7: 'ab0200f58b01d137',
  8: '93f5f5799a932462',
  15: 'a129ca6149be45e5',
  16: '3f2acc7f57c29bdb',
  63: '958a324ceb064572',
};

const counting = (length: number): Buffer => Buffer.from(Array.from({ length }, (_, i) => i));

test('SipHash-2-4 gives what its authors give', () => {
  const key = sipKeyOf(counting(16));
  const bytes = counting(64);
  for (const [length, expected] of Object.entries(vectors)) {
    const hash = sipHash(key, bytes, Number(length));
    assert.equal(BigInt.asUintN(64, hash).toString(16), expected, `${length} bytes`);
    assert.equal(BigInt.asIntN(64, hash), hash, 'it fits a signed column');
  }
});

test('a token is of the whole word, however long it is and whatever its letters', () => {
  const key = createSecretKey(Buffer.alloc(32, 1));
  const long = '李'.repeat(2_000);
  const tokens = [long, `${long}a`, '李', '', 'ada', 'Ada'].map((word) =>
    searchToken(key, 'live/CP-1', 'lastName', word),
  );
  assert.equal(new Set(tokens).size, tokens.length);
  assert.equal(searchToken(key, 'live/CP-1', 'lastName', long), tokens[0]);
});
