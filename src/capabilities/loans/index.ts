// The door of loans: their whole life, and the payments and credits that change them.
import type { Capability } from '#platform/capability.ts';
import { overdueCheck } from '#platform/doctor/overdue.ts';
import { importOperation } from '#platform/import/run-import.ts';
import { advanceErrors } from './advances/errors.ts';
import { advanceStates } from './advances/states.ts';
import { advanceTables } from './advances/tables.ts';
import { advancesDay, dueAdvances } from './advancing/advances-day.ts';
import { agencyErrors } from './agencies/errors.ts';
import { agencyEvents } from './agencies/events.ts';
import { agencyTables } from './agencies/tables.ts';
import { autopayDay, duePlans } from './autopay/autopay-day.ts';
import { autopayErrors } from './autopay/errors.ts';
import { autopayEvents } from './autopay/events.ts';
import { planStates } from './autopay/states.ts';
import { autopayTables } from './autopay/tables.ts';
import { importLoans } from './boarding/import/import-loans.ts';
import { bulkKind } from './bulk/tool.ts';
import { tools } from './bulk/tools.ts';
import { obligationVersions } from './charges/versions.ts';
import { duePayments, paymentsDay } from './collecting/payments-day.ts';
import { dueLoans } from './day/due-loans.ts';
import { loanDay } from './day/loan-day.ts';
import { loanDayMetrics } from './day/metrics.ts';
import { replayIndex } from './day/replay-index.ts';
import { drawErrors } from './draws/errors.ts';
import { drawResources } from './draws/event-resources.ts';
import { drawStates } from './draws/states.ts';
import { drawVersions } from './draws/versions.ts';
import { effects } from './effects.ts';
import { hardshipErrors } from './hardship/errors.ts';
import { hardshipEvents } from './hardship/events.ts';
import { hardshipStates } from './hardship/states.ts';
import { hardshipTables } from './hardship/tables.ts';
import { labelAdded, labelRemoved } from './labeling/events.ts';
import { loanLabel } from './labels/loan-label.ts';
import { labelTables } from './labels/tables.ts';
import { eraseLoans } from './lifecycle/erase-loans.ts';
import { loanResources } from './lifecycle/event-resources.ts';
import { loansSharedWith } from './lifecycle/list-loans.ts';
import { byLoan } from './lifecycle/search-people.ts';
import { advanceUpdated } from './loan/advance-events.ts';
import { drawEvents } from './loan/draw-events.ts';
import { loanErrors } from './loan/errors.ts';
import { ledgerEvents, loanEvents } from './loan/events.ts';
import { loanStates } from './loan/states.ts';
import { loanTables } from './loan/tables.ts';
import { ownerChanged } from './owners/events.ts';
import { ownerTables } from './owners/tables.ts';
import { partyEvents } from './parties/events.ts';
import { partyTables } from './parties/tables.ts';
import { decidedPayout } from './paying-out/decided-payout.ts';
import { disbursementTaker } from './paying-out/disbursement-taker.ts';
import { disbursementsDay, dueDisbursements } from './paying-out/disbursements-day.ts';
import { payoutErrors } from './paying-out/errors.ts';
import { disbursementEvents } from './paying-out/events.ts';
import { disbursementStates } from './paying-out/states.ts';
import { disbursementTables } from './paying-out/tables.ts';
import { payoffQuoteErrors } from './payoff-quotes/errors.ts';
import { payoffQuoteTables } from './payoff-quotes/tables.ts';
import { promiseErrors } from './promised/errors.ts';
import { promiseStates } from './promised/states.ts';
import { promiseTables } from './promised/tables.ts';
import { duePromises, promisesDay } from './promises/promises-day.ts';
import { promoErrors } from './promos/errors.ts';
import { promoStates } from './promos/states.ts';
import { purchaseErrors } from './purchases/errors.ts';
import { purchaseResources } from './purchases/event-resources.ts';
import { purchaseEvents } from './purchases/events.ts';
import { purchasePermissions } from './purchases/routes.ts';
import { disputeStates, purchaseStates } from './purchases/states.ts';
import { purchaseTables } from './purchases/tables.ts';
import { creditsDay, dueCredits } from './refunding/credits-day.ts';
import { refundingErrors } from './refunding/errors.ts';
import { refundingEvents } from './refunding/events.ts';
import { requestStates } from './refunding/request-states.ts';
import { dueRequests, requestsDay } from './refunding/requests-day.ts';
import { refundingTables } from './refunding/tables.ts';
import { refundErrors } from './refunds/errors.ts';
import { refundEvents } from './refunds/events.ts';
import { refundStates } from './refunds/states.ts';
import { refundTables } from './refunds/tables.ts';
import { refundVersions } from './refunds/versions.ts';
import { markCreated, markUpdated } from './reporting/events.ts';
import { reportingTables } from './reporting/tables.ts';
import { routes } from './routes.ts';
import { scraErrors } from './scra/errors.ts';
import { scraEvents } from './scra/events.ts';
import { scraStates } from './scra/states.ts';
import { scraTables } from './scra/tables.ts';
import { loanSealed } from './sealed.ts';
import { serviceAdded, serviceCanceled } from './services/events.ts';
import { serviceTables } from './services/tables.ts';
import { settlementErrors } from './settlements/errors.ts';
import { settlementStates } from './settlements/states.ts';
import { settlementTables } from './settlements/tables.ts';
import { dueSettlements, settlementsDay } from './settling/settlements-day.ts';
import { transactionErrors } from './transactions/errors.ts';
import { transactionResources } from './transactions/event-resources.ts';
import { transactionEvents } from './transactions/events.ts';
import { collectedStates, transactionStates } from './transactions/states.ts';
import { transactionVersions } from './transactions/versions.ts';

export { paymentTaker } from './collecting/payment-taker.ts';

/** Hears what becomes of money that is paid out. */
export const payoutTaker = { ...disbursementTaker(effects), decided: decidedPayout(effects) };

export { findNamedLoan } from './lifecycle/loan.ts';
export { openLoansOf } from './lifecycle/open-loans.ts';
export { accruals } from './reads/accruals.ts';
export { outsidePayment } from './transactions/outside-payment.ts';
export { type LoanKey, loanKeys } from './verify/stored-loan.ts';
export type { Finding, Verdict } from './verify/verify-loan.ts';
export { isClean, verifyLoans } from './verify/verify-loans.ts';

export const loans: Capability = {
  name: 'loans',
  migrations: new URL('./migrations/', import.meta.url),
  tables: {
    ...loanTables,
    ...purchaseTables,
    ...autopayTables,
    ...disbursementTables,
    ...refundingTables,
    ...refundTables,
    ...advanceTables,
    ...agencyTables,
    ...hardshipTables,
    ...ownerTables,
    ...labelTables,
    ...partyTables,
    ...reportingTables,
    ...serviceTables,
    ...settlementTables,
    ...promiseTables,
    ...scraTables,
    ...payoffQuoteTables,
  },
  sealed: loanSealed,
  errors: {
    Loans: loanErrors,
    Transactions: transactionErrors,
    Disbursements: payoutErrors,
    Refunds: refundErrors,
    Advances: advanceErrors,
    'Collection agencies': agencyErrors,
    Hardship: hardshipErrors,
    Settlements: settlementErrors,
    'Promises to pay': promiseErrors,
    'SCRA caps': scraErrors,
    'Payoff quotes': payoffQuoteErrors,
    Autopay: autopayErrors,
    Draws: drawErrors,
    Purchases: purchaseErrors,
    'Promo programs': promoErrors,
    'Credit of a borrower': refundingErrors,
  },
  events: [
    ...loanEvents,
    ...transactionEvents,
    ...disbursementEvents,
    ...autopayEvents,
    ...drawEvents,
    ...purchaseEvents,
    ...refundingEvents,
    ...refundEvents,
    advanceUpdated,
    ...agencyEvents,
    ...hardshipEvents,
    ownerChanged,
    ...loanLabel.events,
    labelAdded,
    labelRemoved,
    ...partyEvents,
    markCreated,
    markUpdated,
    serviceAdded,
    serviceCanceled,
    ...scraEvents,
    ...ledgerEvents,
  ],
  states: [
    loanStates,
    promoStates,
    transactionStates,
    collectedStates,
    disbursementStates,
    refundStates,
    scraStates,
    advanceStates,
    hardshipStates,
    settlementStates,
    promiseStates,
    planStates,
    drawStates,
    purchaseStates,
    disputeStates,
    requestStates,
  ],
  resources: [...loanResources, ...transactionResources, ...drawResources, ...purchaseResources],
  routes: () => routes,
  permissions: purchasePermissions,
  searches: { loanId: byLoan },
  sharedLoans: loansSharedWith,
  versions: [...obligationVersions, ...transactionVersions, ...refundVersions, ...drawVersions],
  erasing: [eraseLoans],
  dailySteps: [
    loanDay,
    disbursementsDay(effects),
    advancesDay,
    paymentsDay,
    autopayDay,
    creditsDay,
    requestsDay,
    settlementsDay,
    promisesDay,
  ],
  operations: () => [
    replayIndex,
    importOperation(importLoans),
    ...tools.map((tool) => importOperation(bulkKind(tool))),
  ],
  checks: [
    overdueCheck('days', dueLoans),
    overdueCheck('payments', duePayments),
    overdueCheck('autopay', duePlans),
    overdueCheck('payouts', dueDisbursements),
    overdueCheck('credits', dueCredits),
    overdueCheck('credit requests', dueRequests),
    overdueCheck('advances', dueAdvances),
    overdueCheck('settlements', dueSettlements),
    overdueCheck('promises to pay', duePromises),
  ],
  metrics: loanDayMetrics,
};
