// Search without readable values: each word that may be searched for is stored as a keyed hash, different for every
// realm and field. Names, businesses and addresses by prefixes from three letters; the rest only whole.
import type { Vault } from '#platform/crypto/vault.ts';
import type { Realm } from '#platform/db/realm.ts';
import type { PersonalDetails } from './person.ts';
import { emailKey } from './rules/email.ts';
import { identityKey } from './rules/identity.ts';
import { indexTerms, queryWords } from './rules/search-words.ts';
import type { Address } from './rules/us-address.ts';
import { usStateOf } from './rules/us-states.ts';

export type TokenOf = (field: string, term: string) => string;

export const tokensFor = (vault: Vault, { mode, companyId }: Realm): TokenOf => {
  const realm = `${mode}/${companyId}`;
  return (field, term) => vault.token(realm, field, term);
};

const tokensOf = (token: TokenOf, field: string, text: string | null): string[] =>
  text === null ? [] : indexTerms(text).map((term) => token(field, term));

/** The fields of a person and the words stored under them; the names are those of the search parameters. */
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

export function addressTokens(token: TokenOf, address: Address | null): string[] {
  if (address === null) return [];
  const { addressLine1, addressLine2, city, state, postalCode, POBox } = address;
  return [
    ...[addressLine1, addressLine2, POBox].flatMap((line) => tokensOf(token, 'address', line)),
    ...tokensOf(token, 'city', city),
    ...(state === null ? [] : [token('state', stateTerm(state))]),
    ...(postalCode === null ? [] : [token('postalCode', zipTerm(postalCode))]),
  ];
}

/** One term for the code and the name of a state; elsewhere the text itself. */
const stateTerm = (state: string) => usStateOf(state) ?? state.trim().toUpperCase();
/** Five digits of a ZIP: the four after the dash are seldom known to whoever searches. */
const zipTerm = (postalCode: string) => postalCode.replace(/\s/g, '').slice(0, 5).toUpperCase();

export const valueToken = (token: TokenOf, contactType: 'email' | 'phone', value: string): string =>
  token(contactType, contactType === 'email' ? emailKey(value) : value);

export const identityToken = (token: TokenOf, value: string): string => token('identity', identityKey(value));

/** Whole values that a search may name, in the form in which they were stored. */
export const wholeTerm = { state: stateTerm, incorporatedState: stateTerm, postalCode: zipTerm } as const;

/** For each word of a query, its token in a field. */
export const wordTokens = (token: TokenOf, fields: readonly string[], text: string): string[][] =>
  queryWords(text).map((word) => fields.map((field) => token(field, word)));
