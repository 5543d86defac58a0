// The activation: from here on interest accrues. The product decides what it fixes and what it answers.
import type { Fact } from '@tenor/engine/account/facts.ts';
import type { Day } from '@tenor/engine/values/day.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { asLoanContext, changeLoan } from '../../core/books/change-loan.ts';
import type { LoanContext } from '../../core/books/replayed.ts';
import { type Activation, ofAnyActivation } from '../../core/lifecycle/schemas.ts';
import { mustHaveNoPayout } from '../../core/loan/payout-under-way.ts';
import type { HeldLoan } from '../../core/loan/product.ts';
import { loanStates } from '../../core/loan/states.ts';
import type { LoanRow } from '../../core/loan/tables.ts';
import { tellCollection } from '../../core/loan/taken-over.ts';
import { startOfDay, todayOf } from '../../core/loan/today.ts';
import { ignoreForeign } from '../../core/products/schemas.ts';
import { begunBy, tellBegun } from '../../core/promos/agree-programs.ts';
import { factId } from '../../core/timeline/fact-id.ts';
import { beginAdvances } from '../advances/base/planned.ts';

/** Errors: LoanAlreadyActive, LoanStatusForbids, DisbursementUnderWay, InvalidRequest. */
export async function activateLoan(ctx: CommandContext, tx: Tx, held: HeldLoan, input: Activation): Promise<object> {
  mustBeActivable(held);
  ignoreForeignActivation(ctx, held, input);
  const context = { ...asLoanContext(ctx), position: ctx.position };
  return beginLoan(context, tx, held, input, { on: todayOf(held.row, ctx.now) });
}

/** What the activation of another product takes. */
function ignoreForeignActivation(ctx: CommandContext, { product }: HeldLoan, input: Activation): void {
  const own = { ...product.schemas.activation, ...ofAnyActivation };
  ignoreForeign(ctx, own, input);
}

/** Errors: LoanAlreadyActive, LoanStatusForbids, DisbursementUnderWay. */
export function mustBeActivable({ row }: HeldLoan): void {
  loanStates.mustAllow(row.status, 'activate', { id: row.id });
  mustHaveNoPayout(row);
}

interface Beginning {
  readonly on: Day;
  /** Further columns to write. */
  readonly changes?: Pick<LoanRow, 'disbursement_id'>;
  readonly hasHappened?: boolean;
}

/** From that day on interest accrues. Errors: InvalidRequest. */
export async function beginLoan(
  ctx: LoanContext & Pick<CommandContext, 'position'>,
  tx: Tx,
  held: HeldLoan,
  input: Activation,
  { on, changes = { disbursement_id: null }, hasHappened = false }: Beginning,
): Promise<object> {
  const { row, product } = held;
  const { terms, figures, facts = [], answer } = await product.activation(tx, held, input, on);
  const activation: Fact = { kind: 'activation', id: activationId(row), on, time: 0 };
  const promos = begunBy(ctx, held, { draw: null, on });
  const all = [activation, ...facts, ...servicedFrom(row, on), ...promos.facts];
  const at = on === todayOf(row, ctx.now) ? ctx.now : startOfDay(on, row.zone);
  const changed = await changeLoan(ctx, tx, held, all, {
    ...(terms === undefined ? {} : { terms }),
    ...changes,
    promo_programs: promos.programs,
    figures,
    timestamps: { startedAt: at, lastAmortizedAt: at },
    details: { sendNotice: input.sendNotice ?? null },
    hasHappened,
  });
  tellBegun(ctx, changed.row, promos);
  tellCollection(ctx, changed.row);
  await beginAdvances(ctx, tx, held, changed.row, on);
  return answer;
}

/** The id of the activation's fact: the loan's, or another one after an activation that was undone. */
const activationId = ({ id, facts_count: count }: LoanRow): string => (count === 0 ? id : `${id}.${count + 1}`);

/** The servicer that was named at boarding services the loan from its activation on. */
export function servicedFrom(row: LoanRow, on: Day): Fact[] {
  if (row.serviced_by === 'creditor') return [];
  return [{ kind: 'agency', id: factId(row, 'agency', 1), on, servicedBy: row.serviced_by }];
}
