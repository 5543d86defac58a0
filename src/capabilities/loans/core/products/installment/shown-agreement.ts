// The agreement as an answer shows it: every field of the interface, null where nothing is set; what the lender
// disclosed, and beside it what we compute.
import type { Cents } from '@tenor/engine/values/cents.ts';
import type { Rate } from '@tenor/engine/values/rate.ts';
import { type Address, normalizeAddress } from '#capabilities/people/index.ts';
import { isOurMerchant } from '#capabilities/products/index.ts';
import { shownPrograms } from '../../loan/agreed-promos.ts';
import { isCovered } from '../../loan/covered.ts';
import { originatedAt } from '../../loan/originated-at.ts';
import type { LoanFigures, ShownLoan } from '../../loan/tables.ts';
import { todayOf } from '../../loan/today.ts';
import { agreementOf } from './agreement.ts';
import { shownDiscount } from './merchant-discount.ts';
import { type AtOrigination, AtOriginationInput, type DisclosuresValidation } from './schemas.ts';

type Sent = AtOriginationInput;
type Shown = ShownLoan & { readonly address: Address | null };

const unset = Object.fromEntries(Object.keys(AtOriginationInput.properties).map((name) => [name, null]));

export function shownAgreement(row: Shown): AtOrigination {
  const agreed = agreementOf(row);
  const computed = computedOf(row.figures);
  return {
    ...unset,
    ...agreed,
    ...shownParts(agreed),
    coveredBorrower: isCovered(agreed),
    mapr: row.figures.maprAtOrigination ?? null,
    personAddress: row.address,
    validAddress: isValidAddress(row.address, agreed.personAddressId),
    aprNominal: agreed.aprNominal ?? computed.aprNominal,
    aprEffective: agreed.aprEffective ?? computed.aprEffective,
    totalInterestAmount: agreed.totalInterestAmount ?? computed.totalInterestAmount,
    totalDiscountAmount: agreed.totalDiscountAmount ?? computed.totalDiscountAmount,
    computed,
    isValidMerchantId: isOurMerchant(agreed.merchantId),
    mdr: shownDiscount(agreed),
    promoPrograms: shownPrograms(row.promo_programs),
    card: null,
    minPaymentCalculation: null,
    gracePeriod: null,
  } as AtOrigination;
}

const shownParts = ({ interestRates, promoRates, specificDays, fees }: Sent) => ({
  interestRates:
    interestRates?.map(({ days = null, rate, interestType = 'absolute' }) => ({ days, rate, interestType })) ?? null,
  promoRates: promoRates?.map(({ days = null, rate }) => ({ days, rate })) ?? null,
  specificDays: specificDays ?? [],
  fees: {
    originationFeeAmount: fees?.originationFeeAmount ?? null,
    serviceFeeAmount: fees?.serviceFeeAmount ?? null,
    serviceFeeCapAmount: fees?.serviceFeeCapAmount ?? null,
    totalOtherFeesAmount: fees?.totalOtherFeesAmount ?? null,
    dynamicFees:
      fees?.dynamicFees?.map(({ apiName, feeAmount = null, feeCapAmount = null }) => ({
        apiName,
        feeAmount,
        feeCapAmount,
      })) ?? null,
  },
});

function isValidAddress(address: Address | null, addressId: string | null | undefined): boolean | null {
  if (address === null) return addressId ? true : null;
  return 'value' in normalizeAddress(address);
}

const computedOf = (figures: LoanFigures): AtOrigination['computed'] => ({
  aprNominal: (figures.aprNominalAtOrigination ?? null) as Rate | null,
  aprEffective: (figures.aprEffectiveAtOrigination ?? null) as Rate | null,
  periodicPaymentAmount: figures.periodicPaymentAmount ?? null,
  totalInterestAmount: figures.totalInterestAmount ?? null,
  totalDiscountAmount: figures.totalDiscountAmount ?? null,
});

/** Whether what the lender disclosed is what we compute. */
export function disclosuresValidation(row: ShownLoan): DisclosuresValidation {
  const agreed = agreementOf(row);
  const computed = computedOf(row.figures);
  return {
    aprNominalMatch: isSameRate(agreed.aprNominal, computed.aprNominal),
    aprEffectiveMatch: isSameRate(agreed.aprEffective, computed.aprEffective),
    totalInterestMatch: isSameAmount(agreed.totalInterestAmount, computed.totalInterestAmount),
    totalDiscountMatch: isSameAmount(agreed.totalDiscountAmount, computed.totalDiscountAmount),
    originatedAtMatch: isSameDay(row),
  };
}

const isSameAmount = (said: Cents | null | undefined, ours: Cents | null): boolean =>
  said == null || ours === null || said === ours;

const decimalsOf = (rate: string): number => rate.split('.')[1]?.length ?? 0;

/** Rates are disclosed rounded: ours is compared with as many decimals as were sent, at least the four of 14.99 %. */
function isSameRate(said: string | null | undefined, ours: string | null): boolean {
  if (said == null || ours === null) return true;
  const decimals = Math.max(decimalsOf(said), 4);
  return Math.abs(Number(said) - Number(ours)) <= 0.5 * 10 ** -decimals + tiny;
}

/** Less than any rate has decimals. */
const tiny = 1e-13;

function isSameDay(row: ShownLoan): boolean {
  const recorded = row.timestamps.originatedAt;
  return recorded === undefined || todayOf(row, originatedAt(row)) === todayOf(row, recorded);
}
