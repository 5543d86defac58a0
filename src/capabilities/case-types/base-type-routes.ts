// Lists the base types with their fields, so that a client knows which fields a case of each may have.
import Type from 'typebox';
import { endpoint } from '#platform/http/endpoint.ts';
import { Named, StringEnum, Text } from '#platform/input/schemas.ts';
import { computedQueryByAge, pageOf } from '#platform/resource/computed-list.ts';
import { fieldsOfBase } from './base-fields.ts';
import { baseCaseTypes, nameOfBase } from './base-types.ts';
import { CustomFieldSchema } from './field-schema.ts';

const BaseCaseTypeShown = Named('BaseCaseTypeFields')({
  id: StringEnum(baseCaseTypes, { example: 'bankruptcy' }),
  object: Type.Literal('baseCaseType'),
  name: Text({ max: 50, example: 'Bankruptcy' }),
  fieldSchemas: Type.Array(CustomFieldSchema, { description: 'What a case of this type may say in `fields`.' }),
});

export const baseTypeRoutes = [
  endpoint({
    name: 'baseCaseTypes.list',
    path: '/base-case-types',
    summary: 'List the base types of cases',
    description:
      'The fourteen kinds of cases, each with the fields that all its cases have. They are the same for every company.',
    permission: 'case.type:list',
    shape: 'list',
    query: computedQueryByAge,
    answer: BaseCaseTypeShown,
    read: async (_ctx, { query }) => pageOf(baseCaseTypes.map(shown), query),
  }),
];

const shown = (id: (typeof baseCaseTypes)[number]) => ({
  id,
  object: 'baseCaseType' as const,
  name: nameOfBase(id),
  fieldSchemas: [...fieldsOfBase(id)],
});
