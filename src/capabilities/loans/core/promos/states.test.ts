// Every pair of a promo program's status and a verb, by requests.
import assert from 'node:assert/strict';
import { before, describe } from 'node:test';
import { aLine } from '../../../../../tests/support/a-line.ts';
import { type Client, useHouse } from '../../../../../tests/support/house.ts';
import { walkStates } from '../../../../../tests/support/walk-states.ts';
import { promoStates } from './states.ts';

interface Program {
  readonly id: string;
  readonly line: string;
  readonly path: string;
}

describe('a promo program', () => {
  const { aCompany } = useHouse({ works: false });
  let api: Client;
  before(async () => {
    api = (await aCompany()).test;
    await api.made('/test-clock', { now: '2027-01-01T17:00:00Z' });
    const type = { name: 'Less', externalId: 'less', programType: 'reducedRate', promoRate: 0.05 };
    await api.made('/companies/current/promo-program-types', { ...type, promoDurationDays: 184 });
  });

  const put = (body: object) => (one: Program) => api.put(one.path, body);

  async function make(status: string): Promise<Program> {
    const { path: line } = await aLine(api, {}, { activate: status !== 'pending' });
    const { id } = await api.made(`${line}/promo-programs`, { promoTypeId: 'ext-less' });
    const path = `${line}/promo-programs/${id}`;
    if (status === 'canceled') assert.equal((await api.put(path, { status })).status, 200);
    return { id, line, path };
  }

  walkStates<Program>({
    table: promoStates,
    given: ['hasFact'],
    elsewhere: { agree: 'stories.test.ts', describe: 'promos.test.ts' },
    make,
    read: async ({ path }) => (await api.get(path)).body.data.status,
    ask: {
      begin: ({ line }) => api.post(`${line}/activate`, {}),
      change: put({ promoDurationDays: 365 }),
      cancel: put({ status: 'canceled' }),
    },
    staysAsAsked: { cancel: 'canceled' },
    refused({ status, body }, { state, verb, allowed }) {
      if (verb === 'begin') assert.deepEqual([status, body.errorType], [400, 'LoanAlreadyActive']);
      else {
        assert.deepEqual([status, body.errorType], [409, 'PromoProgramStatusForbids'], JSON.stringify(body));
        // Whether it has a fact is known only of an active one.
        assert.deepEqual(body.data, { status: state, allowed: allowed.filter((one) => one !== 'active') });
      }
    },
  });
});
