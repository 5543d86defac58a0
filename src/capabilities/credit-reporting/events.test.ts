// The events of credit reporting.
import { describe } from 'node:test';
import { beginLoan } from '../../../tests/support/begun-loan.ts';
import { aCreditAgency } from '../../../tests/support/credit-agency.ts';
import { emitsAsDeclared, type Scenarios } from '../../../tests/support/emits-as-declared.ts';
import type { Client } from '../../../tests/support/house.ts';
import { agreement } from '../../../tests/support/loan-life.ts';
import { creditReporting } from './index.ts';

const agencies = '/companies/current/credit-agencies';
const anAgency = async (api: Client): Promise<string> => `${agencies}/${(await api.made(agencies, aCreditAgency)).id}`;

const scenarios: Scenarios = {
  'creditAgencies.create': [
    { emits: ['creditagency.created'], run: (api) => api.post(agencies, { ...aCreditAgency, reportsOnDay: 3 }) },
  ],
  'creditAgencies.update': [
    { emits: ['creditagency.updated'], run: async (api) => api.put(await anAgency(api), { isActive: false }) },
  ],
  'creditFiles.create': [
    { emits: ['credit.file.changed'], run: async (api) => api.post(`${await anAgency(api)}/files`, {}) },
  ],
  'loanCreditReporting.update': [
    {
      emits: ['loan.creditreporting.updated'],
      async run(api) {
        const { path } = await beginLoan(api, { start: '2026-01-20T15:00:00Z', agreed: agreement });
        return api.put(`${path}/credit-reporting`, { closedByConsumerOn: '2026-01-20' });
      },
    },
  ],
};

describe('the events of credit reporting', () => emitsAsDeclared(creditReporting, scenarios));
