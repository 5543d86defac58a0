// The events of loan types, their fee types, index rates and rate caps, and of merchants and investors.
import { describe } from 'node:test';
import { emitsAsDeclared, type Scenarios } from '../../../tests/support/emits-as-declared.ts';
import type { Client } from '../../../tests/support/house.ts';
import { products } from './index.ts';

const merchants = '/companies/current/merchants';
const investors = '/companies/current/investors';
const agencies = '/companies/current/collection-agencies';
const promoProgramTypes = '/companies/current/promo-program-types';
const aPromoProgramType = { name: 'Half a year', programType: 'sameAsCash', promoDurationDays: 180 };
const aRateCap = { state: 'IN', maxRate: 0.36, effectiveDate: '2026-01-01' };
const anIndexRate = { rate: 0.05, effectiveDate: '2026-01-01' };

/** Makes something in the list at `path`, and returns the path of what was made. */
async function below(api: Client, path: string, body: object): Promise<string> {
  return `${path}/${(await api.made(path, body)).id}`;
}
const aLoanType = (api: Client): Promise<string> => below(api, '/loan-types', { name: 'A loan type' });
const aMerchant = (api: Client): Promise<string> => below(api, merchants, { businessName: 'Lakeside Dental' });

let funds = 0;
const anInvestor = (api: Client): Promise<string> => below(api, investors, { name: `Fund ${++funds}` });

const scenarios: Scenarios = {
  'loanTypes.create': [
    {
      emits: ['loantype.created'],
      run: (api) => api.post('/loan-types', { name: 'Another', externalId: 'type-1' }),
    },
  ],
  'loanTypes.update': [
    {
      emits: ['loantype.updated'],
      run: async (api) => api.put(await aLoanType(api), { fees: { nsfAmount: 25 }, status: 'active' }),
    },
    {
      emits: ['loantype.updated', 'loantype.statuschanged'],
      run: async (api) => api.put(await aLoanType(api), { status: 'inactive' }),
    },
  ],
  'feeTypes.create': [
    {
      emits: ['feetype.created'],
      run: async (api) => {
        const name = { displayName: 'Copy of documents', apiName: 'documentCopy' };
        return api.post(`${await aLoanType(api)}/fee-types`, { feeType: 'adHoc', name, amount: 5 });
      },
    },
  ],
  'indexRates.create': [
    {
      emits: ['indexrate.created'],
      run: async (api) => api.post(`${await aLoanType(api)}/index-rates`, anIndexRate),
    },
  ],
  'indexRates.update': [
    {
      emits: ['indexrate.updated'],
      run: async (api) =>
        api.put(await below(api, `${await aLoanType(api)}/index-rates`, anIndexRate), { rate: '-0.005' }),
    },
  ],
  'indexRates.delete': [
    {
      emits: ['indexrate.deleted'],
      run: async (api) => api.delete(await below(api, `${await aLoanType(api)}/index-rates`, anIndexRate)),
    },
  ],
  'rateCaps.create': [
    { emits: ['ratecap.created'], run: async (api) => api.post(`${await aLoanType(api)}/rate-caps`, aRateCap) },
  ],
  'rateCaps.delete': [
    {
      emits: ['ratecap.deleted'],
      run: async (api) => api.delete(await below(api, `${await aLoanType(api)}/rate-caps`, aRateCap)),
    },
  ],
  'merchants.create': [
    {
      emits: ['merchant.created'],
      run: (api) => api.post(merchants, { businessName: 'Lakeside Dental', externalId: 'shop-1' }),
    },
  ],
  'merchants.update': [
    { emits: ['merchant.updated'], run: async (api) => api.put(await aMerchant(api), { status: 'inactive' }) },
  ],
  'collectionAgencies.create': [
    { emits: ['collectionagency.created'], run: (api) => api.post(agencies, { legalName: 'White River LLC' }) },
  ],
  'collectionAgencies.update': [
    {
      emits: ['collectionagency.updated'],
      run: async (api) => {
        const { id } = await api.made(agencies, { legalName: 'Wabash Recovery' });
        return api.put(`${agencies}/${id}`, { legalName: 'Renamed' });
      },
    },
  ],
  'investors.create': [
    { emits: ['investor.created'], run: (api) => api.post(investors, { name: 'Wabash Loan Fund' }) },
    {
      emits: ['investor.updated', 'investor.created'],
      run: (api) => api.post(investors, { name: 'Wabash Fund II', isDefault: true }),
    },
  ],
  'investors.update': [
    { emits: ['investor.updated'], run: async (api) => api.put(await anInvestor(api), { name: 'Renamed' }) },
    {
      emits: ['investor.updated', 'investor.updated'],
      run: async (api) => api.put(await anInvestor(api), { isDefault: true }),
    },
  ],
  'promoProgramTypes.create': [
    { emits: ['promoprogramtype.created'], run: (api) => api.post(promoProgramTypes, aPromoProgramType) },
  ],
  'promoProgramTypes.update': [
    {
      emits: ['promoprogramtype.updated'],
      run: async (api) => api.put(await below(api, promoProgramTypes, aPromoProgramType), { status: 'inactive' }),
    },
  ],
  'promoProgramTypes.delete': [
    {
      emits: ['promoprogramtype.deleted'],
      run: async (api) => api.delete(await below(api, promoProgramTypes, aPromoProgramType)),
    },
  ],
};

describe('the events of products', () => emitsAsDeclared(products, scenarios));
