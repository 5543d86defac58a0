// Every pair of the status of an SCRA cap and a verb, by requests.
import assert from 'node:assert/strict';
import { before, describe } from 'node:test';
import type { Shown } from '../../../../../tests/support/begun-loan.ts';
import { type Answer, useHouse } from '../../../../../tests/support/house.ts';
import { aLife, type Life } from '../../../../../tests/support/loan-life.ts';
import { walkStates } from '../../../../../tests/support/walk-states.ts';
import { scraStates } from './scra-cap.ts';

describe('an SCRA cap', () => {
  const { aCompany } = useHouse({ works: false });
  let life: Life;
  let service: Shown;
  let day = 0;
  before(async () => {
    life = await aLife(await aCompany());
    service = await life.api.made(`/people/${life.personId}/military-services`, { startDate: '2026-02-01' });
  });

  /** Each one has a day of its own, so that none overlaps. */
  const dayAfter = (days: number): string => new Date(Date.UTC(2026, 1, 1 + days)).toISOString().slice(0, 10);
  const put = (id: string, body: object): Promise<Answer> => life.api.put(`${life.path}/scra-caps/${id}`, body);
  const cancel = (id: string): Promise<Answer> => life.api.post(`${life.path}/scra-caps/${id}/cancel`, {});

  walkStates<string>({
    table: scraStates,
    elsewhere: { give: 'scra.test.ts' },
    async make(state) {
      for (const { id, status } of await life.read('/scra-caps')) if (status !== 'canceled') await cancel(id);
      const startDate = dayAfter(++day);
      const { id } = await life.act('scra-caps', {
        militaryServiceId: service.id,
        noticeReceivedDate: '2026-01-20',
        startDate,
        ...(state === 'active' ? {} : { endDate: startDate }),
      });
      if (state === 'canceled') assert.equal((await cancel(id)).status, 201);
      return id;
    },
    read: async (id) => (await life.read(`/scra-caps/${id}`)).status,
    ask: {
      change: (id) => put(id, { annualRate: 0.02 }),
      end: (id) => put(id, { endDate: dayAfter(day + 1) }),
      reopen: (id) => put(id, { endDate: null }),
      cancel,
    },
    staysAsAsked: { reopen: 'active' },
    refused({ status, body }, { state, allowed }) {
      assert.deepEqual([status, body.errorType], [409, 'ScraCapStatusForbids']);
      assert.deepEqual(body.data, { status: state, allowed });
    },
  });
});
