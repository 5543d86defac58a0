// The events of moving money.
import { describe } from 'node:test';
import { cents } from '@tenor/engine/values/cents.ts';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { takers } from '#app/capabilities.ts';
import { readings } from '../../../tests/support/ach-story.ts';
import { anAchFile, asksSecondPerson } from '../../../tests/support/an-ach-file.ts';
import { authorizeCall } from '../../../tests/support/authorize.ts';
import { emitsAsDeclared, type Scenarios } from '../../../tests/support/emits-as-declared.ts';
import { type Answer, aPerson, type Client, type House } from '../../../tests/support/house.ts';
import { anAccount, anInstrument } from '../../../tests/support/instruments.ts';
import { aWaitingReimbursement } from '../../../tests/support/reimbursed.ts';
import { aRoundLoan } from '../../../tests/support/round-loan.ts';
import { depositedUnworked } from '../../../tests/support/trial-deposits.ts';
import { acknowledge } from './ach/files/examples.ts';
import { movingMoney } from './index.ts';

const provider = (url: string) => ({
  kind: 'http',
  http: { url, rails: ['ach'], absenceIsFinal: true, deeds: ['debit'] },
  credentials: { secret: 'f2vQ0b7mY1nT4kX8sJ5rL3wE6uH9cA0zD2gP7iV1oBM=' },
});
const providerPath = '/companies/current/payment-providers/bankAccount';

async function decideOn(action: string, api: Client, house: House): Promise<Answer> {
  const loan = await aRoundLoan(api);
  const { paymentApprovalId: id } = await aWaitingReimbursement(house, api, loan);
  return api.post(`/people/${loan.personId}/payment-approvals/${id}/${action}`, {});
}

const achFiles = '/companies/current/ach-file-uploads';

const merchantsAccount = {
  routingNumber: '110000013',
  accountNumber: '900000000017',
  accountType: 'checking',
  accountHolderName: 'A merchant',
};
const aMerchantsAccount = async (api: Client): Promise<string> =>
  `/companies/current/merchants/${(await api.made('/companies/current/merchants', { businessName: 'One' })).id}/account`;

const scenarios: Scenarios = {
  'paymentProviders.replace': [
    {
      emits: ['payment.provider.created'],
      run: (api) => api.put(providerPath, provider('https://payments.example.com/one')),
    },
    {
      emits: ['payment.provider.updated'],
      async run(api) {
        await api.put(providerPath, provider('https://payments.example.com/two'));
        const changed = provider('https://payments.example.com/two');
        return api.put(providerPath, { ...changed, http: { ...changed.http, deeds: ['debit', 'credit'] } });
      },
    },
  ],
  'paymentProviders.delete': [
    {
      emits: ['payment.provider.deleted'],
      async run(api) {
        await api.put(providerPath, provider('https://payments.example.com/three'));
        return api.delete(providerPath);
      },
    },
  ],

  'merchantAccounts.replace': [
    {
      emits: ['merchant.account.updated'],
      run: async (api) => api.put(await aMerchantsAccount(api), merchantsAccount),
    },
  ],
  'merchantAccounts.delete': [
    {
      emits: ['merchant.account.deleted'],
      async run(api) {
        const path = await aMerchantsAccount(api);
        await api.put(path, merchantsAccount);
        return api.delete(path);
      },
    },
  ],

  'paymentInstruments.verify': [
    {
      emits: ['payment.instrument.updated'],
      async run(api, house) {
        const personId = (await api.made('/people', aPerson({ externalId: 'verifying' }))).id;
        const { path } = await depositedUnworked(house, api, personId);
        return api.post(`${path}/verify`, { deposit1: 11, deposit2: 32 });
      },
    },
  ],

  'achFileUploads.void': [
    {
      emits: ['ach.file.voided'],
      run: async (api, house) =>
        api.post(`${achFiles}/${await anAchFile(house, api.realm.companyId)}/void`, { reason: 'a test' }),
    },
  ],
  'achFileUploads.acknowledge': [
    {
      emits: ['ach.file.acknowledged'],
      run: async (api, house) =>
        api.post(`${achFiles}/${await anAchFile(house, api.realm.companyId, 'uploaded')}/acknowledge`, acknowledge),
    },
  ],
  'achFileUploads.confirmRejection': [
    {
      emits: ['ach.file.rejected'],
      async run(api, house) {
        const id = await anAchFile(house, api.realm.companyId, 'uploaded');
        await asksSecondPerson(house, api.realm.companyId, id, 'reject');
        return api.post(`${achFiles}/${id}/confirm-rejection`, {});
      },
    },
  ],
  'achReadings.reject': [
    {
      emits: ['ach.file.refused'],
      async run(api, house) {
        const { id } = (await api.post(readings, { fileName: 'x', content: 'no file' })).body.data;
        await asksSecondPerson(house, api.realm.companyId, id, 'apply');
        return api.post(`${readings}/${id}/reject`, { reason: 'a test' });
      },
    },
  ],

  'paymentApprovals.approve': [
    {
      emits: ['payment.approval.approved', 'payment.initiated'],
      run: async (api, house) => decideOn('approve', api, house),
    },
  ],
  'paymentApprovals.reject': [
    {
      emits: ['payment.approval.rejected', 'payment.canceled'],
      run: async (api, house) => decideOn('reject', api, house),
    },
  ],

  'paymentAuthorizations.revoke': [
    {
      emits: ['payment.authorization.revoked'],
      async run(api, house) {
        const personId = (await api.made('/people', aPerson({ externalId: 'revoking' }))).id;
        const path = `/people/${personId}`;
        const { id: instrumentId } = await anInstrument(api, `${path}/payment-instruments`, anAccount());
        const debit = { loanId: 'LN-AAAA-AAAA', amount: cents(100), date: '2026-01-31' as CivilDate, given: undefined };
        const id = await authorizeCall(house, api.realm, { personId, instrumentId, ...debit });
        return api.post(`${path}/payment-authorizations/${id}/revoke`, {});
      },
    },
  ],
};

describe('the events of moving money', () => emitsAsDeclared(movingMoney(takers), scenarios));
