// What is said of a line as a whole: its credit limit, and whether its draws can be bought on.
import type { Fact } from '@tenor/engine/account/facts.ts';
import type { LineFact } from '@tenor/engine/line/facts.ts';
import { formatCents } from '@tenor/engine/values/cents.ts';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { Refusal, refuseField } from '#platform/errors.ts';
import { asLoanContext, changeLoan } from '../../core/books/change-loan.ts';
import { ownerOf } from '../../core/lifecycle/loan.ts';
import { presentOne } from '../../core/lifecycle/present-loan.ts';
import type { Loan } from '../../core/lifecycle/schemas.ts';
import { loanErrors } from '../../core/loan/errors.ts';
import { drawsFrozen, drawsUnfrozen, limitChanged, type limitChanges, toldOfLoan } from '../../core/loan/events.ts';
import type { HeldLoan } from '../../core/loan/product.ts';
import { loanStates } from '../../core/loan/states.ts';
import type { FactDetails } from '../../core/loan/tables.ts';
import { todayOf } from '../../core/loan/today.ts';
import { asFact, changedSpending, type LineAgreement } from '../../core/products/lines.ts';
import { askedDay } from '../../core/timeline/asked-day.ts';
import { factId } from '../../core/timeline/fact-id.ts';
import { limitFactOf } from './limit-facts.ts';
import type { CreditLimit, FreezeDraws, LimitChange } from './schemas.ts';

/** Before the first change it is what was agreed. Errors: InvalidRequest. */
export async function readLimit(
  reader: Reader,
  held: HeldLoan,
  { now, effectiveDate }: { readonly now: Instant; readonly effectiveDate: CivilDate | undefined },
): Promise<CreditLimit> {
  const { row } = held;
  const { day } = askedDay(held, now, { path: 'effectiveDate', date: effectiveDate });
  const changed = await limitFactOf(reader, row, day);
  const agreed = (row.at_origination as LineAgreement).creditLimitAmount ?? null;
  return {
    creditLimitAmount: changed?.amount ?? agreed,
    caseId: null,
    sendNotice: changed?.details?.sendNotice ?? false,
    adverseActionReason: changed?.details?.adverseActionReason ?? changed?.details?.reason ?? 'None',
  };
}

/** Errors: LoanStatusForbids, InvalidRequest. */
export async function changeLimit(ctx: CommandContext, tx: Tx, held: HeldLoan, input: LimitChange): Promise<Loan> {
  const { row } = held;
  loanStates.mustAllow(row.status, 'changeLimit');
  const { creditLimitAmount: amount, sendNotice = null } = input;
  if (amount < 0) throw refuseField('creditLimitAmount', 'must not be negative', 'an amount of at least 0');
  const on = todayOf(row, ctx.now);
  const fact: LineFact = { kind: 'limit', id: factId(row, 'limit'), on, amount };
  const { creditLimitAmount: previous } = await readLimit(tx, held, { now: ctx.now, effectiveDate: undefined });
  const change = changeOf(amount, previous ?? amount);
  const reason = (input.adverseActionReason ?? input.adverseReactionReason)?.trim() || null;
  // A limit that is not lowered is no decision against the borrower, whatever is said of it.
  const said = change === 'lowered' ? { adverseActionReason: reason } : { reason };
  const { row: changed } = await byFact(ctx, tx, held, asFact(fact), { sendNotice, ...said });
  const told = {
    ...toldOfLoan(changed),
    creditLimitAmount: formatCents(amount),
    previousCreditLimitAmount: previous === null ? null : formatCents(previous),
    change,
  };
  ctx.emit(limitChanged, row.person_id, told, { about: { loanId: row.id } });
  const owner = await ownerOf(tx, row.person_id);
  return presentOne(tx, ctx.vault, owner, changed);
}

function changeOf(amount: number, previous: number): (typeof limitChanges)[number] {
  if (amount === previous) return 'same';
  return amount > previous ? 'raised' : 'lowered';
}

/** Errors: LoanStatusForbids, NothingToDo. */
export async function freezeDraws(
  ctx: CommandContext,
  tx: Tx,
  held: HeldLoan,
  { sendNotice = null, adverseActionReason = null }: FreezeDraws,
  isFrozen: boolean,
): Promise<void> {
  const { row } = held;
  loanStates.mustAllow(row.status, 'freezeDraws');
  const fact = changedSpending(row, todayOf(row, ctx.now), { drawsFrozen: isFrozen });
  if (fact === undefined) {
    const reason = isFrozen ? 'the draws are frozen already' : 'the draws are not frozen';
    throw new Refusal(loanErrors.NothingToDo, `There is nothing to do: ${reason}.`, { data: { reason } });
  }
  const { row: changed } = await byFact(ctx, tx, held, fact, {
    sendNotice,
    adverseActionReason: adverseActionReason?.trim() || null,
  });
  const kind = isFrozen ? drawsFrozen : drawsUnfrozen;
  ctx.emit(kind, row.person_id, toldOfLoan(changed), { about: { loanId: row.id } });
}

const byFact = (ctx: CommandContext, tx: Tx, held: HeldLoan, fact: Fact, details: FactDetails) =>
  changeLoan(asLoanContext(ctx), tx, held, [fact], { details });
