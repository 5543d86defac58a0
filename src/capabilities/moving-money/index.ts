// The door of moving money: consent, orders to move money, who carries them, and what becomes of them. It knows no loan:
// whoever gives orders of a kind hears of them through a taker.
import type { Capability, WorkTools } from '#platform/capability.ts';
import { tablesByName } from '#platform/db/define-table.ts';
import type { EventKind } from '#platform/events/event-kind.ts';
import { equipped } from '#platform/work/claimed/claimed-work.ts';
import { achDecisionRoutes } from './ach-decisions/routes.ts';
import { achSealed } from './ach-entries/sealed.ts';
import { achTables } from './ach-entries/tables.ts';
import { awaitingDay } from './ach-files/awaiting.ts';
import { achFileErrors } from './ach-files/errors.ts';
import { achFileEvents } from './ach-files/events.ts';
import { closingDay, tellingDay } from './ach-files/files-day.ts';
import { achFileRoutes } from './ach-files/routes.ts';
import { achFileStates } from './ach-files/states.ts';
import { uploading } from './ach-files/upload.ts';
import { achReadingErrors } from './ach-incoming/errors.ts';
import { achReadingEvents } from './ach-incoming/events.ts';
import { readingFiles } from './ach-incoming/read-job.ts';
import { achReadingRoutes } from './ach-incoming/routes.ts';
import { readingStates } from './ach-incoming/states.ts';
import { achFetches, achReadings } from './ach-incoming/tables.ts';
import { returnRateChanged } from './ach-rates/events.ts';
import { achRateRoutes } from './ach-rates/routes.ts';
import { achRateTables } from './ach-rates/tables.ts';
import { approvalsDay } from './approvals/approvals-day.ts';
import { approveByKeyPermission } from './approvals/approver.ts';
import { eraseApprovals } from './approvals/erase-approvals.ts';
import { approvalErrors } from './approvals/errors.ts';
import { approvalEvents } from './approvals/events.ts';
import { approvalRoutes } from './approvals/routes.ts';
import { approvalStates } from './approvals/states.ts';
import { paymentApprovals } from './approvals/tables.ts';
import { hasOpenOrders } from './attempts/attempt.ts';
import { deliverHere } from './attempts/deliver-here.ts';
import { eraseAttempts } from './attempts/erase-attempts.ts';
import type { OrderParts } from './attempts/order-work.ts';
import { ordersDay } from './attempts/orders-day.ts';
import { ordersJob, resumeOrders } from './attempts/orders-job.ts';
import { attemptStates } from './attempts/states.ts';
import { addSwitch } from './attempts/switch.ts';
import { attemptTables } from './attempts/tables.ts';
import { hearingTold, takeWaiting } from './attempts/take-told.ts';
import type { Takers } from './attempts/taker.ts';
import { addTurns } from './attempts/turn.ts';
import { bankAccountEvents } from './bank-accounts/events.ts';
import { bankAccountRoutes } from './bank-accounts/routes.ts';
import { bankAccountsSealed } from './bank-accounts/sealed.ts';
import { bankAccountProviders, bankAccounts } from './bank-accounts/tables.ts';
import { statementErrors } from './bank-statements/errors.ts';
import { statementRead } from './bank-statements/events.ts';
import { statementsSealed } from './bank-statements/sealed.ts';
import { statementTables } from './bank-statements/tables.ts';
import { agingDay } from './breaks/aging-day.ts';
import { breakErrors } from './breaks/errors.ts';
import { breakEvents } from './breaks/events.ts';
import { breakStates } from './breaks/states.ts';
import { breakTables } from './breaks/tables.ts';
import { cardVerificationTaker } from './card-verifications/taker.ts';
import { cashTables } from './cash-book/tables.ts';
import { checks } from './checks.ts';
import { carrierById } from './companies-providers/carrier.ts';
import { providerErrors } from './companies-providers/errors.ts';
import { providerEvents } from './companies-providers/events.ts';
import { providerRoutes } from './companies-providers/routes.ts';
import { providersSealed } from './companies-providers/sealed.ts';
import { paymentProviders, paymentProviderWork } from './companies-providers/tables.ts';
import { eraseAuthorizations } from './consent/erase-authorizations.ts';
import { consentErrors } from './consent/errors.ts';
import { consentEvents } from './consent/events.ts';
import { consentRoutes } from './consent/routes.ts';
import { consentSealed } from './consent/sealed.ts';
import { paymentAuthorizations, stoppedAccounts } from './consent/tables.ts';
import { trialTaker } from './corrections/trial-taker.ts';
import { cashDay } from './daily-proof/cash-day.ts';
import { proofRoutes } from './daily-proof/routes.ts';
import { merchantAccountEvents } from './merchant-accounts/events.ts';
import { merchantAccountRoutes } from './merchant-accounts/routes.ts';
import { merchantAccountsSealed } from './merchant-accounts/sealed.ts';
import { merchantAccounts } from './merchant-accounts/tables.ts';
import { movingMoneyMetrics } from './metrics.ts';
import { askingForNews, newsJob } from './notices/ask-for-news.ts';
import { compareJob, comparingAtStart } from './notices/compare-at-start.ts';
import { noticeErrors } from './notices/errors.ts';
import { noticeRoutes } from './notices/routes.ts';
import { noticesSealed } from './notices/sealed.ts';
import { paymentNotices } from './notices/tables.ts';
import { takingNotices } from './notices/take-notices.ts';
import { erasePrenotes } from './prenotes/erase-prenotes.ts';
import { prenoteErrors } from './prenotes/errors.ts';
import { prenoteRoutes } from './prenotes/routes.ts';
import { prenotesSealed } from './prenotes/sealed.ts';
import { prenotes } from './prenotes/tables.ts';
import { prenoteTaker } from './prenotes/taker.ts';
import { simulatorDay } from './providers/simulated/step.ts';
import { simulatedTables } from './providers/simulated/tables.ts';
import { statementRoutes } from './reconciliation/routes.ts';
import type { FindOutsidePayment } from './resolving/outside-payment.ts';
import { breakRoutes } from './resolving/routes.ts';
import { movingMoneySealed } from './sealed.ts';
import { eraseTrialDeposits } from './trial-deposits/erase-trial-deposits.ts';
import { trialErrors } from './trial-deposits/errors.ts';
import { trialRoutes } from './trial-deposits/routes.ts';
import { trialSealed } from './trial-deposits/sealed.ts';
import { trialDeposits } from './trial-deposits/tables.ts';

export { keepFile } from './ach-incoming/keep-file.ts';
export { readNow } from './ach-incoming/read-now.ts';
export { mayApprove, mustBeAnother } from './approvals/approver.ts';
export { askForApproval, withdrawApproval } from './approvals/ask.ts';
export { askLeave } from './approvals/ask-leave.ts';
export { approvalErrors } from './approvals/errors.ts';
export { approvalRequested, approvalWithdrawn } from './approvals/events.ts';
export { type Attempt, attemptsOf, hasConfirmedDebit } from './attempts/attempt.ts';
export { giveOrder, type OrderedAccount, takeOrderBack } from './attempts/give-order.ts';
export type { Leave } from './attempts/leave.ts';
export { resolveOrder } from './attempts/resolve.ts';
export { differencesSinceRestore } from './attempts/since-restore.ts';
export { letGoOn, ordersUnderWay, setSwitch, stopAfterRestore, stoppedSince } from './attempts/switch.ts';
export type { Decided, Deciding, FirstPersons, Ordering, Outcome, Takers, Taking } from './attempts/taker.ts';
export { pageOf as statementPage } from './bank-statements/shown.ts';
export { recordBreak } from './breaks/record-break.ts';
export { isBeingVerified, verifyNewCard } from './card-verifications/verify-card.ts';
export { type Carrier, carrierById, carrierFor } from './companies-providers/carrier.ts';
export { authorizationOfCall, authorizationOfSeries, authorize } from './consent/authorize.ts';
export { consentErrors } from './consent/errors.ts';
export { AuthorizationInput } from './consent/schemas.ts';
export { countFailure, countSuccess } from './consent/stopped-accounts.ts';
export { standingSeries, validAuthorization } from './consent/valid-authorization.ts';
export { followCorrection } from './corrections/account-corrected.ts';
export { merchantAccount } from './merchant-accounts/account.ts';
export { failureRule } from './orders/failure-reasons.ts';
export type { Deed, Entry, Rail } from './orders/order.ts';
export type { Particulars } from './providers/provider.ts';
export { openBreaksOf } from './reconciliation/keep-breaks.ts';
export { readBankStatement } from './reconciliation/read-statement.ts';
export { sendPair } from './trial-deposits/send-pair.ts';

/** What reading a statement tells. */
export const statementEvents: readonly EventKind[] = [statementRead, ...breakEvents];

interface Given {
  readonly takers: Takers;
  readonly outsidePayment: FindOutsidePayment;
}

const tables = {
  ...attemptTables,
  ...achTables,
  ...achRateTables,
  ...cashTables,
  ...breakTables,
  ...statementTables,
  ...tablesByName(bankAccounts, bankAccountProviders),
  ...simulatedTables,
  ...tablesByName(paymentAuthorizations, stoppedAccounts, paymentApprovals, paymentProviders),
  ...tablesByName(paymentProviderWork, paymentNotices, trialDeposits, prenotes, merchantAccounts),
  ...tablesByName(achReadings, achFetches),
};

const sealed = [
  ...movingMoneySealed,
  ...consentSealed,
  ...providersSealed,
  ...noticesSealed,
  ...achSealed,
  ...trialSealed,
  ...prenotesSealed,
  ...merchantAccountsSealed,
  ...bankAccountsSealed,
  ...statementsSealed,
];

const errors = {
  'Moving money': {
    ...consentErrors,
    ...achFileErrors,
    ...achReadingErrors,
    ...approvalErrors,
    ...providerErrors,
    ...noticeErrors,
    ...trialErrors,
    ...prenoteErrors,
  },
  'Banks and books': { ...statementErrors, ...breakErrors },
};

const expiring: NonNullable<Capability['expiring']> = [
  { table: 'payment_notices', column: 'received_at', keptSeconds: 180 * 86_400 },
  // What has moved an order is seen from its state, also without the message that said so.
  { table: 'provider_messages', column: 'position', keptSeconds: 2 * 366 * 86_400 },
  // A file that still lies there is fetched once more then, and known by its bytes.
  { table: 'ach_fetches', column: 'seen_at', keptSeconds: 180 * 86_400 },
];

export function movingMoney({ takers, outsidePayment }: Given): Capability {
  const own: Takers = { trialDeposit: trialTaker, cardVerification: cardVerificationTaker, prenote: prenoteTaker };
  const parts: OrderParts = { takers: { ...own, ...takers }, carrierById };
  const ordering = (tools: WorkTools) => ({ ...tools, ...parts });
  const hearing = (tools: WorkTools) => ({ ...tools, takeTold: hearingTold(ordering(tools)) });
  return {
    name: 'moving-money',
    migrations: new URL('./migrations/', import.meta.url),
    tables,
    sealed,
    errors,
    events: [
      ...[...consentEvents, ...approvalEvents, ...providerEvents, ...merchantAccountEvents],
      ...[...bankAccountEvents, statementRead, ...breakEvents, ...achReadingEvents],
      ...achFileEvents,
      returnRateChanged,
    ],
    states: [attemptStates, approvalStates, achFileStates, readingStates, breakStates],
    permissions: [approveByKeyPermission],
    routes: (whole) => [
      ...consentRoutes,
      ...approvalRoutes(takers, whole),
      ...providerRoutes(hasOpenOrders),
      ...noticeRoutes,
      ...achReadingRoutes,
      ...achDecisionRoutes(whole),
      ...proofRoutes,
      ...achFileRoutes,
      ...achRateRoutes,
      ...trialRoutes,
      ...prenoteRoutes,
      ...merchantAccountRoutes,
      ...bankAccountRoutes,
      ...statementRoutes,
      ...breakRoutes({ find: outsidePayment, whole }),
    ],
    erasing: [eraseAuthorizations, eraseApprovals, eraseAttempts, eraseTrialDeposits, erasePrenotes],
    setUps: [addSwitch, addTurns],
    dailySteps: [
      cashDay(parts),
      approvalsDay(parts),
      closingDay(parts),
      tellingDay(parts),
      awaitingDay,
      agingDay,
      ordersDay(parts),
      simulatorDay(deliverHere(parts)),
    ],
    checks,
    expiring,
    metrics: movingMoneyMetrics,
    claimed: [equipped(takingNotices, hearing), equipped(uploading, ordering), equipped(readingFiles, ordering)],
    jobs: (tools) => [ordersJob(ordering(tools), tools.newPace()), newsJob(hearing(tools)), compareJob(tools)],
    chores: (tools) => [
      resumeOrders(ordering(tools)),
      takeWaiting(ordering(tools)),
      askingForNews(hearing(tools)),
      comparingAtStart(tools),
    ],
  };
}
