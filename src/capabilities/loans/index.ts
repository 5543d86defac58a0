// The door of loans: their whole life, and the payments and credits that change them.
import type { Takers } from '#capabilities/moving-money/index.ts';
import type { Capability } from '#platform/capability.ts';
import { joined, type Part } from '#platform/part.ts';
import { checks } from './checks.ts';
import { ledgerEvents } from './core/books/ledger-events.ts';
import { chargePart } from './core/charges/part.ts';
import { loanDayMetrics } from './core/day/metrics.ts';
import { dayPart } from './core/day/part.ts';
import { loansSharedWith } from './core/lifecycle/list-loans.ts';
import { loanContext } from './core/lifecycle/loan-context.ts';
import { loanPart } from './core/lifecycle/part.ts';
import { payoffQuotePart } from './core/payoff-quotes/part.ts';
import { planRoutes } from './core/plan/routes.ts';
import { promisePart } from './core/promises/part.ts';
import { promoPart } from './core/promos/part.ts';
import { bookRoutes } from './core/reads/routes.ts';
import { servicePart } from './core/services/part.ts';
import { settlementPart } from './core/settlements/part.ts';
import { transactionEvents } from './core/transactions/events.ts';
import { transactionPart } from './core/transactions/part.ts';
import { effects } from './effects.ts';
import { billRoutes } from './lines/bills/routes.ts';
import { drawPart } from './lines/draws/part.ts';
import type { DisputeCases } from './lines/purchases/dispute-cases.ts';
import { purchasePart } from './lines/purchases/part.ts';
import { advancePart } from './money/advances/part.ts';
import type { Announcing } from './money/autopay/announce.ts';
import { autopayEvents } from './money/autopay/events.ts';
import { autopayPart } from './money/autopay/part.ts';
import { collectingPart } from './money/collecting/part.ts';
import { paymentTaker as ordersTaker } from './money/collecting/payment-taker.ts';
import { whoRecorded } from './money/credit-balances/first-persons.ts';
import { creditPart } from './money/credit-balances/part.ts';
import { decidePayout } from './money/paying-out/decided-payout.ts';
import { disbursementTaker } from './money/paying-out/disbursement-taker.ts';
import { payoutPart } from './money/paying-out/part.ts';
import { agencyPart } from './tools/agencies/part.ts';
import { bulkPart } from './tools/bulk/part.ts';
import { hardshipPart } from './tools/hardship/part.ts';
import { labelEvents } from './tools/labels/events.ts';
import { labelPart } from './tools/labels/part.ts';
import { suspensionPart } from './tools/late-fee-suspensions/part.ts';
import { suspensionEvents } from './tools/late-fee-suspensions/suspension.ts';
import { ownerPart } from './tools/owners/part.ts';
import { partyPart } from './tools/parties/part.ts';
import { refundPart } from './tools/refunds/part.ts';
import { reportingPart } from './tools/reporting/part.ts';
import { scraPart } from './tools/scra/part.ts';
import { scraEvents } from './tools/scra/scra-cap.ts';
import { statementPart } from './tools/statements/part.ts';
import { loanViews } from './views.ts';
import { boardingPart } from './whole/boarding/part.ts';

/** Hears what becomes of orders of payments and reimbursements. */
export const paymentTaker: NonNullable<Takers['transaction']> = {
  ...ordersTaker,
  firstPersons: (reader, { personId, subject }) => whoRecorded(reader, { personId, transactionId: subject.id }),
};

/** Hears what becomes of money that is paid out. */
export const payoutTaker = { ...disbursementTaker(effects), decided: decidePayout(effects) };

export { beginOfBooks, type PostedSpan, postedSums } from './core/books/posted-sums.ts';
export { bringOfLoans, type DayContext } from './core/day/due-of-loans.ts';
export {
  type ContactedLoan,
  contactedLoan,
  loansOfContacted,
  loansSharedWith,
} from './core/lifecycle/contacted-loans.ts';
export {
  type FirstDate,
  firstBilled,
  firstDue,
  firstOverdue,
  firstScheduled,
} from './core/lifecycle/first-dates.ts';
export { findNamedLoan, type NamedLoan } from './core/lifecycle/loan.ts';
export {
  billsDueOn,
  type LoanOfDate,
  loansDueOn,
  loansOverdueSince,
  type PageOfDate,
  type PaymentOfDate,
  scheduledOn,
} from './core/lifecycle/loans-of-date.ts';
export { noticesSaid } from './core/lifecycle/notices-said.ts';
export { openLoansOf, ownersOfOpenLoans, ownOpenLoans } from './core/lifecycle/open-loans.ts';
export { type OtherOwing, othersOwing } from './core/lifecycle/others-owing.ts';
export { type OverdueLoan, overdueLoansOf } from './core/lifecycle/overdue-loans.ts';
export { balanceReaders } from './core/loan/balance-fields.ts';
export { loanErrors } from './core/loan/errors.ts';
export { unroundedText } from './core/loan/exact-amounts.ts';
export { type LedgerBalances, ledgerAmounts, nothingPosted } from './core/loan/ledger-balances.ts';
export type { DrawOfBooks, HeldLoan } from './core/loan/product.ts';
export { drawStatuses, loanStatuses } from './core/loan/statuses.ts';
export { loanTools, permissionsOfTool } from './core/loan/tools.ts';
export { promisesDecided } from './core/promises/promises-decided.ts';
export { accruals } from './core/reads/accruals.ts';
export { bucketsFrom, pastDueBuckets } from './core/reads/past-due-buckets.ts';
export { paymentReasons, transactionStatuses } from './core/transactions/base/words.ts';
export { loansKnownBy } from './core/transactions/known-by-borrower.ts';
export { outsidePayment } from './core/transactions/outside-payment.ts';
export type { DisputeCases } from './lines/purchases/dispute-cases.ts';
export type { Announcing } from './money/autopay/announce.ts';
export { stopAutopay } from './money/autopay/commands/stop-autopay.ts';
export { loansOnAutopay } from './money/autopay/loans-on-autopay.ts';
export { noteAnnounced } from './money/autopay/note-announced.ts';
export { firstPlanned, plansOn } from './money/autopay/plans-of-date.ts';
export { labelByWork } from './tools/labels/label-loan.ts';
export { loanLabelsOf } from './tools/labels/loan-label.ts';
export { suspendLateFeesForCase } from './tools/late-fee-suspensions/commands/change-suspension.ts';
export { findLoanOfPerson } from './tools/parties/loan-of-person.ts';
export {
  type Debt,
  debtsOf,
  type KeptSettlement,
  keptSettlements,
  principalOpenBefore,
  settledLoans,
} from './tools/reporting/canceled-debts.ts';
export { type LoanOfMonth, loansOfMonth, type PersonOfLoan } from './tools/reporting/loans-of-month.ts';
export { loansToReport } from './tools/reporting/loans-to-report.ts';
export { endCapForService } from './tools/scra/commands/change-cap.ts';
export { capForService } from './tools/scra/commands/give-cap.ts';
export {
  giveDocument,
  type StatementRow,
  statementDocuments,
  statementOfDocument,
  withItsDocument,
} from './tools/statements/documents.ts';
export { statementUpdated } from './tools/statements/events.ts';
export { drawsKept } from './whole/portfolio/draws-kept.ts';
export { isSame as isSameOwed, ledgerOfDay, provedOf, replayedLedger } from './whole/portfolio/ledger-of-day.ts';
export { type OwnerOfDay, ownersOfDay } from './whole/portfolio/owners-of-day.ts';
export {
  feeTypesPaid,
  type LoanReference,
  type PaidPart,
  type PaymentOfLoan,
  paidIn,
  paymentChanges,
  paymentsIn,
  postedPaymentKinds,
} from './whole/portfolio/payments.ts';
export {
  isUnworked,
  type PortfolioDay,
  type PortfolioLoan,
  portfolioOn,
  portfolioSize,
} from './whole/portfolio/portfolio.ts';
export { labelEvents, loanContext };

/** What a loan tells when its autopay stops, its interest is bounded or its late fees are suspended by itself. */
export const actionEvents = [
  ...autopayEvents,
  ...transactionEvents,
  ...Object.values(scraEvents),
  ...Object.values(suspensionEvents),
  ...ledgerEvents,
];

interface Beside {
  readonly disputeCases: DisputeCases;
  /** Tells borrowers what autopay will take, where that varies. */
  readonly announcing: Announcing;
}

/** In the order of the day: what is due on a loan by itself, what it pays out, what it collects, what was agreed. */
const parts = ({ disputeCases, announcing }: Beside): readonly Part[] => [
  loanPart,
  { routes: planRoutes },
  chargePart,
  promoPart,
  { routes: bookRoutes },
  payoffQuotePart,
  { routes: billRoutes },
  boardingPart,
  bulkPart,
  transactionPart,
  dayPart,
  payoutPart(effects),
  advancePart,
  collectingPart,
  autopayPart(announcing),
  creditPart,
  refundPart,
  agencyPart,
  hardshipPart,
  ownerPart,
  labelPart,
  partyPart,
  reportingPart,
  servicePart,
  settlementPart,
  promisePart,
  scraPart,
  suspensionPart,
  drawPart,
  purchasePart(disputeCases),
  statementPart,
];

export const loans = (beside: Beside): Capability => ({
  ...joined(parts(beside)),
  name: 'loans',
  migrations: new URL('./migrations/', import.meta.url),
  views: loanViews,
  contexts: [loanContext],
  sharedLoans: loansSharedWith,
  checks,
  metrics: loanDayMetrics,
});
