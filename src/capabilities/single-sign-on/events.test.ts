// The events of single sign-on.
import { describe } from 'node:test';
import { emitsAsDeclared, type Scenarios } from '../../../tests/support/emits-as-declared.ts';
import { saml } from './examples.ts';
import { singleSignOn } from './index.ts';

const path = '/companies/current/single-sign-on';

const scenarios: Scenarios = {
  'singleSignOn.replace': [{ emits: ['company.updated'], run: (api) => api.put(path, saml) }],
  'singleSignOn.delete': [
    {
      emits: ['company.updated'],
      run: async (api) => {
        await api.put(path, saml);
        return api.delete(path);
      },
    },
  ],
};

describe('the events of single sign-on', () => emitsAsDeclared(singleSignOn, scenarios));
