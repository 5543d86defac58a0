// The agreement of a line as it is shown: what was not agreed is null.
import { type Address, normalizeAddress } from '#capabilities/people/index.ts';
import { isOurMerchant } from '#capabilities/products/index.ts';
import { shownPrograms } from '../../loan/agreed-promos.ts';
import { isCovered } from '../../loan/covered.ts';
import type { BesideLoan } from '../../loan/product.ts';
import type { ShownLoan } from '../../loan/tables.ts';
import { agreementOf, LineAgreement } from './agreement.ts';
import type { AtOrigination } from './schemas.ts';

const unset = Object.fromEntries(Object.keys(LineAgreement.properties).map((name) => [name, null]));

export function shownAgreement(row: ShownLoan & BesideLoan): AtOrigination {
  const agreed = agreementOf(row);
  return {
    ...unset,
    ...agreed,
    promoPrograms: shownPrograms(row.promo_programs),
    card: row.cards[0] ?? null,
    cards: row.cards.length === 0 ? null : [...row.cards],
    coveredBorrower: isCovered(agreed),
    mapr: row.figures.maprAtOrigination ?? null,
    personAddress: row.address,
    validAddress: isValidAddress(row.address, agreed.personAddressId),
    isValidMerchantId: isOurMerchant(agreed.merchantId),
  } as AtOrigination;
}

function isValidAddress(address: Address | null, addressId: string | null | undefined): boolean | null {
  if (address === null) return addressId ? true : null;
  return 'value' in normalizeAddress(address);
}
