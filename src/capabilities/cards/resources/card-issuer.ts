// Card issuers: the banks and processors that issue the cards of a company's lines.
import { ownCompany } from '#capabilities/access/index.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { refuseField } from '#platform/errors.ts';
import { ExternalId, Nullable, StringEnum, Text } from '#platform/input/schemas.ts';
import { defineResource } from '#platform/resource/define-resource.ts';
import { namedIn } from '#platform/resource/named-in.ts';
import { activities } from '../card-values.ts';
import { cardIssuers } from '../tables.ts';

export const cardIssuer = defineResource({
  name: 'card issuer',
  plural: 'card issuers',
  prefix: 'CI',
  table: cardIssuers,
  below: { path: '/companies/{companyId}', subject: ownCompany },
  fields: {
    externalId: ExternalId({ max: 255, example: 'processor-1' }),
    name: Text({ min: 1, max: 200, example: 'Wabash Card Services' }),
    program: Nullable(Text({ max: 200, example: 'Consumer credit' }), {
      description: 'The card program at the issuer.',
    }),
    status: StringEnum(activities, { description: '`active` if not given. New cards name an active one.' }),
  },
  defaults: { status: 'active' },
  sort: ['createdAt', 'updatedAt', 'name', 'status', 'externalId'],
  filters: { status: StringEnum(activities) },
  told: { status: StringEnum(activities) },
  events: { created: 'A card issuer was created.', updated: 'A card issuer was changed.' },
  endpoints: {
    list: { description: 'Lists those of your own company: companyId is its id, or `current`.' },
    create: {
      body: {
        externalId: 'processor-1',
        name: 'Wabash Card Services',
        program: 'Consumer credit',
      },
    },
    read: {},
    update: {
      description: 'What is not sent stays. An inactive one keeps its cards and gets no new ones.',
      body: { status: 'inactive' },
    },
  },
});

/** The id of the issuer that is named, or the one before. Errors: NotFound, InvalidRequest. */
export async function issuerAfter(reader: Reader, before: string | null, named: string | undefined) {
  if (named === undefined) return before;
  const { id, status } = await namedIn('issuerId', cardIssuer.find(reader, named));
  if (status === 'active' || id === before) return id;
  throw refuseField('issuerId', 'is inactive', 'an active card issuer');
}
