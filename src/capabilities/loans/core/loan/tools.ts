// The tools with which an agent changes a running loan: each by its endpoint. docs/tools.md shows from this list which tool
// may follow which; a test asks for every pair. A tool that is added gets a line here.
import { Refusal } from '#platform/errors.ts';
import { loanErrors } from './errors.ts';
import type { HeldLoan } from './product.ts';
import type { loanStates } from './states.ts';

export interface Tool {
  /** The name of its endpoint, which says which products have it. */
  readonly endpoint: string;
  /** The permission of the endpoint. */
  readonly permission: string;
  /** What the status of a loan must allow. */
  readonly verb: keyof typeof loanStates.verbs;
  /** It moves payments to come, or lowers them: not while a payment plan does. */
  readonly isHardship?: true;
  /** It would change a charge that was fixed at the start: what serves in its place on such a loan. */
  readonly besideCharge?: string;
  /** What giving it one of these fields needs besides, as its endpoint asks. */
  readonly fieldPermissions?: Readonly<Record<string, string>>;
  /** How it is refused right after itself, where the status would allow it. */
  readonly onceAs?: string;
}

export const tools: readonly Tool[] = [
  { endpoint: 'hardships.defer', permission: 'loan.hardship:create', verb: 'relieve', isHardship: true },
  { endpoint: 'hardships.changeDueDates', permission: 'loan.hardship:create', verb: 'relieve', isHardship: true },
  { endpoint: 'customPaymentPlans.create', permission: 'loan.paymentplan:create', verb: 'relieve', isHardship: true },
  {
    endpoint: 'hardships.reAge',
    permission: 'loan.hardship:create',
    verb: 'relieve',
    isHardship: true,
    onceAs: 'ReAgeNotAllowed',
  },
  { endpoint: 'loans.freeze', permission: 'loan:freeze', verb: 'freeze' },
  { endpoint: 'loans.unfreeze', permission: 'loan:unfreeze', verb: 'unfreeze' },
  { endpoint: 'loans.accelerate', permission: 'loan:accelerate', verb: 'accelerate' },
  { endpoint: 'loans.reverseAccelerate', permission: 'loan:accelerate', verb: 'reverseAcceleration' },
  { endpoint: 'loans.chargeOff', permission: 'loan:chargeoff', verb: 'chargeOff' },
  { endpoint: 'loans.reverseChargeOff', permission: 'loan:chargeoff.reverse', verb: 'reverseChargeOff' },
  {
    endpoint: 'advances.create',
    permission: 'loan.advance:create',
    verb: 'advance',
    fieldPermissions: { paymentInstrumentId: 'disbursement:create' },
    besideCharge: 'a loan of its own: POST …/loans',
  },
  {
    endpoint: 'loanRefunds.createNewer',
    permission: 'loan.refund:create',
    verb: 'refund',
    besideCharge: 'a serviceCredit that lowers what is owed, or pays it off with a rebate: POST …/transactions',
  },
  { endpoint: 'loanFees.create', permission: 'loan.fee:create', verb: 'addFee' },
  {
    endpoint: 'loanRates.create',
    permission: 'loan.rate:create',
    verb: 'addRate',
    besideCharge: 'a ceiling by law: POST …/scra-caps; or a serviceCredit: POST …/transactions',
  },
  {
    endpoint: 'promoPrograms.create',
    permission: 'loan.promoprogram:create',
    verb: 'addPromo',
    besideCharge: 'a lower charge at the origination, or a serviceCredit: POST …/transactions',
  },
  { endpoint: 'loanAgency.assign', permission: 'loan.collection.agency:assign', verb: 'assignAgency' },
  { endpoint: 'settlements.create', permission: 'loan.settlement:create', verb: 'settle', onceAs: 'SettlementOpen' },
  {
    endpoint: 'promiseToPayPlans.create',
    permission: 'promise.to.pay.plan:create',
    verb: 'promise',
    onceAs: 'PromiseToPayPlanOpen',
  },
  { endpoint: 'scraCaps.create', permission: 'loan.scra:create', verb: 'capInterest', onceAs: 'ScraCapOverlaps' },
  { endpoint: 'lateFeeSuspensions.create', permission: 'loan.latefee.suspension:create', verb: 'suspendLateFees' },
  { endpoint: 'loans.changeLimit', permission: 'loan:creditlimit', verb: 'changeLimit' },
];

/** What a tool needs that is given these fields, as its endpoint asks. */
export function permissionsOfTool(endpoint: string, fields: readonly string[]): readonly string[] {
  const found = tools.find((tool) => tool.endpoint === endpoint);
  if (found === undefined) return [];
  const { permission, fieldPermissions = {} } = found;
  return [permission, ...fields.flatMap((field) => fieldPermissions[field] ?? [])];
}

/** The endpoints of the tools, each with its permission: for what orders a tool by its name. */
export const loanTools: ReadonlyMap<string, string> = new Map(tools.map((tool) => [tool.endpoint, tool.permission]));

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
