// The address or value of a contact, checked against its type: it has one or the other, never both. Create, update and
// clone share these rules, so that all refuse the same.

import { normalizeEmail } from '#platform/contacts/email.ts';
import { normalizePhone } from '#platform/contacts/phone.ts';
import type { ContactDetails } from '../contact.ts';
import { wrongField } from '../errors.ts';
import type { ContactType } from '../rules/contact-values.ts';
import { type Address, type ContactAddress, normalizeAddress } from '../rules/us-address.ts';
import type { AddressInput, ContactUpdate } from '../schemas.ts';

/** False: takes an address that our rules do not know without checking it. */
export interface ContactOptions {
  readonly validate: boolean;
}

export const noDetails: ContactDetails = { name: null, value: null, address: null };

/**
 * Fields that are not sent stay and are not checked again, so an address taken with validate=false does not prevent
 * other changes. Errors: InvalidRequest.
 */
export async function detailsAfter(
  type: ContactType,
  before: ContactDetails,
  input: Pick<ContactUpdate, 'name' | 'value' | 'address'>,
  options: ContactOptions,
): Promise<ContactDetails> {
  const name = input.name === undefined ? before.name : input.name?.trim() || null;
  if (type === 'address') {
    if (input.value) {
      const expected = 'nothing; the address goes into `address`';
      throw wrongField('value', { problem: 'does not go with an address', expected });
    }
    return { name, value: null, address: addressAfter(before.address, input.address, options) };
  }
  if (input.address) {
    throw wrongField('address', { problem: `does not go with ${type}`, expected: 'nothing, or contactType address' });
  }
  const isKept = input.value === undefined && before.value !== null;
  return { name, value: isKept ? before.value : await contactValueFor(type, input.value), address: null };
}

/** An email or a phone as it is stored. Errors: InvalidRequest (value). */
export async function contactValueFor(type: 'email' | 'phone', given: string | null | undefined): Promise<string> {
  if (!given) {
    const expected = type === 'email' ? 'an email address' : 'a phone number';
    throw wrongField('value', { problem: 'is required', expected });
  }
  const checked = type === 'email' ? normalizeEmail(given) : await normalizePhone(given);
  if ('problem' in checked) throw wrongField('value', checked);
  return checked.value;
}

function addressAfter(
  before: ContactAddress | null,
  given: ContactUpdate['address'],
  options: ContactOptions,
): ContactAddress {
  if (given === undefined && before !== null) return before;
  if (given) {
    const { countyFips: said, ...parts } = given;
    const { countyFips: known = null, ...was } = before ?? { ...emptyAddress, countyFips: null };
    const address = changedAddress(was, parts, options);
    // Who moves leaves the county.
    const stays = placeParts.every((part) => address[part] === was[part]);
    return { ...address, countyFips: said === undefined ? (stays ? known : null) : said };
  }
  const expected = 'an object with addressLine1, city, state and postalCode';
  throw wrongField('address', { problem: 'is required', expected });
}

/** An address is changed part by part, like every object. `at`: its path. Errors: InvalidRequest. */
export function changedAddress(
  before: Address | null,
  parts: AddressInput,
  { validate, at = 'address' }: ContactOptions & { readonly at?: string },
): Address {
  const whole = { ...emptyAddress, ...before, ...parts };
  if (!validate) return whole;
  const checked = normalizeAddress(whole);
  if ('value' in checked) return checked.value;
  throw wrongField(checked.field === undefined ? at : `${at}.${checked.field}`, checked);
}

const placeParts = ['city', 'countyOrRegion', 'state', 'postalCode', 'country'] as const;

const emptyAddress: Address = {
  addressLine1: null,
  addressLine2: null,
  city: null,
  countyOrRegion: null,
  state: null,
  postalCode: null,
  country: null,
  POBox: null,
};
