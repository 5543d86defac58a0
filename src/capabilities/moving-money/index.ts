// The door of moving money: consent, orders to move money, who carries them, and what becomes of them. It knows no loan:
// whoever gives orders of a kind hears of them through a taker.
import { dateInZone } from '@tenor/engine/values/zone.ts';
import type { Capability, WorkTools } from '#platform/capability.ts';
import { joined, type Part } from '#platform/part.ts';
import { cardVerificationTaker } from './accounts/card-verifications/taker.ts';
import { trialTaker } from './accounts/corrections/trial-taker.ts';
import { prenotePart } from './accounts/prenotes/part.ts';
import { prenoteTaker } from './accounts/prenotes/taker.ts';
import { trialPart } from './accounts/trial-deposits/part.ts';
import { achDecisionRoutes } from './ach/decisions/routes.ts';
import { achFilePart } from './ach/files/part.ts';
import { fetchIncoming } from './ach/incoming/fetch.ts';
import { achReadingPart } from './ach/incoming/part.ts';
import { lookAtRates } from './ach/rates/look-at-rates.ts';
import { achRatePart } from './ach/rates/part.ts';
import { checks } from './checks.ts';
import { movingMoneyMetrics } from './metrics.ts';
import { approvalPart } from './orders/approvals/part.ts';
import { hasOpenOrders } from './orders/attempts/attempt.ts';
import { cashDay } from './orders/attempts/cash-day.ts';
import { deliverHere } from './orders/attempts/deliver-here.ts';
import type { OrderParts } from './orders/attempts/order-work.ts';
import { attemptPart } from './orders/attempts/part.ts';
import { receivingReports } from './orders/attempts/receive-report.ts';
import type { Takers } from './orders/attempts/taker.ts';
import { carrierById } from './orders/companies-providers/carrier.ts';
import { providerPart } from './orders/companies-providers/part.ts';
import { consentPart } from './orders/consent/part.ts';
import { merchantAccountPart } from './orders/merchant-accounts/part.ts';
import { noticePart } from './orders/notices/part.ts';
import { simulatorDay } from './orders/providers/simulated/step.ts';
import { simulatedTables } from './orders/providers/simulated/tables.ts';

export { isBeingVerified, verifyNewCard } from './accounts/card-verifications/verify-card.ts';
export { followCorrection } from './accounts/corrections/account-corrected.ts';
export { sendPair } from './accounts/trial-deposits/send-pair.ts';
export { keepFile } from './ach/incoming/keep-file.ts';
export { readNow } from './ach/incoming/read-now.ts';
export { returnsByMonth } from './ach/rates/returns-by-month.ts';
export { askForApproval, withdrawApproval } from './orders/approvals/ask.ts';
export { askLeave } from './orders/approvals/ask-leave.ts';
export { approvalRequested, approvalWithdrawn } from './orders/approvals/events.ts';
export { waitingApprovals } from './orders/approvals/waiting.ts';
export { type Attempt, attemptsOf, hasConfirmedDebit } from './orders/attempts/attempt.ts';
export { giveOrder, type OrderedAccount, takeOrderBack } from './orders/attempts/give-order.ts';
export type { Leave } from './orders/attempts/leave.ts';
export { orderSide } from './orders/attempts/order-side.ts';
export { resolveOrder } from './orders/attempts/resolve.ts';
export { differencesSinceRestore } from './orders/attempts/since-restore.ts';
export { letGoOn, ordersUnderWay, setSwitch, stopAfterRestore, stoppedSince } from './orders/attempts/switch.ts';
export type { Decided, Deciding, Ordering, OrderReport, Takers, Taking } from './orders/attempts/taker.ts';
export { type Carrier, carrierById, carrierFor } from './orders/companies-providers/carrier.ts';
export { authorizationOfCall, authorizationOfSeries, authorize } from './orders/consent/authorize.ts';
export { consentErrors } from './orders/consent/errors.ts';
export { AuthorizationInput } from './orders/consent/schemas.ts';
export { countFailure, countSuccess } from './orders/consent/stopped-accounts.ts';
export { standingSeries, validAuthorization } from './orders/consent/valid-authorization.ts';
export { merchantAccount } from './orders/merchant-accounts/account.ts';
export { failureRule } from './orders/order/failure-reasons.ts';
export type { Deed, Entry, Rail } from './orders/order/order.ts';
export type { Particulars } from './orders/providers/provider.ts';

/** In the order of the day: a banking day that is over is proved before what waits for it is confirmed. */
function partsOf(takers: Takers): readonly Part[] {
  const own: Takers = { trialDeposit: trialTaker, cardVerification: cardVerificationTaker, prenote: prenoteTaker };
  const parts: OrderParts = { takers: { ...own, ...takers }, carrierById };
  const receiving = (tools: WorkTools) => ({
    ...tools,
    receiveReport: receivingReports({ ...tools, ...parts }),
    fetchFiles: fetchIncoming.bind(null, tools),
  });
  return [
    { dailySteps: [cashDay({ ...parts, ended: lookAtRatesOf })] },
    consentPart,
    approvalPart(parts, takers),
    providerPart(hasOpenOrders),
    noticePart(receiving),
    achReadingPart(parts),
    { routes: achDecisionRoutes },
    achFilePart(parts),
    achRatePart,
    trialPart,
    prenotePart,
    merchantAccountPart,
    attemptPart(parts),
    { tables: simulatedTables, dailySteps: [simulatorDay(deliverHere(parts))] },
  ];
}

const lookAtRatesOf: Parameters<typeof cashDay>[0]['ended'] = async (work, tx, { files }, now) => {
  if (files !== undefined) await lookAtRates(work, tx, now, dateInZone(now, files.timezone));
};

export const movingMoney = (takers: Takers): Capability => ({
  ...joined(partsOf(takers)),
  name: 'moving-money',
  migrations: new URL('./migrations/', import.meta.url),
  checks,
  metrics: movingMoneyMetrics,
});
