import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Fact } from '@tenor/engine/account/facts.ts';
import type { Posting } from '@tenor/engine/account/records.ts';
import type { Cents } from '@tenor/engine/values/cents.ts';
import type { Day } from '@tenor/engine/values/day.ts';
import { entriesOf, placed } from './stored-postings.ts';

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

test('a fact has what it posts on its own day; what is corrected, and what follows from it later, lies by itself', () => {
  const fact = (id: string, on: number) => ({ kind: 'payment', id, on }) as Fact;
  const entries = entriesOf(
    [
      posting(1, 'due:1', 'interest.due', 500),
      posting(1, 'payment:a', 'clearing', 500),
      posting(1, 'payment:old', 'clearing', -500),
      posting(2, 'payment:a', 'clearing', -1),
      posting(2, 'payment:b', 'clearing', 7),
    ],
    10,
  );
  const { ofFacts, others } = placed(entries, [fact('a', 1), fact('b', 2), fact('moot', 2)]);
  assert.deepEqual(
    [...ofFacts].map(([id, { number }]) => [id, number]),
    [
      ['a', 12],
      ['b', 15],
    ],
  );
  assert.deepEqual(
    others.map(({ number, cause }) => [number, cause]),
    [
      [11, 'due:1'],
      [13, 'payment:old'],
      [14, 'payment:a'],
    ],
  );
});
