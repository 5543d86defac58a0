// The events of the company.
import { describe } from 'node:test';
import { emitsAsDeclared, type Scenarios } from '../../../tests/support/emits-as-declared.ts';
import { company } from './index.ts';

const scenarios: Scenarios = {
  'companies.update': [
    { emits: ['company.updated'], run: (api) => api.put('/companies/current', { brandName: 'A brand' }) },
  ],
};

describe('the events of the company', () => emitsAsDeclared(company, scenarios));
