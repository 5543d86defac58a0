import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Posting } from '@tenor/engine/account/records.ts';
import type { Cents } from '@tenor/engine/values/cents.ts';
import type { Day } from '@tenor/engine/values/day.ts';
import { entriesOf } from './stored-postings.ts';

const posting = (on: number, cause: string, account: string, amount: number): Posting => ({
  on: on as Day,
  cause,
  account,
  amount: amount as Cents,
});

test('postings of one day and cause that follow one another are a row, which has the number of the first', () => {
  const rows = entriesOf(
    [
      posting(1, 'due:1', 'interest.due', 500),
      posting(1, 'due:1', 'interest.notDue', -500),
      posting(1, 'payment:a', 'clearing', 500),
      posting(2, 'payment:a', 'clearing', -500),
      posting(1, 'due:1', 'interest.due', 7),
    ],
    10,
  );
  assert.deepEqual(
    rows.map(({ number, accounts, amounts, cause }) => [number, cause, accounts, ...amounts]),
    [
      [11, 'due:1', 'interest.due interest.notDue', 500, -500],
      [13, 'payment:a', 'clearing', 500],
      [14, 'payment:a', 'clearing', -500],
      [15, 'due:1', 'interest.due', 7],
    ],
  );
});
