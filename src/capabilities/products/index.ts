// The door of products: what a company lends, on which terms and at which rates, with whom and for whom.
import './tables.ts';

export { productBirth } from './birth.ts';
export type { IndexRateReplay } from './commands/write-index-rate.ts';
export { productErrors } from './errors.ts';
export { productEvents } from './events.ts';
export { indexRatesOf } from './index-rate.ts';
export { findLoanType, loanType, loanTypeVersion } from './loan-type.ts';
export { rateProblem } from './rate-bounds.ts';
export { feeTypesOf } from './resources/fee-type.ts';
export { defaultInvestor, findInvestor } from './resources/investor.ts';
export { findMerchant } from './resources/merchant.ts';
export { rateCapsOf } from './resources/rate-cap.ts';
export { productRoutes } from './routes/index.ts';
export { LoanType, LoanTypeSettings } from './schemas.ts';
export { productSealed } from './sealed.ts';
export { productTables } from './tables.ts';

export const productMigrations = new URL('./migrations/', import.meta.url);
