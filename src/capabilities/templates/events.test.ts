// Descriptors and versions of templates tell of themselves by ids, never by their texts.
import { describe } from 'node:test';
import { emitsAsDeclared, type Scenarios } from '../../../tests/support/emits-as-declared.ts';
import type { Client } from '../../../tests/support/house.ts';
import { templates } from './index.ts';

const descriptors = '/communicator/templatedescriptors';
const versions = '/communicator/templates';

let count = 0;
async function aDraft(api: Client) {
  const { body: descriptor } = await api.post(descriptors, { subject: `custom${++count}`, channel: 'text' });
  const { body: version } = await api.post(versions, { descriptorId: descriptor.id, contentTextTemplate: 'Hello' });
  return {
    descriptor: `${descriptors}/${descriptor.id}`,
    version: `${versions}/${version.id}`,
    id: version.id as string,
  };
}

async function aPublished(api: Client) {
  const draft = await aDraft(api);
  await api.put(draft.descriptor, { activeVersionId: draft.id });
  return draft;
}

const scenarios: Scenarios = {
  'templateDescriptors.create': [
    {
      emits: ['templatedescriptor.created'],
      run: (api) => api.post(descriptors, { subject: 'custom0', channel: 'mail' }),
    },
  ],
  'templateDescriptors.update': [
    {
      emits: ['templatedescriptor.updated'],
      run: async (api) => api.put((await aDraft(api)).descriptor, { name: 'Other' }),
    },
    {
      emits: ['templateversion.updated', 'templatedescriptor.updated'],
      run: async (api) => {
        const { descriptor, id } = await aDraft(api);
        return api.put(descriptor, { activeVersionId: id });
      },
    },
    {
      emits: ['templateversion.updated', 'templatedescriptor.updated'],
      run: async (api) => api.put((await aPublished(api)).descriptor, { activeVersionId: null }),
    },
  ],
  'templateVersions.create': [
    {
      emits: ['templateversion.created'],
      run: async (api) => {
        const { body } = await api.post(descriptors, { subject: `custom${++count}`, channel: 'text' });
        return api.post(versions, { descriptorId: body.id, contentTextTemplate: 'Hello' });
      },
    },
  ],
  'templateVersions.update': [
    {
      emits: ['templateversion.updated'],
      run: async (api) => api.put((await aDraft(api)).version, { contentTextTemplate: 'Other' }),
    },
    {
      emits: [
        'templateversion.created',
        'templateversion.updated',
        'templateversion.updated',
        'templatedescriptor.updated',
      ],
      run: async (api) => api.put((await aPublished(api)).version, { contentTextTemplate: 'Other' }),
    },
  ],
  'templates.renderToDocument': [
    {
      emits: ['documentdescriptor.created', 'documentdescriptor.uploaded'],
      run: async (api) => {
        const { id: personId } = await api.made('/people', {
          borrowerType: 'person',
          name: { firstName: 'A', lastName: 'B' },
        });
        const about = { subject: `custom${++count}`, channel: 'document' };
        const { body: descriptor } = await api.post(descriptors, about);
        const { body: version } = await api.post(versions, {
          descriptorId: descriptor.id,
          contentTextTemplate: 'Hello',
        });
        await api.put(`${descriptors}/${descriptor.id}`, { activeVersionId: version.id });
        return api.post('/communicator/render-to-document', { ...about, personId });
      },
    },
  ],
};

describe('the events of templates', () => emitsAsDeclared(templates, scenarios));
