// Every pair of a settlement's status and a verb, by requests.
import assert from 'node:assert/strict';
import { before, describe } from 'node:test';
import { type Answer, type Company, useHouse } from '../../../../../tests/support/house.ts';
import { aLife, type Life } from '../../../../../tests/support/loan-life.ts';
import { setClock } from '../../../../../tests/support/test-clock.ts';
import { walkStates } from '../../../../../tests/support/walk-states.ts';
import { settlementStates } from './base/settlement.ts';

interface Place {
  readonly life: Life;
  readonly id: string;
}

describe('a settlement', () => {
  const { aCompany } = useHouse();
  let company: Company;
  before(async () => {
    company = await aCompany();
  });

  const ask =
    (verb: string) =>
    ({ life, id }: Place): Promise<Answer> =>
      life.api.post(`${life.path}/settlements/${id}/${verb}`, {});
  const [accept, cancel] = [ask('accept'), ask('cancel')];

  walkStates<Place>({
    table: settlementStates,
    elsewhere: Object.fromEntries(
      ['offer', 'expire', 'keep', 'break', 'resume'].map((verb) => [verb, 'settlements.test.ts']),
    ),
    async make(state) {
      await setClock(company.test, '2026-01-20T15:00:00Z');
      const life = await aLife(company, { start: '2026-01-20T15:00:00Z' });
      const { id } = await life.act('settlements', { amount: 100, lastDate: '2026-01-25' });
      const one = { life, id };
      if (['accepted', 'kept', 'broken'].includes(state)) assert.equal((await accept(one)).status, 201);
      if (state === 'canceled') assert.equal((await cancel(one)).status, 201);
      if (state === 'kept') await life.pay(100);
      if (state === 'broken' || state === 'expired') await life.moveTo('2026-01-27');
      return one;
    },
    read: async ({ life, id }) => (await life.read(`/settlements/${id}`)).status,
    ask: { accept, cancel },
    refused({ status, body }, { state, allowed }) {
      assert.deepEqual([status, body.errorType], [409, 'SettlementStatusForbids']);
      assert.deepEqual(body.data, { status: state, allowed });
    },
  });
});
