// Who controls whom, after random makings: users, keys, their successors, passwords, roles and second factors, by the real
// calls. A model that is written apart, and knows the law alone, says who is whose second person; the service must agree of
// each pair, and of orders that are really given and approved.
//   TENOR_LAWS=50 TENOR_SEED=7 npm test -- makers
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { jointsAmong } from '#capabilities/access/hands.ts';
import { type Client, useHouse } from './support/house.ts';
import { aLife, type Life } from './support/loan-life.ts';
import { type Company, doStep, type MakerStep, someSteps } from './support/makers-life.ts';
import { isAnother } from './support/naive-makers.ts';

const numRuns = Number(process.env.TENOR_LAWS ?? 2);

describe('a second person, after random makings', () => {
  const { house, aCompany } = useHouse({ works: false });

  test('is whoever the law says it is', async () => {
    await fc.assert(
      fc.asyncProperty(someSteps, async (steps: readonly MakerStep[]) => {
        const { test: own } = await aCompany();
        const company: Company = { house: house(), api: own, actors: [], made: [], names: 0, role: null };
        for (const step of steps) await doStep(company, step);
        await mustAgree(company);
        await mustHold(company, await aLifeOf(own));
      }),
      { numRuns },
    );
  });

  async function mustAgree({ actors, made, api: { realm } }: Company): Promise<void> {
    const ids = actors.map(({ id }) => id);
    const jointOf = await jointsAmong(house().service.database.reader(realm), ids);
    for (const first of ids)
      for (const second of ids) {
        const said = jointOf(first, second) === undefined;
        assert.equal(said, isAnother(made, first, second), `${first} and ${second} of ${JSON.stringify(made)}`);
      }
  }

  async function aLifeOf(own: Client): Promise<Life> {
    await own.put('/companies/current', { settlementApprovals: { leastShare: 1 } });
    return aLife({ test: own });
  }

  /** What the one offers, the other accepts, or may not. */
  async function mustHold({ actors, made }: Company, { path }: Life): Promise<void> {
    const pairs = actors.slice(0, 4).flatMap((first) => actors.slice(-3).map((second) => [first, second] as const));
    for (const [first, second] of pairs) {
      const offer = await first.calls.post(`${path}/settlements`, { amount: 1 });
      assert.equal(offer.status, 201, JSON.stringify(offer.body));
      const one = `${path}/settlements/${offer.body.data.id}`;
      const { status, body } = await second.calls.post(`${one}/accept`, {});
      const expected = isAnother(made, first.id, second.id) ? 201 : 403;
      assert.equal(status, expected, `${first.id} and ${second.id}: ${JSON.stringify(body)}`);
      assert.equal((await first.calls.post(`${one}/cancel`, {})).status < 300, true);
    }
  }
});
