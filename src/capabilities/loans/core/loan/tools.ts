// The tools with which an agent changes a running loan: each by its endpoint. docs/tools.md shows from this list which tool
// may follow which; a test asks for every pair. A tool that is added gets a line here.
import { Refusal } from '#platform/errors.ts';
import { loanErrors } from './errors.ts';
import type { HeldLoan } from './product.ts';
import type { loanStates } from './states.ts';

export interface Tool {
  /** The name of its endpoint, which says which products have it. */
  readonly endpoint: string;
  /** What the status of a loan must allow. */
  readonly verb: keyof typeof loanStates.verbs;
  /** It moves payments to come, or lowers them: not while a payment plan does. */
  readonly isHardship?: true;
  /** It would change a charge that was fixed at the start: what serves in its place on such a loan. */
  readonly besideCharge?: string;
  /** How it is refused right after itself, where the status would allow it. */
  readonly onceAs?: string;
}

export const tools: readonly Tool[] = [
  { endpoint: 'hardships.defer', verb: 'relieve', isHardship: true },
  { endpoint: 'hardships.changeDueDates', verb: 'relieve', isHardship: true },
  { endpoint: 'customPaymentPlans.create', verb: 'relieve', isHardship: true },
  { endpoint: 'hardships.reAge', verb: 'relieve', isHardship: true, onceAs: 'ReAgeNotAllowed' },
  { endpoint: 'loans.freeze', verb: 'freeze' },
  { endpoint: 'loans.unfreeze', verb: 'unfreeze' },
  { endpoint: 'loans.accelerate', verb: 'accelerate' },
  { endpoint: 'loans.reverseAccelerate', verb: 'reverseAcceleration' },
  { endpoint: 'loans.chargeOff', verb: 'chargeOff' },
  { endpoint: 'loans.reverseChargeOff', verb: 'reverseChargeOff' },
  { endpoint: 'advances.create', verb: 'advance', besideCharge: 'a loan of its own: POST …/loans' },
  {
    endpoint: 'loanRefunds.createNewer',
    verb: 'refund',
    besideCharge: 'a serviceCredit that lowers what is owed, or pays it off with a rebate: POST …/transactions',
  },
  { endpoint: 'loanFees.create', verb: 'addFee' },
  {
    endpoint: 'loanRates.create',
    verb: 'addRate',
    besideCharge: 'a ceiling by law: POST …/scra-caps; or a serviceCredit: POST …/transactions',
  },
  {
    endpoint: 'promoPrograms.create',
    verb: 'addPromo',
    besideCharge: 'a lower charge at the origination, or a serviceCredit: POST …/transactions',
  },
  { endpoint: 'loanAgency.assign', verb: 'assignAgency' },
  { endpoint: 'settlements.create', verb: 'settle', onceAs: 'SettlementOpen' },
  { endpoint: 'promiseToPayPlans.create', verb: 'promise', onceAs: 'PromiseToPayPlanOpen' },
  { endpoint: 'scraCaps.create', verb: 'capInterest', onceAs: 'ScraCapOverlaps' },
  { endpoint: 'lateFeeSuspensions.create', verb: 'suspendLateFees' },
  { endpoint: 'loans.changeLimit', verb: 'changeLimit' },
];

/** The endpoints of the tools. */
export const loanTools = tools.map(({ endpoint }) => endpoint) as [string, ...string[]];

/** Asked by a tool that would change a charge that was fixed at the start. Errors: ChargeFixed. */
export function mustHaveNoCharge({ row, product }: HeldLoan, endpoint: string): void {
  if (row.terms === null || !product.hasFixedCharge(row.terms)) return;
  const message = `The interest of ${row.id} is precomputed: its charge was fixed at the start.`;
  const instead = tools.find((tool) => tool.endpoint === endpoint)?.besideCharge;
  throw new Refusal(loanErrors.ChargeFixed, message, { data: { instead } });
}

/** Asked by each hardship tool, with the state of today. Errors: PaymentPlanActive. */
export function mustHaveNoPlan({ row, product }: HeldLoan, state: Parameters<typeof product.relief.hasPlan>[0]): void {
  if (!product.relief.hasPlan(state)) return;
  throw new Refusal(loanErrors.PaymentPlanActive, `${row.id} has a payment plan, and payments of it are to come.`);
}
