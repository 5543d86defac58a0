// The sealed columns of borrowers, identities and contacts, and the tokens that find them.
import type { Sealer } from '#platform/crypto/vault.ts';
import type { SealedTable } from '#platform/encryption/sealed-table.ts';
import { openContact } from './contact.ts';
import { sealedValue } from './identity.ts';
import { openDetails } from './person.ts';
import { legalRepresentative } from './resources/legal-representative.ts';
import {
  addressTokens,
  identityToken,
  personTokens,
  representativeTokens,
  type TokenOf,
  valueToken,
} from './search-tokens.ts';
import type { ContactRow, IdentityRow, PersonRow, RepresentativeRow } from './tables.ts';

export const peopleSealed: readonly SealedTable[] = [
  {
    table: 'people',
    key: ['person_id'],
    dataKey: 'data_key',
    byPerson: ['name_sealed', 'date_of_birth_sealed', 'business_sealed'],
    tokens: {
      columns: ['search_tokens'],
      reads: ['name_sealed', 'date_of_birth_sealed', 'business_sealed'],
      make: (row, sealer, token) => ({ search_tokens: personTokens(token, openDetails(sealer, row as PersonRow)) }),
    },
  },
  {
    table: 'identities',
    key: ['person_id', 'id'],
    byPerson: ['value_sealed'],
    tokens: {
      columns: ['value_token'],
      reads: ['value_sealed'],
      make(row, sealer, token) {
        const { id, value_sealed } = row as IdentityRow;
        return { value_token: identityToken(token, sealer.unseal(sealedValue(id), value_sealed)) };
      },
    },
  },
  {
    table: 'contacts',
    key: ['person_id', 'id'],
    byPerson: ['name_sealed', 'value_sealed', 'address_sealed'],
    tokens: {
      columns: ['value_token', 'search_tokens'],
      reads: ['contact_type', 'name_sealed', 'value_sealed', 'address_sealed'],
      make: (row, sealer, token) => contactTokens(row as ContactRow, sealer, token),
    },
  },
  { table: 'consents', key: ['person_id', 'id'], byPerson: ['details_sealed'] },
  {
    table: 'legal_representatives',
    key: ['person_id', 'id'],
    byPerson: ['details_sealed'],
    tokens: {
      columns: ['search_tokens'],
      reads: ['details_sealed'],
      make: (row, sealer, token) => ({
        search_tokens: representativeTokens(token, legalRepresentative.open(sealer, row as RepresentativeRow)),
      }),
    },
  },
];

function contactTokens(row: ContactRow, sealer: Sealer, token: TokenOf) {
  const { value, address } = openContact(sealer, row);
  const { contact_type: type } = row;
  return {
    value_token: type === 'address' || value === null ? null : valueToken(token, type, value),
    search_tokens: addressTokens(token, address),
  };
}
