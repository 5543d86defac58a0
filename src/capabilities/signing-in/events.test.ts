// The events of signing in.
import { describe } from 'node:test';
import { emitsAsDeclared, type Scenarios } from '../../../tests/support/emits-as-declared.ts';
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
};

describe('the events of signing in', () => emitsAsDeclared(signingIn, scenarios));
