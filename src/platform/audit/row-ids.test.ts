import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { idsOfPrefix, isOurId } from '#platform/ids.ts';
import { rowIds } from './row-ids.ts';

const realm = { mode: 'test', companyId: 'CP-7KQ2-M9XA' } as const;

describe('the ids of the audit', () => {
  test('say the number of their row, from the first to the last', () => {
    const { idOf, valueOfId } = rowIds(realm);
    for (const number of [1, 2, 34, 35, 36, 1_000_000, idsOfPrefix / 2, idsOfPrefix - 1].map(Math.floor)) {
      assert.ok(isOurId(idOf(number)), idOf(number));
      assert.equal(valueOfId(idOf(number)), number);
    }
  });

  test('differ between companies and modes', () => {
    const others = [
      { ...realm, mode: 'live' },
      { ...realm, companyId: 'CP-7KQ2-M9XB' },
    ] as const;
    for (const other of others) assert.notEqual(rowIds(other).idOf(1), rowIds(realm).idOf(1));
  });

  test('are no other texts', () => {
    for (const text of ['', 'AU-7', 'BO-7KQ2-M9XA', 'AU-7KQ2-M9X0', 'au-7kq2-m9xa']) {
      assert.equal(rowIds(realm).valueOfId(text), undefined, text);
    }
  });
});
