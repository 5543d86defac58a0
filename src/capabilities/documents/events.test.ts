// The events of documents.
import { describe } from 'node:test';
import { emitsAsDeclared, type Scenarios } from '../../../tests/support/emits-as-declared.ts';
import { aPerson, type Client } from '../../../tests/support/house.ts';
import { documentsOfTemplates } from '../templates/index.ts';
import { documents } from './index.ts';

const documentsOf = async (api: Client) => `/people/${(await api.made('/people', aPerson())).id}/documents`;
const linksOf = async (api: Client) => `/people/${(await api.made('/people', aPerson())).id}/document-upload-links`;
const aDocument = async (api: Client): Promise<string> => {
  const path = await documentsOf(api);
  return `${path}/${(await api.post(path, { type: 'other' })).body.id}`;
};

const retentions = '/companies/current/document-retentions';
const aRetention = { documentType: 'other', keptForDays: 30 };

const scenarios: Scenarios = {
  'documents.create': [
    { emits: ['documentdescriptor.created'], run: async (api) => api.post(await documentsOf(api), { type: 'other' }) },
    {
      emits: ['documentdescriptor.created', 'documentdescriptor.uploaded'],
      async run(api) {
        const message = { subject: 'custom1', channel: 'document' };
        const { id: descriptorId } = (await api.post('/communicator/templatedescriptors', message)).body;
        const text = { descriptorId, contentTextTemplate: 'Hello' };
        const { id: templateVersionId } = (await api.post('/communicator/templates', text)).body;
        return api.post(await documentsOf(api), { type: 'other', templateVersionId });
      },
    },
  ],
  'documents.update': [
    {
      emits: ['documentdescriptor.updated'],
      run: async (api) => api.put(await aDocument(api), { status: 'accepted' }),
    },
  ],
  'documents.delete': [{ emits: ['documentdescriptor.deleted'], run: async (api) => api.delete(await aDocument(api)) }],
  'documentUploadLinks.create': [
    {
      emits: ['documentuploadlink.created'],
      run: async (api) => api.post(await linksOf(api), { documentType: 'other' }),
    },
  ],
  'documentUploadLinks.delete': [
    {
      emits: ['documentuploadlink.deleted'],
      run: async (api) => {
        const path = await linksOf(api);
        return api.delete(`${path}/${(await api.made(path, { documentType: 'other' })).id}`);
      },
    },
  ],
  'documents.upload': [
    {
      emits: ['documentdescriptor.uploaded'],
      run: async (api) => api.post(`${await aDocument(api)}/content`, 'A text', { 'content-type': 'text/plain' }),
    },
  ],
  'documentRetentions.create': [
    { emits: ['documentretention.created'], run: (api) => api.post(retentions, aRetention) },
  ],
  'documentRetentions.update': [
    {
      emits: ['documentretention.updated'],
      run: async (api) =>
        api.put(`${retentions}/${(await api.made(retentions, { ...aRetention, documentType: 'evidence' })).id}`, {
          keptForDays: 9,
        }),
    },
  ],
};

describe('the events of documents', () => emitsAsDeclared(documents({ ofTemplate: documentsOfTemplates }), scenarios));
