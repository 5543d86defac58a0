// Every endpoint of loans.
import { cardRoutes } from '#capabilities/cards/index.ts';
import type { Endpoint } from '#platform/http/endpoint.ts';
import { advanceRoutes } from './advancing/routes.ts';
import { agencyRoutes } from './agencies/routes.ts';
import { autopayRoutes } from './autopay/routes.ts';
import { billRoutes } from './bills/routes.ts';
import { importRoutes, migrationRoutes } from './boarding/routes.ts';
import { bulkRoutes } from './bulk/routes.ts';
import { promoRoutes } from './charges/promo-routes.ts';
import { chargeRoutes } from './charges/routes.ts';
import { collectingRoutes } from './collecting/routes.ts';
import { lineRoutes } from './draws/line-routes.ts';
import { owedRoutes } from './draws/owed-routes.ts';
import { drawRoutes } from './draws/routes.ts';
import { effects } from './effects.ts';
import { hardshipRoutes } from './hardship/routes.ts';
import { labelingRoutes } from './labeling/routes.ts';
import { loanLabelRoutes } from './labels/loan-label.ts';
import { actionRoutes } from './lifecycle/action-routes.ts';
import { lineOfCards } from './lifecycle/line-of-cards.ts';
import { lockRoutes } from './lifecycle/lock-status.ts';
import { listRoutes, loanRoutes } from './lifecycle/routes.ts';
import { loanErrors } from './loan/errors.ts';
import { ownerRoutes } from './owners/routes.ts';
import { partyRoutes } from './parties/routes.ts';
import { payoutRoutes } from './paying-out/routes.ts';
import { payoffQuoteRoutes } from './payoff-quotes/routes.ts';
import { planRoutes } from './plan/routes.ts';
import { promiseRoutes } from './promises/routes.ts';
import { disputeRoutes } from './purchases/dispute-routes.ts';
import { purchaseRoutes } from './purchases/routes.ts';
import { bookRoutes } from './reads/routes.ts';
import { refundingRoutes } from './refunding/routes.ts';
import { refundRoutes } from './refunds/routes.ts';
import { reportingRoutes } from './reporting/routes.ts';
import { scraRoutes } from './scra/routes.ts';
import { serviceRoutes } from './services/routes.ts';
import { settlementRoutes } from './settling/routes.ts';
import { transactionRoutes } from './transactions/routes.ts';

export const routes: Endpoint[] = [
  ...loanRoutes,
  ...actionRoutes,
  ...listRoutes,
  ...planRoutes,
  ...chargeRoutes,
  ...promoRoutes,
  ...bookRoutes,
  ...payoffQuoteRoutes,
  ...billRoutes,
  ...migrationRoutes,
  ...importRoutes,
  ...bulkRoutes,
  ...lockRoutes,
  ...transactionRoutes,
  ...collectingRoutes,
  ...payoutRoutes(effects),
  ...refundingRoutes,
  ...advanceRoutes,
  ...refundRoutes,
  ...agencyRoutes,
  ...hardshipRoutes,
  ...ownerRoutes,
  ...loanLabelRoutes,
  ...labelingRoutes,
  ...partyRoutes,
  ...reportingRoutes,
  ...serviceRoutes,
  ...settlementRoutes,
  ...scraRoutes,
  ...autopayRoutes,
  ...promiseRoutes,
  ...lineRoutes,
  ...drawRoutes,
  ...purchaseRoutes,
  ...disputeRoutes,
  ...owedRoutes,
  ...cardRoutes(lineOfCards, loanErrors.OnlyForLines),
];
