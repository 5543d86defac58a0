// The door of products: loan types and their rates, the merchants where loans are spent, the investors who own them.
import type { Capability } from '#platform/capability.ts';
import { productErrors } from './errors.ts';
import { productEvents } from './events.ts';
import { productRoutes } from './routes/index.ts';
import { productSealed } from './sealed.ts';
import { productSetUp } from './set-up.ts';
import { productTables } from './tables.ts';

export { indexReplay } from './commands/write-index-rate.ts';
export { indexRatesOf } from './index-rate.ts';
export { findLoanType, loanTypeVersion } from './loan-type.ts';
export { percentProblem, rateProblem } from './rate-bounds.ts';
export { findCollectionAgency } from './resources/collection-agency.ts';
export { feeTypesOf } from './resources/fee-type.ts';
export { defaultInvestor, findInvestor } from './resources/investor.ts';
export { findMerchant, isOurMerchant, MerchantNamed, merchantNamed } from './resources/merchant.ts';
export { promoProgramTypeNamed } from './resources/promo-program-type.ts';
export { rateCapsOf } from './resources/rate-cap.ts';
export { type FeeKind, feeKinds, LoanType, type PurchaseFeeKind, purchaseFees } from './schemas.ts';
export type { InstallmentSettings } from './settings/installment/schema.ts';
export {
  drawPurposes,
  type LineSettings,
  MinimumOfBalance,
  OverLimitBeyond,
  statementsMax,
} from './settings/line/schema.ts';
export {
  amortizationOf,
  chargedOf,
  cycleTermsOf,
  drawTermsOf,
  graceTermsOf,
  lineTermsOf,
  minimumOfBalanceOf,
} from './settings/line/terms.ts';
export { achRetriesMax, achRetryDays, type RetryRule } from './settings/retry-rules.ts';
export type { LoanTypeSettings } from './settings/schema.ts';
export { expectedDays } from './settings/specific-days.ts';

export const products: Capability = {
  name: 'products',
  migrations: new URL('./migrations/', import.meta.url),
  tables: productTables,
  sealed: productSealed,
  errors: { Products: productErrors },
  events: productEvents,
  routes: () => productRoutes,
  setUps: [productSetUp],
};
