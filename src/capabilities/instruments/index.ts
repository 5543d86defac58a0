// The door of instruments: the payment instruments of borrowers.
import type { Capability } from '#platform/capability.ts';
import { askingBalances } from './balance-before-debit.ts';
import { cardsDay } from './cards-day.ts';
import { cardsCheck } from './check-cards.ts';
import { eraseInstruments } from './erase-instruments.ts';
import { instrumentErrors } from './errors.ts';
import { instrumentResources } from './event-resources.ts';
import { instrumentEvents } from './events.ts';
import type { Given } from './given.ts';
import { linkRoutes } from './link-routes.ts';
import { instrumentPermissions } from './permissions.ts';
import { instrumentRoutes } from './routes.ts';
import { instrumentSealed } from './sealed.ts';
import { byPaymentMethod } from './search-people.ts';
import { instrumentStates } from './states.ts';
import { instrumentTables } from './tables.ts';

export { askBalanceJob, balanceBeforeDebit } from './balance-before-debit.ts';
export { replaceBanks } from './bank-directory.ts';
export { cardsEndingOn, firstCardEnd } from './cards-of-date.ts';
export { renewCard } from './commands/card-ends.ts';
export { type AccountNumbers, correctAccount } from './commands/correct-account.ts';
export { blockForCredits, blockForDebits, giveUpInstrument, markFailure } from './commands/failing.ts';
export {
  cardNotVerified,
  markAccountVerified,
  markCardVerified,
  verifyInstrument,
} from './commands/verify-instrument.ts';
export { instrumentErrors, noProcessor } from './errors.ts';
export { instrumentCreated, instrumentDeactivated, instrumentUpdated } from './events.ts';
export {
  findInstrument,
  type InstrumentInBrief,
  instrumentKey,
  instrumentNotFound,
  instrumentsOfMany,
  type Owner as InstrumentOwner,
  storedInstrument,
  verifiedAccounts,
} from './instrument.ts';
export { lastFoursOf } from './last-fours.ts';
export { type OpenedInstrument, openedInstrument } from './opened-instrument.ts';
export type { LinkVendors } from './providers/link-vendor.ts';
export { testVendor } from './providers/test-vendor.ts';
export type { Checked } from './rules/checked.ts';
export { type InstrumentType, instrumentTypes } from './rules/instrument-values.ts';
export { checkAccountNumber, checkHolderName, checkRoutingNumber, isPast } from './rules/numbers.ts';
export { readRoutingList } from './rules/routing-list.ts';
export { PaymentInstrument } from './schemas.ts';

export const instruments = (given: Given): Capability => ({
  name: 'instruments',
  migrations: new URL('./migrations/', import.meta.url),
  tables: instrumentTables,
  sealed: instrumentSealed,
  errors: { 'Payment instruments': instrumentErrors },
  events: instrumentEvents,
  states: [instrumentStates],
  resources: instrumentResources,
  routes: () => [...instrumentRoutes(given), ...linkRoutes(given)],
  permissions: instrumentPermissions,
  searches: { paymentMethod: byPaymentMethod },
  erasing: [eraseInstruments],
  dailySteps: [cardsDay],
  jobs: (tools) => [askingBalances(tools, given.vendors)],
  checks: [cardsCheck],
});
