// Merchants: borrowers spend their loans there. Address and contact are sealed with the company's key.
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
import type { Vault } from '#platform/crypto/vault.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { externalPrefix, isOurId } from '#platform/ids.ts';
import { ExternalId, Id, Nullable, StringEnum, Text } from '#platform/input/schemas.ts';
import { fieldsAfter } from '#platform/resource/columns.ts';
import { defineResource } from '#platform/resource/define-resource.ts';
import { namedIn } from '#platform/resource/named-in.ts';
import { activities } from '../schemas.ts';
import { type MerchantRow, merchants } from '../tables.ts';

const contactText = (max: number, example: string) => Nullable(Text({ max, example }));
const contactFields = {
  address: Nullable(Address),
  primaryContactName: contactText(200, 'Mary Somerville'),
  primaryContactEmail: contactText(320, 'mary@lakeside.example'),
  primaryContactPhone: contactText(60, '+13175551212'),
};
type Contact = { readonly [K in keyof typeof contactFields]: Static<(typeof contactFields)[K]> };

export const merchant = defineResource({
  name: 'merchant',
  plural: 'merchants',
  prefix: 'MR',
  table: merchants,
  below: { path: '/companies/{companyId}', subject: ownCompany },
  fields: {
    externalId: ExternalId({ max: 255, example: 'shop-12' }),
    businessName: Text({ min: 1, max: 200, example: 'Lakeside Dental' }),
    ...contactFields,
    status: StringEnum(activities, { description: '`active` if not given.' }),
  },
  taken: { address: Nullable(AddressInput, { description: 'Changes by its parts.' }) },
  defaults: { status: 'active' },
  sort: ['createdAt', 'updatedAt', 'businessName', 'status', 'externalId'],
  filters: { status: StringEnum(activities) },
  told: { status: StringEnum(activities) },
  events: { created: 'A merchant was created.', updated: 'A merchant was changed.' },
  endpoints: {
    list: { description: 'Lists those of your own company: companyId is its id, or `current`.' },
    create: {
      body: {
        externalId: 'shop-12',
        businessName: 'Lakeside Dental',
        address: { addressLine1: '12 Main St', city: 'Indianapolis', state: 'IN', postalCode: '46204' },
        primaryContactName: 'Mary Somerville',
        primaryContactEmail: 'mary@lakeside.example',
        primaryContactPhone: '(317) 555-1212',
      },
    },
    read: {},
    update: {
      description: 'What is not sent stays; the address changes by its parts.',
      body: { status: 'inactive' },
    },
  },
  present: (rows, { vault }) => rows.map((row) => openContact(vault, row)),
});

export const merchantRoutes = merchant.endpoints({
  async beforeWrite({ vault }, _tx, { before, row, sent }) {
    const contact = await contactAfter(before === undefined ? noContact : openContact(vault, before), sent);
    const sealer = vault.companySealer(row.company_id);
    return { contact_sealed: sealer.seal(contactPart(row.id), JSON.stringify(contact)) };
  },
});

/** By id or `ext-` reference. Errors: NotFound, with the path `merchantId`. */
export const findMerchant = merchant.find;

/** Where something was bought: a merchant of ours, or the number that a card network has for one, which is kept as it is. */
export const MerchantNamed = Id('MR', 'merchant', {
  description:
    'The id of a merchant (MR-XXXX-XXXX), or ext- followed by its external id. Any other text is the number of a merchant that is none of ours, such as a card network has: it is kept, and isValidMerchantId is false.',
});

/** Whether a stored `merchantId` is that of one of ours: those that are not there were refused. */
export const isOurMerchant = (merchantId: string | null | undefined): boolean =>
  merchantId != null && (isOurId(merchantId) || merchantId.startsWith(externalPrefix));

/** What is stored of a merchant that is named. Errors: NotFound, with that path, for one that would be ours. */
export async function merchantNamed(reader: Reader, path: string, named: string): Promise<string> {
  return isOurMerchant(named) ? (await namedIn(path, findMerchant(reader, named))).id : named;
}

/** The id is part of the seal: a contact that is moved to another merchant cannot be opened. */
export const contactPart = (id: string): string => `merchant.${id}.contact`;

const openContact = (vault: Vault, { company_id, id, contact_sealed }: MerchantRow): Contact =>
  JSON.parse(vault.companySealer(company_id).unseal(contactPart(id), contact_sealed)) as Contact;

const noContact: Contact = {
  address: null,
  primaryContactName: null,
  primaryContactEmail: null,
  primaryContactPhone: null,
};

interface SentContact extends Partial<Omit<Contact, 'address'>> {
  readonly address?: Static<typeof AddressInput> | null;
}

/** Fields that are not sent stay, and are not checked again. */
async function contactAfter(before: Contact, sent: SentContact): Promise<Contact> {
  const { address, primaryContactName: name, primaryContactEmail: email, primaryContactPhone: phone } = sent;
  return fieldsAfter(before, {
    address: address && changedAddress(before.address, address, { validate: true }),
    primaryContactName: name === undefined ? undefined : name?.trim() || null,
    primaryContactEmail: await checked('primaryContactEmail', email, normalizeEmail),
    primaryContactPhone: await checked('primaryContactPhone', phone, normalizePhone),
  });
}

type Normalize = typeof normalizeEmail | typeof normalizePhone;

async function checked(path: string, given: string | null | undefined, normalize: Normalize) {
  if (!given) return given === undefined ? undefined : null;
  const found = await normalize(given);
  if ('problem' in found) throw wrongField(path, found);
  return found.value;
}
