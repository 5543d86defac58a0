// The door of loans: their whole life, and the payments and credits that change them.
import type { Takers } from '#capabilities/moving-money/index.ts';
import type { Capability } from '#platform/capability.ts';
import { joined, type Part } from '#platform/part.ts';
import { advancePart } from './advancing/part.ts';
import { agencyPart } from './agencies/part.ts';
import { autopayPart } from './autopay/part.ts';
import { billRoutes } from './bills/routes.ts';
import { boardingPart } from './boarding/part.ts';
import { bulkPart } from './bulk/part.ts';
import { chargePart } from './charges/part.ts';
import { checks } from './checks.ts';
import { collectingPart } from './collecting/part.ts';
import { paymentTaker as ordersTaker } from './collecting/payment-taker.ts';
import { loanDayMetrics } from './day/metrics.ts';
import { dayPart } from './day/part.ts';
import { drawPart } from './draws/part.ts';
import { effects } from './effects.ts';
import { hardshipPart } from './hardship/part.ts';
import { labelPart } from './labeling/part.ts';
import { loansSharedWith } from './lifecycle/list-loans.ts';
import { loanPart } from './lifecycle/part.ts';
import { ownerPart } from './owners/part.ts';
import { partyPart } from './parties/part.ts';
import { decidePayout } from './paying-out/decided-payout.ts';
import { disbursementTaker } from './paying-out/disbursement-taker.ts';
import { payoutPart } from './paying-out/part.ts';
import { payoffQuotePart } from './payoff-quotes/part.ts';
import { planRoutes } from './plan/routes.ts';
import { promisePart } from './promises/part.ts';
import { promoPart } from './promos/part.ts';
import { purchasePart } from './purchases/part.ts';
import { bookRoutes } from './reads/routes.ts';
import { whoRecorded } from './refunding/first-persons.ts';
import { creditPart } from './refunding/part.ts';
import { refundPart } from './refunds/part.ts';
import { reportingPart } from './reporting/part.ts';
import { scraPart } from './scra/part.ts';
import { servicePart } from './services/part.ts';
import { settlementPart } from './settling/part.ts';
import { transactionPart } from './transactions/part.ts';

/** Hears what becomes of orders of payments and reimbursements. */
export const paymentTaker: NonNullable<Takers['transaction']> = {
  ...ordersTaker,
  firstPersons: (reader, { personId, subject }) => whoRecorded(reader, { personId, transactionId: subject.id }),
};

/** Hears what becomes of money that is paid out. */
export const payoutTaker = { ...disbursementTaker(effects), decided: decidePayout(effects) };

export { findNamedLoan } from './lifecycle/loan.ts';
export { openLoansOf } from './lifecycle/open-loans.ts';
export { accruals } from './reads/accruals.ts';
export { outsidePayment } from './transactions/outside-payment.ts';

/** In the order of the day: what is due on a loan by itself, what it pays out, what it collects, what was agreed. */
const parts: readonly Part[] = [
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
  autopayPart,
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
  drawPart,
  purchasePart,
];

export const loans: Capability = {
  ...joined(parts),
  name: 'loans',
  migrations: new URL('./migrations/', import.meta.url),
  sharedLoans: loansSharedWith,
  checks,
  metrics: loanDayMetrics,
};
