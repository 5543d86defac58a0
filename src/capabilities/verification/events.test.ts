import { describe } from 'node:test';
import { emitsAsDeclared, type Scenarios } from '../../../tests/support/emits-as-declared.ts';
import { aPhone, type Client } from '../../../tests/support/house.ts';
import { answersTo, aVerifiable, codeSentTo, wrongAnswersTo } from '../../../tests/support/verifiable.ts';
import { verification } from './index.ts';

const types = '/verification-types';
const begun = async (api: Client) => {
  const { id: verificationTypeId } = await api.made(types, { maxAttemptsPerSession: 1 });
  const base = `/people/${await aVerifiable(api)}/verifications`;
  const made = await api.made(base, { verificationTypeId });
  return { made, path: `${base}/${made.id}/attempts` };
};

const scenarios: Scenarios = {
  'verificationTypes.create': [{ emits: ['verificationtype.created'], run: (api) => api.post(types, {}) }],
  'verificationTypes.update': [
    {
      emits: ['verificationtype.updated'],
      run: async (api) => api.put(`${types}/${(await api.made(types, {})).id}`, { name: 'On the telephone' }),
    },
  ],
  'verifications.create': [
    {
      emits: ['verification.started'],
      run: async (api) => api.post(`/people/${await aVerifiable(api)}/verifications`, {}),
    },
  ],
  'verifications.attempt': [
    {
      emits: ['verification.succeeded'],
      async run(api) {
        const { made, path } = await begun(api);
        return api.post(path, { answers: answersTo(made) });
      },
    },
    {
      emits: ['verification.failed'],
      async run(api) {
        const { made, path } = await begun(api);
        return api.post(path, { answers: wrongAnswersTo(made) });
      },
    },
  ],
  'contacts.confirm': [
    {
      emits: ['contact.updated', 'consent.updated'],
      async run(api) {
        const personId = await aVerifiable(api);
        const value = '+13175559000';
        const { id: contactId } = await api.made(`/people/${personId}/contacts`, aPhone({ value }));
        const agreed = { consentType: 'esign', channel: 'text', contactId, text: 'Send me papers there.' };
        await api.made(`/people/${personId}/consents`, agreed);
        await api.post(`/people/${personId}/contacts/${contactId}/confirmation-codes`, {});
        const code = await codeSentTo(api, value);
        return api.post(`/people/${personId}/contacts/${contactId}/confirm`, { code });
      },
    },
  ],
};

describe('the events of verification', () => emitsAsDeclared(verification, scenarios));
