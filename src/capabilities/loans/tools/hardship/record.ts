// What every hardship tool does: its facts change the books, its row says what was asked for, its event tells of it.

import type { Fact, FactOf } from '@tenor/engine/account/facts.ts';
import { type Day, dateOf } from '@tenor/engine/values/day.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { Refusal } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import { start } from '#platform/states.ts';
import { asLoanContext, type Changed, changeLoan } from '../../core/books/change-loan.ts';
import type { State } from '../../core/loan/books.ts';
import type { HeldLoan } from '../../core/loan/product.ts';
import type { HardshipType, NewFact } from '../../core/loan/relief.ts';
import { loanStates } from '../../core/loan/states.ts';
import type { FactDetails } from '../../core/loan/tables.ts';
import { todayOf } from '../../core/loan/today.ts';
import { mustHaveNoPlan } from '../../core/loan/tools.ts';
import { stateOn } from '../../core/timeline/compute-state.ts';
import { hardshipErrors } from './errors.ts';
import { toldOfHardship, usedEvents } from './events.ts';
import { hardshipStates } from './states.ts';
import type { HardshipRow, Said } from './tables.ts';
import { hardships, paymentPlans } from './tables.ts';

/** The state of today, of a loan that may be given the tool. Errors: NotForLines, OnlyForLines, LoanStatusForbids, PaymentPlanActive. */
export async function stateForTool(
  { now }: CommandContext,
  tx: Tx,
  held: HeldLoan,
  tool: HardshipType,
): Promise<State> {
  held.product.relief.mustHave(tool);
  loanStates.mustAllow(held.row.status, 'relieve');
  const { state } = await stateOn(tx, held, todayOf(held.row, now));
  mustHaveNoPlan(held, state);
  return state;
}

interface Use {
  readonly kind: HardshipType;
  readonly said: Said;
  readonly facts: readonly NewFact[];
  /** Null: the books say it. */
  readonly finalOn: (after: State) => Day | null;
  readonly externalId?: string | null;
  /** Facts that take back what was done before. */
  readonly undos?: readonly FactOf<'undo'>[];
  /** Whether there is a new schedule. */
  readonly isSolvedAgain?: boolean;
}

export interface Used {
  readonly row: HardshipRow;
  readonly changed: Changed;
}

/** Errors: NothingToDo, HardshipBuiltUpon. */
export async function useTool(ctx: CommandContext, tx: Tx, held: HeldLoan, use: Use): Promise<Used> {
  const { row: loan } = held;
  const on = todayOf(loan, ctx.now);
  const id = newId(use.kind === 'customPaymentPlan' ? 'CG' : 'HM');
  const only = use.facts.length === 1;
  const facts = use.facts.map((fact, i) => ({ ...fact, id: only ? id : `${id}.${i + 1}`, on }) as Fact);
  const changed = await changeHardship(ctx, tx, held, [...(use.undos ?? []), ...facts], {
    details: { sendNotice: use.said.sendNotice },
    ...(use.isSolvedAgain ? { timestamps: { lastAmortizedAt: ctx.now } } : {}),
  });
  const finalOn = use.finalOn(changed.after);
  const row: HardshipRow = {
    person_id: loan.person_id,
    id,
    company_id: loan.company_id,
    loan_id: loan.id,
    position: ctx.position(),
    kind: use.kind,
    status: hardshipStates.move(start, 'make').to,
    external_id: use.externalId ?? null,
    effective_on: dateOf(on),
    final_on: finalOn === null ? null : dateOf(finalOn),
    said: use.said,
    canceled_at: null,
    created_at: ctx.now,
    updated_at: null,
  };
  hardships.insert(tx, row);
  paymentPlans.claimExternalId(tx, row);
  const told = toldOfHardship(changed.row, row, row.status);
  ctx.emit(usedEvents[use.kind], row.person_id, told, { about: { loanId: loan.id } });
  return { row, changed };
}

interface Beside {
  readonly details?: FactDetails;
  readonly timestamps?: { readonly lastAmortizedAt: CommandContext['now'] };
}

/**
 * A change is refused if another hardship tool would have no effect after it. Errors: NothingToDo, HardshipBuiltUpon.
 */
export async function changeHardship(
  ctx: CommandContext,
  tx: Tx,
  held: HeldLoan,
  facts: readonly Fact[],
  beside: Beside = {},
): Promise<Changed> {
  const changed = await changeLoan(asLoanContext(ctx), tx, held, facts, beside);
  const { before, after } = changed;
  const wasMoot = new Set(before.records.moot.map(({ fact }) => fact));
  const lost = after.records.moot.map(({ fact }) => fact).filter((id) => /^(HM|CG)-/.test(id) && !wasMoot.has(id));
  if (lost.length === 0) return changed;
  const hardshipIds = [...new Set(lost.map((id) => id.split('.', 1)[0]))];
  const message = `What was done later stands on these due dates: ${hardshipIds.join(', ')}.`;
  throw new Refusal(hardshipErrors.HardshipBuiltUpon, message, { data: { hardshipIds } });
}
