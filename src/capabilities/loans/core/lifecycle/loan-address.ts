// The borrower's address that came in line with a loan, and the state whose rate caps hold for the loan.
import {
  type Address,
  changedAddress,
  type PersonRow,
  sealerOf,
  stateOfAddress,
  stateOfHome,
} from '#capabilities/people/index.ts';
import type { Sealer, Vault } from '#platform/crypto/vault.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { refuseField } from '#platform/errors.ts';
import { namedIn } from '#platform/resource/named-in.ts';
import type { AgreementInput } from '../loan/schemas.ts';
import type { LoanRow } from '../loan/tables.ts';

const path = 'atOrigination.personAddress';

type Stored = Pick<LoanRow, 'id' | 'address_sealed'>;

/** The id is part of the seal, so an address that is copied to another loan does not open. */
const sealedPart = (loanId: string): string => `loan.${loanId}.address`;

export const openAddress = (sealer: Sealer, { id, address_sealed: sealed }: Stored): Address | null =>
  sealed === null ? null : (JSON.parse(sealer.unseal(sealedPart(id), sealed)) as Address);

export const sealAddress = (vault: Vault, owner: PersonRow, loanId: string, address: Address | null): Buffer | null =>
  address && sealerOf(vault, owner).seal(sealedPart(loanId), JSON.stringify(address));

interface SentAddresses {
  readonly personAddress?: AgreementInput['personAddress'] | undefined;
  readonly personAddressId?: string | null;
}

/** An address on file that is named takes the place of one in line. Errors: InvalidRequest. */
export function addressAfter(
  before: Address | null,
  { personAddress, personAddressId }: SentAddresses,
  { validate }: { readonly validate: boolean },
): Address | null {
  if (personAddress && personAddressId) throw refuseField(path, 'stands beside personAddressId', 'one of the two');
  if (personAddress) return changedAddress(before, personAddress, { validate, at: path });
  return personAddress === null || personAddressId ? null : before;
}

interface Addresses {
  readonly personAddressId?: string | null;
  readonly address: Address | null;
}

/** The state of the address that the loan has, otherwise of the home on file. Null: nobody knows. Errors: NotFound. */
export async function stateOfBorrower(
  reader: Reader,
  vault: Vault,
  owner: PersonRow,
  { personAddressId, address }: Addresses,
): Promise<string | null> {
  if (address !== null) return address.state;
  if (!personAddressId) return stateOfHome(reader, vault, owner);
  return namedIn(`${path}Id`, stateOfAddress(reader, vault, owner, personAddressId));
}
