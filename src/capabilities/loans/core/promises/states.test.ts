// Every pair of the status of a promise to pay and a verb, by requests.
import assert from 'node:assert/strict';
import { before, describe } from 'node:test';
import { type Company, useHouse } from '../../../../../tests/support/house.ts';
import { aLife, type Life } from '../../../../../tests/support/loan-life.ts';
import { walkStates } from '../../../../../tests/support/walk-states.ts';
import { promiseStates } from './base/promise.ts';

interface Place {
  readonly life: Life;
  readonly id: string;
}

describe('a promise to pay', () => {
  const { aCompany } = useHouse();
  let company: Company;
  before(async () => {
    company = await aCompany();
  });

  const cancel = ({ life, id }: Place) => life.api.post(`${life.path}/promise-to-pay-plans/${id}/cancel`, {});

  walkStates<Place>({
    table: promiseStates,
    elsewhere: Object.fromEntries(['schedule', 'begin', 'keep', 'break'].map((verb) => [verb, 'promises.test.ts'])),
    async make(state) {
      const life = await aLife(company, { start: '2026-01-20T15:00:00Z' });
      const startDate = state === 'scheduled' ? '2026-01-22' : '2026-01-20';
      const { id } = await life.act('promise-to-pay-plans', { amount: 100, startDate });
      const one = { life, id };
      if (state === 'canceled') assert.equal((await cancel(one)).status, 201);
      if (state === 'kept') await life.pay(100);
      if (state === 'broken') await life.moveTo('2026-01-21');
      return one;
    },
    read: async ({ life, id }) => (await life.read(`/promise-to-pay-plans/${id}`)).status,
    ask: { cancel },
    refused({ status, body }, { state, allowed }) {
      assert.deepEqual([status, body.errorType], [409, 'PromiseStatusForbids']);
      assert.deepEqual(body.data, { status: state, allowed });
    },
  });
});
