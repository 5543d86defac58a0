// Collection agencies: businesses to which the company gives loans to be collected. Borrowers see how to reach theirs, so
// nothing of them is sealed.
import type { Static } from 'typebox';
import { ownCompany } from '#capabilities/access/index.ts';
import {
  Address,
  AddressInput,
  changedAddress,
  normalizeEmail,
  normalizePhone,
  wrongField,
} from '#capabilities/people/index.ts';
import { ExternalId, Nullable, Text } from '#platform/input/schemas.ts';
import { defineResource } from '#platform/resource/define-resource.ts';
import { type CollectionAgencyRow, collectionAgencies } from '../tables.ts';

export const collectionAgency = defineResource({
  name: 'collection agency',
  plural: 'collection agencies',
  prefix: 'CL',
  table: collectionAgencies,
  below: { path: '/companies/{companyId}', subject: ownCompany },
  fields: {
    externalId: ExternalId({ max: 255, example: 'agency-7' }),
    legalName: Text({ min: 1, max: 200, example: 'White River Recovery LLC' }),
    contactPhone: Nullable(Text({ max: 60, example: '+13175550144' })),
    contactEmail: Nullable(Text({ max: 320, example: 'cases@whiteriver.example' })),
    mailingAddress: Nullable(Address),
  },
  taken: { mailingAddress: Nullable(AddressInput, { description: 'Changes by its parts.' }) },
  sort: ['createdAt', 'updatedAt', 'legalName', 'externalId'],
  told: {},
  events: { created: 'A collection agency was created.', updated: 'A collection agency was changed.' },
  endpoints: {
    list: { description: 'Lists those of your own company: companyId is its id, or `current`.' },
    create: {
      body: {
        legalName: 'White River Recovery LLC',
        contactPhone: '(317) 555-0144',
        mailingAddress: { addressLine1: '400 Canal St', city: 'Indianapolis', state: 'IN', postalCode: '46202' },
      },
    },
    read: {},
    update: {
      description: 'What is not sent stays; the address changes by its parts.',
      body: { contactPhone: '(317) 555-0199' },
    },
  },
  present: (rows) => rows.map((row) => ({ mailingAddress: addressOf(row) })),
});

export const collectionAgencyRoutes = collectionAgency.endpoints({
  async beforeWrite(_ctx, _tx, { before, row, sent }) {
    const { contactPhone, contactEmail } = sent;
    return {
      contact_phone: await checked('contactPhone', contactPhone, row.contact_phone, normalizePhone),
      contact_email: await checked('contactEmail', contactEmail, row.contact_email, normalizeEmail),
      mailing: textOf(before === undefined ? null : addressOf(before), sent.mailingAddress),
    };
  },
});

/** By id or `ext-` reference. Errors: NotFound, with the path `collectionAgencyId`. */
export const findCollectionAgency = collectionAgency.find;

const addressOf = ({ mailing }: Pick<CollectionAgencyRow, 'mailing'>): Address | null =>
  mailing === null ? null : (JSON.parse(mailing) as Address);

function textOf(before: Address | null, sent: Static<typeof AddressInput> | null | undefined): string | null {
  const address = sent == null ? (sent === undefined ? before : null) : changedAddress(before, sent, checkedAt);
  return address === null ? null : JSON.stringify(address);
}

const checkedAt = { validate: true, at: 'mailingAddress' };

type Normalize = typeof normalizeEmail | typeof normalizePhone;

/** What is not sent stays, and is not checked again. */
async function checked(path: string, sent: string | null | undefined, stays: string | null, normalize: Normalize) {
  if (sent === undefined) return stays;
  if (!sent) return null;
  const found = await normalize(sent);
  if ('problem' in found) throw wrongField(path, found);
  return found.value;
}
