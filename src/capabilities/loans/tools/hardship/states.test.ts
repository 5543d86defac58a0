// Every pair of a hardship measure's status and a verb, by requests.
import assert from 'node:assert/strict';
import { before, describe } from 'node:test';
import { useHouse } from '../../../../../tests/support/house.ts';
import { aLife, type Life } from '../../../../../tests/support/loan-life.ts';
import { setClock } from '../../../../../tests/support/test-clock.ts';
import { walkStates } from '../../../../../tests/support/walk-states.ts';
import { hardshipStates } from './states.ts';

interface Deferral {
  readonly life: Life;
  readonly id: string;
}

describe('a hardship measure', () => {
  const { aCompany } = useHouse({ works: false });
  let company: Awaited<ReturnType<typeof aCompany>>;
  before(async () => {
    company = await aCompany();
  });

  const cancel = ({ life, id }: Deferral) => life.api.post(`${life.path}/hardships/${id}/cancel`, {});
  const plan = (life: Life) => life.api.post(`${life.path}/custom-payment-plans`, { amount: 25, numberOfPeriods: 2 });

  walkStates<Deferral>({
    table: hardshipStates,
    elsewhere: {
      make: 'hardship.test.ts',
      pass: 'hardship.test.ts',
      replace: 'hardship.test.ts',
      restore: 'hardship.test.ts',
    },
    async make(state) {
      const life = await aLife(company);
      const { id } = await life.act('defer', { dueDates: ['2026-02-15'] });
      const made = { life, id };
      if (state === 'canceled') assert.equal((await cancel(made)).status, 201);
      if (state === 'replaced') assert.equal((await plan(life)).status, 201);
      if (state === 'completed') await setClock(life.api, '2026-02-15T17:00:00Z');
      return made;
    },
    read: async ({ life, id }) => (await life.read(`/hardships/${id}`)).status,
    ask: { cancel },
    refused({ status, body }, { state, allowed }) {
      assert.deepEqual([status, body.errorType], [409, 'HardshipStatusForbids']);
      assert.deepEqual(body.data, { status: state, allowed });
    },
  });
});
