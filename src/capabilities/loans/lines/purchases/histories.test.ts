// Random histories of purchases, refunds, disputes and payments over statements: after each, what is stored agrees with a
// replay of the whole life, row by row.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { aLine } from '../../../../../tests/support/a-line.ts';
import { aDraw } from '../../../../../tests/support/begun-line.ts';
import { booksAgree } from '../../../../../tests/support/books-agree.ts';
import { type Answer, type Client, useHouse } from '../../../../../tests/support/house.ts';
import { setClock } from '../../../../../tests/support/test-clock.ts';

const dayMs = 86_400_000;
const histories = 3;
const acts = 60;

/** The same numbers for every run. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

describe('a random history of purchases', () => {
  const { house, aCompany } = useHouse({ works: false });
  let api: Client;
  before(async () => {
    api = (await aCompany()).test;
  });

  async function live(seed: number): Promise<Record<string, number>> {
    const random = randomFrom(seed);
    let now = Date.parse('2026-01-20T15:00:00Z');
    const at = (ms: number): string => new Date(ms).toISOString();
    await setClock(api, at(now));
    const { path: line } = await aLine(api);
    const draw = await aDraw(api, line);
    const purchases: string[] = [];
    const disputes: string[] = [];
    const answers: Record<string, number> = {};
    const one = (of: string[]): string => of[random(of.length)] as string;
    const past = (): string => at(now - random(Math.max(1, now - Date.parse('2026-01-20T15:00:01Z'))));
    const amount = (): number => 1 + random(90);
    const record = async (body: object): Promise<Answer> => {
      const answer = await api.post(`${draw}/purchases`, body);
      if (answer.status === 201) purchases.push(answer.body.data.id);
      return answer;
    };
    const acting: (() => Promise<Answer>)[] = [
      () => record({ amount: amount(), purchaseDate: past() }),
      () => record({ amount: amount(), status: 'pending' }),
      () => record({ amount: amount(), status: 'authorized', purchaseDate: past() }),
      () => record({ amount: amount(), authorizationPurchaseId: one(purchases) }),
      () => record({ amount: amount(), type: 'refund', originalPurchaseId: one(purchases) }),
      () => api.put(`${draw}/purchases/${one(purchases)}`, { amount: amount() }),
      () => api.put(`${draw}/purchases/${one(purchases)}`, { purchaseDate: past() }),
      () => api.put(`${draw}/purchases/${one(purchases)}`, { status: 'settled' }),
      () => api.put(`${draw}/purchases/${one(purchases)}`, { status: 'canceled' }),
      async () => {
        const answer = await api.post(`${draw}/purchases/${one(purchases)}/disputes`, {});
        const { purchaseId, id } = answer.body.data;
        if (answer.status === 201) disputes.push(`${draw}/purchases/${purchaseId}/disputes/${id}`);
        return answer;
      },
      () => api.put(one(disputes), { status: ['won', 'lost', 'withdrawn'][random(3)] }),
      () =>
        api.post(`${line}/transactions`, {
          type: 'oneTime',
          isExternal: true,
          amount: amount(),
          allowOverpayment: true,
        }),
    ];
    await record({ amount: 40 });
    for (let i = 0; i < acts; i++) {
      if (random(3) === 0) {
        now += random(9) * dayMs + random(80_000) * 1000;
        await setClock(api, at(now));
      }
      const choice = random(acting.length);
      if (choice === 10 && disputes.length === 0) continue;
      const { status, body } = await (acting[choice] as () => Promise<Answer>)();
      assert.ok(status < 500, `${choice}: ${JSON.stringify(body)}`);
      const what = status < 300 ? 'done' : body.errorType;
      answers[what] = (answers[what] ?? 0) + 1;
    }
    return answers;
  }

  for (let seed = 1; seed <= histories; seed++) {
    test(`${seed}: leaves books, rows and facts that agree`, async () => {
      const { done = 0, ...refusals } = await live(seed * 7_919);
      assert.ok(done > acts / 3, JSON.stringify({ done, ...refusals }));
      await booksAgree(house(), api, seed - 1);
    });
  }
});
