// The events of agreements.
import { describe } from 'node:test';
import { certificateByHand } from '#app/cli-certificate.ts';
import { aPdf } from '../../../tests/support/a-pdf.ts';
import { emitsAsDeclared, type Scenarios } from '../../../tests/support/emits-as-declared.ts';
import { aPerson, type Client } from '../../../tests/support/house.ts';
import { agreements } from './index.ts';

const aDocument = async (api: Client, body: Buffer | string, type: string): Promise<string> => {
  const documents = `/people/${(await api.made('/people', aPerson())).id}/documents`;
  const path = `${documents}/${(await api.post(documents, { type: 'other' })).body.id}`;
  await api.call('POST', `${path}/content`, { body, headers: { 'content-type': type } });
  return path;
};

const scenarios: Scenarios = {
  'documents.convert': [
    {
      emits: ['documentdescriptor.created', 'documentdescriptor.converted'],
      run: async (api) => api.post(`${await aDocument(api, 'A text', 'text/plain')}/convert`, {}),
    },
  ],
  'documents.sign': [
    {
      emits: ['documentdescriptor.created', 'documentdescriptor.signed'],
      async run(api, { service }) {
        await certificateByHand(service, api.realm, {});
        return api.post(`${await aDocument(api, aPdf(), 'application/pdf')}/sign`, {});
      },
    },
  ],
};

describe('the events of agreements', () => emitsAsDeclared(agreements, scenarios));
