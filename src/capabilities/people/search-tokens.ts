// Search without readable values: each searchable word is stored as a keyed hash, different for every realm and field.
// Names, businesses and addresses are found by prefixes of two or more letters, everything else by whole words.

import { emailKey } from '#platform/contacts/email.ts';
import type { Vault } from '#platform/crypto/vault.ts';
import type { Realm } from '#platform/db/realm.ts';
import type { PersonalDetails } from './person.ts';
import { identityKey } from './rules/identity.ts';
import { askedTerms, indexTerms } from './rules/search-words.ts';
import type { ContactAddress } from './rules/us-address.ts';
import { usStateOf } from './rules/us-states.ts';

/** `string` for storing, `string[]` for searching. */
export type TokenOf<T = string> = (field: string, term: string) => T;

const realmOfTokens = ({ mode, companyId }: Realm): string => `${mode}/${companyId}`;

/** The tokens of a person use the key that wraps the person's data key. */
export const tokensFor = (vault: Vault, realm: Realm, dataKey: Buffer): TokenOf => {
  const name = realmOfTokens(realm);
  return (field, term) => vault.token(dataKey, name, field, term);
};

/** One token for each key with which it may have been written. */
export const tokensToFind = (vault: Vault, realm: Realm): TokenOf<string[]> => {
  const name = realmOfTokens(realm);
  return (field, term) => vault.tokens(name, field, term);
};

const tokensOf = (token: TokenOf, field: string, text: string | null): string[] =>
  text === null ? [] : indexTerms(text).map((term) => token(field, term));

/** The fields of a person and the words stored under each; the names are those of the search parameters. */
export function personTokens(token: TokenOf, { name, dateOfBirth, business }: PersonalDetails): string[] {
  return [
    ...tokensOf(token, 'firstName', name?.firstName ?? null),
    ...tokensOf(token, 'firstName', name?.preferredFirstName ?? null),
    ...tokensOf(token, 'middleName', name?.middleName ?? null),
    ...tokensOf(token, 'lastName', name?.lastName ?? null),
    ...tokensOf(token, 'maidenName', name?.maidenLastName ?? null),
    ...tokensOf(token, 'businessName', business?.businessName ?? null),
    ...tokensOf(token, 'businessName', business?.businessLegalName ?? null),
    ...(business?.incorporatedState ? [token('incorporatedState', stateTerm(business.incorporatedState))] : []),
    ...(dateOfBirth === null ? [] : [token('dateOfBirth', dateOfBirth)]),
  ];
}

interface RepresentativeNames {
  readonly firstName?: string | null;
  readonly lastName?: string | null;
  readonly firmName?: string | null;
}

/** Firms are found by the last name too: they are called after people. */
export const representativeTokens = (
  token: TokenOf,
  { firstName = null, lastName = null, firmName = null }: RepresentativeNames,
): string[] => [
  ...tokensOf(token, 'legalRepFirstName', firstName),
  ...tokensOf(token, 'legalRepLastName', lastName),
  ...tokensOf(token, 'legalRepLastName', firmName),
];

export function addressTokens(token: TokenOf, address: ContactAddress | null): string[] {
  if (address === null) return [];
  const { addressLine1, addressLine2, city, state, postalCode, POBox, countyFips } = address;
  return [
    ...[addressLine1, addressLine2, POBox].flatMap((line) => tokensOf(token, 'address', line)),
    ...tokensOf(token, 'city', city),
    ...(state === null ? [] : [token('state', stateTerm(state))]),
    ...(postalCode === null ? [] : [token('postalCode', zipTerm(postalCode))]),
    ...(countyFips == null ? [] : [token('countyFips', countyFips)]),
  ];
}

/** The code and the name of a state give one term; elsewhere it is the text itself. */
const stateTerm = (state: string) => usStateOf(state) ?? state.trim().toUpperCase();
/** The five digits of a ZIP code: people who search seldom know the four after the dash. */
const zipTerm = (postalCode: string) => postalCode.replace(/\s/g, '').slice(0, 5).toUpperCase();

export const valueToken = <T>(token: TokenOf<T>, contactType: 'email' | 'phone', value: string): T =>
  token(contactType, contactType === 'email' ? emailKey(value) : value);

export const identityToken = <T>(token: TokenOf<T>, value: string): T => token('identity', identityKey(value));

/** The form in which whole values are stored and searched for. */
export const wholeTerm = { state: stateTerm, incorporatedState: stateTerm, postalCode: zipTerm } as const;

/** The tokens of a word of a query in these fields. */
export const wordTokens = (token: TokenOf<string[]>, fields: readonly string[], word: string): string[] => {
  const terms = askedTerms(word);
  return fields.flatMap((field) => terms.flatMap((term) => token(field, term)));
};
