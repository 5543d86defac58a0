// Note types: what a company calls its notes.
import { ownCompany } from '#capabilities/access/index.ts';
import { ExternalId, Nullable, StringEnum, Text } from '#platform/input/schemas.ts';
import { defineResource } from '#platform/resource/define-resource.ts';
import { noteTypes } from '../tables.ts';

const status = ['active', 'inactive'] as const;

export const noteType = defineResource({
  name: 'note type',
  plural: 'note types',
  prefix: 'NT',
  table: noteTypes,
  below: { path: '/companies/{companyId}', subject: ownCompany },
  fields: {
    externalId: ExternalId({ max: 255, example: 'hardship' }),
    name: Text({ min: 1, max: 100, example: 'Hardship' }),
    description: Nullable(Text({ max: 1000, example: 'What borrowers say of why they cannot pay.' })),
    status: StringEnum(status, { description: '`active` if not given. New notes name an active one.' }),
  },
  defaults: { status: 'active' },
  atMost: 1000,
  sort: ['createdAt', 'updatedAt', 'name', 'status', 'externalId'],
  filters: { status: StringEnum(status) },
  told: { status: StringEnum(status) },
  events: { created: 'A note type was created.', updated: 'A note type was changed.' },
  endpoints: {
    list: { description: 'Lists those of your own company: companyId is its id, or `current`.' },
    create: {
      body: {
        externalId: 'hardship',
        name: 'Hardship',
        description: 'What borrowers say of why they cannot pay.',
      },
    },
    read: {},
    update: {
      description: 'What is not sent stays. An inactive one keeps its notes and gets no new ones.',
      body: { status: 'inactive' },
    },
  },
});
