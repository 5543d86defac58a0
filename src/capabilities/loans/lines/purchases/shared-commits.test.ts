// Purchases of several borrowers that come at once share commits, and one that is refused harms no other.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { aLine } from '../../../../../tests/support/a-line.ts';
import { aDraw } from '../../../../../tests/support/begun-line.ts';
import { booksAgree } from '../../../../../tests/support/books-agree.ts';
import { eventually } from '../../../../../tests/support/eventually.ts';
import { type Answer, type Client, useHouse } from '../../../../../tests/support/house.ts';
import { recordedDuring } from '../../../../../tests/support/recorded-statements.ts';
import { setClock } from '../../../../../tests/support/test-clock.ts';

describe('purchases of several borrowers at once', () => {
  const { house, aCompany } = useHouse({ works: false });
  let api: Client;
  let draws: readonly string[];
  before(async () => {
    api = (await aCompany()).test;
    await setClock(api, '2026-01-20T15:00:00Z');
    const made: string[] = [];
    for (let i = 0; i < 6; i++) made.push(await aDraw(api, (await aLine(api)).path));
    draws = made;
  });

  async function atOnce(bodyOf: (i: number) => object) {
    let answers: Answer[] = [];
    const sent = await recordedDuring(async () => {
      answers = await Promise.all(draws.map((draw, i) => api.post(`${draw}/purchases`, bodyOf(i))));
    });
    return { answers, commits: sent.filter(({ text }) => text === 'commit').length };
  }
  const amountsOf = async (draw: string): Promise<number[]> =>
    (await api.get(`${draw}/purchases`)).body.data.map(({ amount }: { amount: number }) => amount);

  test('take fewer commits than purchases, and the books of each line agree', async () => {
    let rounds = 0;
    await eventually('some wait while others are committed, and share the next commit', async () => {
      rounds += 1;
      const { answers, commits } = await atOnce((i) => ({ amount: 10 + i }));
      for (const { status } of answers) assert.equal(status, 201);
      return commits < 6;
    });
    for (const [i, draw] of draws.entries()) assert.deepEqual(await amountsOf(draw), Array(rounds).fill(10 + i));
    await booksAgree(house(), api, 5);
  });

  test('one above its limit is refused, with an external id or without, and the others are kept', async () => {
    const { answers } = await atOnce((i) => {
      if (i === 1) return { amount: 1_000_000 };
      if (i === 2) return { amount: 1_000_000, externalId: 'too much' };
      return { amount: 20 };
    });
    const kinds = answers.map(({ status, body }) => (status === 201 ? 201 : body.errorType));
    const over = 'AmountExceedsCreditLimit';
    assert.deepEqual(kinds, [201, over, over, 201, 201, 201]);
  });

  test('one of a past day is a commit of its own', async () => {
    await setClock(api, '2026-02-20T15:00:00Z');
    await atOnce(() => ({ amount: 1 }));
    const { answers } = await atOnce((i) => (i === 0 ? { amount: 5, purchaseDate: '2026-01-25' } : { amount: 5 }));
    for (const { status } of answers) assert.equal(status, 201);
    await booksAgree(house(), api, 5);
  });
});
