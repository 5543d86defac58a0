// The events of tax.
import { describe } from 'node:test';
import { beginLoan } from '../../../tests/support/begun-loan.ts';
import { emitsAsDeclared, type Scenarios } from '../../../tests/support/emits-as-declared.ts';
import { agreement } from '../../../tests/support/loan-life.ts';
import { aMadeTaxFiling } from '../../../tests/support/tax-filing.ts';
import { setClock } from '../../../tests/support/test-clock.ts';
import { tax } from './index.ts';

const filings = '/companies/current/tax-filings';
const emits = ['tax.filing.changed'];

const scenarios: Scenarios = {
  'taxFilings.create': [{ emits, run: (api) => api.post(filings, { taxYear: 2021 }) }],
  'taxFilings.update': [
    {
      emits,
      run: async (api, house) =>
        api.put(`${filings}/${await aMadeTaxFiling(house, api, 2022)}`, { sentOn: '2023-01-31' }),
    },
  ],
  'taxFilings.discard': [
    {
      emits,
      run: async (api, house) => api.post(`${filings}/${await aMadeTaxFiling(house, api, 2023)}/discard`, {}),
    },
  ],
  'loanCanceledDebt.update': [
    {
      emits: ['loan.canceleddebt.updated'],
      async run(api) {
        const { path } = await beginLoan(api, { start: '2026-01-20T15:00:00Z', agreed: agreement });
        await setClock(api, '2026-01-21T15:00:00Z');
        const event = { identifiableEventCode: 'G', identifiableEventDate: '2026-01-21', principalAmount: 100 };
        return api.put(`${path}/canceled-debt`, event);
      },
    },
  ],
};

describe('the events of tax', () => emitsAsDeclared(tax, scenarios));
