// Every pair of an instrument's status and a verb, by requests.
import assert from 'node:assert/strict';
import { before, describe } from 'node:test';
import { aPerson, type Client, useHouse } from '../../../tests/support/house.ts';
import { walkStates } from '../../../tests/support/walk-states.ts';
import { instrumentStates } from './states.ts';

describe('a payment instrument', () => {
  const { aCompany } = useHouse({ works: false });
  let api: Client;
  let instruments: string;
  before(async () => {
    api = (await aCompany()).test;
    instruments = `/people/${(await api.made('/people', aPerson())).id}/payment-instruments`;
  });

  let account = 100_000;
  const card = () => ({
    instrumentType: 'bankAccount',
    accountType: 'checking',
    accountHolderType: 'personal',
    accountHolderName: 'Ada Lovelace',
    routingNumber: '021000021',
    accountNumber: String(++account),
  });
  const put = (status: string) => (path: string) => api.put(path, { status });

  walkStates<string>({
    table: instrumentStates,
    elsewhere: { erase: 'tests/erase.test.ts' },
    async make(state) {
      const [{ id }] = await api.made(instruments, card());
      const path = `${instruments}/${id}`;
      if (state !== 'pending') assert.equal((await put(state)(path)).status, 200);
      return path;
    },
    async read(path) {
      const { status, body } = await api.get(path);
      return status === 404 ? 'inactive' : body.data.status;
    },
    ask: {
      // One that is sent as it is stays so.
      register: put('pending'),
      activate: put('active'),
      deactivate: put('inactive'),
      delete: (path) => api.delete(path),
    },
    staysAsAsked: { register: 'pending', activate: 'active', deactivate: 'inactive' },
    refused({ status, body }, { state, verb }) {
      assert.deepEqual([status, body.errorType, body.data.path], [400, 'InvalidRequest', 'status']);
      assert.equal(body.message, `status: cannot ${instrumentStates.verbs[verb as 'erase']}: it is ${state}`);
      const next = { active: 'one of inactive', inactive: 'inactive; make another payment instrument' };
      assert.equal(body.data.expected, next[state as 'active']);
    },
  });
});
