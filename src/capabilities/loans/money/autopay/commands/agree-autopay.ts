// A borrower agrees to autopay: a plan, and the authorization on which all its debits rest.
import type { Cents } from '@tenor/engine/values/cents.ts';
import { dateOf } from '@tenor/engine/values/day.ts';
import { authorizationOfSeries } from '#capabilities/moving-money/index.ts';
import { person } from '#capabilities/people/index.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { refuseField } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import { start } from '#platform/states.ts';
import type { HeldLoan } from '../../../core/loan/product.ts';
import { loanStates } from '../../../core/loan/states.ts';
import { todayOf } from '../../../core/loan/today.ts';
import { writeLoan } from '../../../core/loan/write-loan.ts';
import type { NamedInstrument } from '../../../core/transactions/instrument-of.ts';
import { agreementNamed } from '../../collecting/agreement-named.ts';
import { mustHaveAccount } from '../../collecting/by-borrowers.ts';
import { type HeldInstrument, instrumentOfLoan, mustBeUsable, mustTakeDebits, wayOf } from '../../collecting/checks.ts';
import { asCollecting } from '../../collecting/commands/collect-payment.ts';
import { planOf, ruleInWords } from '../agreed.ts';
import { loanAhead } from '../ahead.ts';
import { rulesOf } from '../check-agreement.ts';
import { expectedPayments, type LoanAhead, soonExpected } from '../expected.ts';
import { nextOf } from '../next.ts';
import type { Plan } from '../plan.ts';
import { plannedDays } from '../planned-dates.ts';
import { scheduleOf } from '../schedule.ts';
import type { Autopay, AutopayCreate } from '../schemas.ts';
import { presentPlan } from '../show-plan.ts';
import { planStates } from '../states.ts';
import { dropRetries, stopped } from '../stop-plan.ts';
import { insertPlan, standingPlan, writePlan } from '../stored-plan.ts';
import type { PlanRow, PlanRules } from '../tables.ts';
import { tellPlan } from '../tell-plan.ts';

/**
 * Errors: InvalidRequest, NotFound (instrument), LoanStatusForbids, AutopayExists, InstrumentCannotBeCharged,
 * PaymentProcessorNotConfigured, and those of the consent.
 */
export async function agreeAutopay(
  ctx: CommandContext,
  tx: Tx,
  held: HeldLoan,
  input: AutopayCreate,
  named: NamedInstrument,
): Promise<Autopay> {
  const { row: loan, product } = held;
  loanStates.mustAllow(loan.status, 'plan');
  await replaceStanding(ctx, tx, held);
  const asked = rulesOf(held, input);
  const source = await instrumentOfLoan(tx, loan, input.paymentInstrumentId, named);
  const way = await wayOf(ctx, tx, source.instrument, 'debit');
  mustBeUsable(ctx, loan, source.instrument);
  mustTakeDebits(source.instrument);
  const agreementDocumentId = await agreementOf(ctx, tx, held, input, source);
  const ahead = await loanAhead(tx, held, ctx.now);
  const today = todayOf(loan, ctx.now);
  const agreed = { product, way, since: ctx.now, told: null, today };
  const unlimited = planOf(loan, { ...agreed, rules: asked, amountMax: null });
  mustCoverDue(ahead, unlimited, asked, input);
  const amountMax = input.amountMax ?? null;
  const rules = { ...asked, noticeAbove: input.noticeAbove ?? amountMax ?? usualMax(held, ahead, unlimited) };
  const plan = planOf(loan, { ...agreed, rules, amountMax });
  const authorizationId = await authorizationOfSeries(ctx, tx, {
    giver: (await person.find(tx, source.holderId, false)).subject,
    instrumentId: source.instrument.id,
    loanId: loan.id,
    terms: { amountMax, rule: ruleInWords(rules), from: dateOf(today), until: null },
    given: { ...input.authorization, agreementDocumentId },
  });
  const soon = soonExpected(ahead, plan, []);
  const next = nextOf({ ahead, plan, soon, told: null }, ctx.now);
  const row = newPlan(ctx, held, { agreementDocumentId, rules, source, authorizationId, next });
  insertPlan(tx, row);
  writeLoan(tx, loan, { ...loan, autopay_plan_id: row.id, updated_at: ctx.now });
  tellPlan(asCollecting(ctx), loan, row, planStates.move(start, 'agree').emits);
  const shown = presentPlan(held, row, {
    schedule: scheduleOf({ id: row.id, loanId: row.loan_id, ahead, plan, decided: [] }, ctx.now),
    amountMax,
    uncovered: uncoveredBy(ahead, plan),
  });
  return input.previewMode ? { ...shown, id: null, paymentAuthorizationId: null } : shown;
}

/** The plan and its authorization rest on one agreement, wherever it is named. Errors: NotFound, InvalidRequest. */
async function agreementOf(
  ctx: CommandContext,
  tx: Tx,
  { row: loan }: HeldLoan,
  { agreementDocumentId: named, authorization }: AutopayCreate,
  { holderId }: HeldInstrument,
): Promise<string | null> {
  const within = authorization?.agreementDocumentId;
  const path = named == null ? 'authorization.agreementDocumentId' : 'agreementDocumentId';
  const id = await agreementNamed(ctx, tx, loan, { holderId, reference: named ?? within, path });
  if (named == null || within == null || within === named) return id;
  throw refuseField('authorization.agreementDocumentId', 'is another one', 'agreementDocumentId, or nothing');
}

/** One that is paused ends, since the borrower agrees anew. Errors: AutopayExists, Forbidden. */
async function replaceStanding(ctx: CommandContext, tx: Tx, held: HeldLoan): Promise<void> {
  const { row: loan } = held;
  const before = await standingPlan(tx, { personId: loan.person_id, loanId: loan.id });
  if (before === undefined) return;
  const { to, emits } = planStates.move(before.status, 'replace');
  mustHaveAccount(ctx, before.holder_id);
  const replaced = stopped(before, to, 'replaced', ctx.now);
  await dropRetries(asCollecting(ctx), tx, held, before);
  writePlan(tx, before, replaced);
  tellPlan(ctx, loan, replaced, emits, { reason: 'replaced' });
}

/** A fixed amount that does not pay what comes due must be meant. Errors: InvalidRequest. */
function mustCoverDue(ahead: LoanAhead, plan: Plan, { amount }: PlanRules, { allowBelowDue }: AutopayCreate): void {
  if (amount === null || allowBelowDue === true) return;
  const dues = { ...plan, amounts: { ...plan.amounts, fixed: null } };
  const expected = expectedPayments(ahead, dues, [], firstMax);
  const first = expected.filter(({ due }) => due.on === expected[0]?.due.on);
  const due = first.reduce((sum, one) => sum + one.amount, 0);
  if (amount >= due) return;
  throw refuseField(
    'amount',
    'is less than what comes due',
    `at least ${(due / 100).toFixed(2)}, or allowBelowDue with the value true`,
  );
}

/** At most this many payments serve the first due date, and a year of monthly ones shows the usual amount. */
const firstMax = 32;

/** What usually comes due and a tenth. The last payment takes what is left, and overdue amounts were never planned. */
function usualMax({ product }: HeldLoan, ahead: LoanAhead, plan: Plan): Cents | null {
  if (!product.autopay.countsAhead) return null;
  const usual = { ...plan, amounts: { ...plan.amounts, asks: 'due' as const } };
  const last = ahead.dues.at(-1);
  const planned = expectedPayments(ahead, usual, [], firstMax);
  const regular = planned.filter(({ due }) => due !== last);
  const most = (regular.length === 0 ? planned : regular).reduce((max, { amount }) => Math.max(max, amount), 0);
  return (most + Math.ceil(most / 10)) as Cents;
}

/** The next due date, if autopay comes too late for it, and what it asks for. */
function uncoveredBy(ahead: LoanAhead, plan: Plan) {
  const dues = ahead.dues.filter(({ on }) => on >= plan.today);
  const [next] = dues;
  const days = next === undefined ? [] : plannedDays(next, plan.dates, plan.route);
  if (next === undefined || days.some(({ releaseAt }) => releaseAt > plan.since)) return undefined;
  const all = { ...plan, since: beforeAll, notices: null };
  const own = expectedPayments({ ...ahead, dues }, all, [], firstMax).filter(({ due }) => due.on === next.on);
  const amount = own.reduce((sum, one) => sum + one.amount, 0) as Cents;
  return amount === 0 ? undefined : { on: dateOf(next.on), amount };
}
const beforeAll = '1970-01-01T00:00:00.000000+00:00' as Plan['since'];

interface New {
  readonly agreementDocumentId: string | null;
  readonly rules: PlanRules;
  readonly source: HeldInstrument;
  readonly authorizationId: string;
  readonly next: ReturnType<typeof nextOf>;
}

function newPlan(
  ctx: CommandContext,
  { row: loan }: HeldLoan,
  { agreementDocumentId, rules, source, authorizationId, next }: New,
): PlanRow {
  return {
    person_id: loan.person_id,
    id: newId('AP'),
    company_id: loan.company_id,
    loan_id: loan.id,
    position: ctx.position(),
    version: 1,
    status: planStates.move(start, 'agree').to,
    stopped_reason: null,
    holder_id: source.holderId,
    instrument_id: source.instrument.id,
    authorization_id: authorizationId,
    agreement_document_id: agreementDocumentId,
    rules,
    since: ctx.now,
    decided: [],
    extra_before: 0,
    ...next,
    created_at: ctx.now,
    updated_at: null,
  };
}
