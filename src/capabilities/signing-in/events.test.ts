// The events of signing in.
import { describe } from 'node:test';
import { emitsAsDeclared, type Scenarios } from '../../../tests/support/emits-as-declared.ts';
import { aPerson } from '../../../tests/support/house.ts';
import { aSecondPerson } from '../../../tests/support/signed-in.ts';
import { signingIn } from './index.ts';

const scenarios: Scenarios = {
  'users.replaceAuth': [
    {
      emits: ['user.updated'],
      run: async (api) => {
        const { id } = await api.made('/users', { userType: 'agent', authType: { email: 'one@example.com' } });
        return api.put(`/users/${id}/auth`, { authType: { email: 'other@example.com' } });
      },
    },
  ],
  'users.confirm': [
    {
      emits: ['user.updated'],
      run: async (api, house) => {
        const { id: associatedPersonId } = await api.made('/people', aPerson());
        const authType = { email: 'own@example.com' };
        const other = await aSecondPerson(house, api);
        const { id } = await other.made('/users', { userType: 'borrower', authType, associatedPersonId });
        return api.post(`/users/${id}/confirm`, {});
      },
    },
  ],
};

describe('the events of signing in', () => emitsAsDeclared(signingIn, scenarios));
