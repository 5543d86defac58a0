// Postal addresses. In the United States the state must exist and the ZIP code must have its shape; elsewhere the parts
// are free text. Whether ZIP and state fit together is not checked: ZIP codes are delivery routes, some cross state
// lines, and refusing a real address is worse than storing an odd one. Only the country has a default, and parts may be
// missing: books taken over from other servicers have such addresses.

import type { Wrong } from '#platform/contacts/checked.ts';
import { usStateOf } from './us-states.ts';

export const addressFields = [
  'addressLine1',
  'addressLine2',
  'city',
  'countyOrRegion',
  'state',
  'postalCode',
  'country',
  'POBox',
] as const;
type AddressField = (typeof addressFields)[number];

export type Address = { readonly [field in AddressField]: string | null };
/** The address of a contact: with its county, by which disasters are declared. */
export interface ContactAddress extends Address {
  readonly countyFips: string | null;
}
export type AddressInput = { readonly [field in AddressField]?: string | null | undefined };

/** `field` is absent when the address as a whole is wrong. */
type CheckedAddress = { readonly value: Address } | (Wrong & { readonly field?: AddressField });

/** Longer than any printed line. The limit exists because every text needs one. */
export const addressFieldLengthMax = 255;

export function normalizeAddress(input: AddressInput): CheckedAddress {
  for (const field of addressFields) {
    const wrong = wrongText(input[field]);
    if (wrong !== undefined) return { field, ...wrong };
  }
  const country = countryOf(textOf(input.country) ?? 'US');
  if (country === undefined) return wrongCountry;
  const address: Address = { ...trimmed(input), country };
  if (addressFields.every((field) => field === 'country' || address[field] === null)) return emptyAddress;
  return country === 'US' ? normalizeUsParts(address) : { value: address };
}

const wrongCountry: CheckedAddress = {
  field: 'country',
  problem: 'is not a country code',
  expected: 'the two letters of ISO 3166-1, such as US or MX',
};

const emptyAddress: CheckedAddress = {
  problem: 'has no part that is filled',
  expected: 'at least one of addressLine1, city, state, postalCode and POBox; usually all but the last',
};

function normalizeUsParts(address: Address): CheckedAddress {
  const state = address.state === null ? null : usStateOf(address.state);
  if (state === undefined) {
    return {
      field: 'state',
      problem: 'is not a state of the United States',
      expected: 'a two-letter postal code such as IN, PR or AE, or the full name of the state',
    };
  }
  const postalCode = address.postalCode === null ? null : zipOf(address.postalCode);
  if (postalCode === undefined) {
    return { field: 'postalCode', problem: 'is not a ZIP code', expected: 'five digits, or nine as in 46204-1234' };
  }
  return { value: { ...address, state, postalCode } };
}

/** `12345` or `12345-6789`; the dash may be missing or be a space. */
function zipOf(text: string): string | undefined {
  const match = /^(\d{5})(?:[- ]?(\d{4}))?$/.exec(text);
  // 00000 has the right shape, but forms send it for an unknown ZIP code.
  if (match === null || match[1] === '00000') return undefined;
  return match[2] === undefined ? match[1] : `${match[1]}-${match[2]}`;
}

const namesOfUs = new Set(['US', 'USA', 'UNITED STATES', 'UNITED STATES OF AMERICA']);

/** Only the shape of a foreign code is checked: the list of countries changes, and nothing here depends on it. */
function countryOf(text: string): string | undefined {
  const upper = text.replaceAll('.', '').replace(/\s+/g, ' ').toUpperCase();
  if (namesOfUs.has(upper)) return 'US';
  return /^[A-Z]{2}$/.test(upper) ? upper : undefined;
}

function wrongText(text: string | null | undefined): Wrong | undefined {
  if (text === null || text === undefined) return undefined;
  if (text.length > addressFieldLengthMax) {
    return { problem: 'is too long', expected: `at most ${addressFieldLengthMax} characters` };
  }
  if (/\p{Cc}/u.test(text)) return { problem: 'has control characters', expected: 'one line of plain text' };
  return undefined;
}

function trimmed(input: AddressInput): Address {
  return {
    addressLine1: textOf(input.addressLine1),
    addressLine2: textOf(input.addressLine2),
    city: textOf(input.city),
    countyOrRegion: textOf(input.countyOrRegion),
    state: textOf(input.state),
    postalCode: textOf(input.postalCode),
    country: textOf(input.country),
    POBox: textOf(input.POBox),
  };
}

/** Absent, null and blank all mean unknown. */
function textOf(text: string | null | undefined): string | null {
  return text?.trim() || null;
}

const filled = (parts: readonly (string | null | undefined)[]): string[] =>
  parts.filter((one): one is string => one != null && one !== '');

/** An address as it stands on a letter. */
export function linesOfAddress(address: Readonly<Partial<Address>>): string[] {
  const { addressLine1, addressLine2, POBox, city, state, postalCode, country } = address;
  const place = filled([filled([city, state]).join(', '), postalCode]).join(' ');
  return filled([addressLine1, addressLine2, POBox, place, country === 'US' ? null : country]);
}
