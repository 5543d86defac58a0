// The activation: from here on interest accrues. The product decides what it fixes and what it answers.
import type { Fact } from '@tenor/engine/account/facts.ts';
import type { Day } from '@tenor/engine/values/day.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { asLoanContext, changeLoan } from '../books/change-loan.ts';
import type { HeldLoan } from '../loan/product.ts';
import { loanStates } from '../loan/states.ts';
import type { LoanRow } from '../loan/tables.ts';
import { todayOf } from '../loan/today.ts';
import { begunBy, tellBegun } from '../promos/agree-programs.ts';
import { factId } from '../timeline/fact-id.ts';
import type { Activation } from './schemas.ts';

/** Errors: LoanAlreadyActive, LoanStatusForbids, InvalidRequest. */
export async function activateLoan(ctx: CommandContext, tx: Tx, held: HeldLoan, input: Activation): Promise<object> {
  const { row, product } = held;
  loanStates.mustAllow(row.status, 'activate', { id: row.id });
  const today = todayOf(row, ctx.now);
  const { terms, figures, facts = [], answer } = await product.activation(tx, held, input, today);
  const activation: Fact = { kind: 'activation', id: row.id, on: today, time: 0 };
  const promos = begunBy(ctx, held, { draw: null, on: today });
  const all = [activation, ...facts, ...servicedFrom(row, today), ...promos.facts];
  const changed = await changeLoan(asLoanContext(ctx), tx, held, all, {
    ...(terms === undefined ? {} : { terms }),
    promo_programs: promos.programs,
    figures,
    timestamps: { startedAt: ctx.now, lastAmortizedAt: ctx.now },
    details: { sendNotice: input.sendNotice ?? null },
  });
  tellBegun(ctx, changed.row, promos);
  return answer;
}

/** The servicer that was named at boarding services the loan from its activation on. */
export function servicedFrom(row: LoanRow, on: Day): Fact[] {
  if (row.serviced_by === 'creditor') return [];
  return [{ kind: 'agency', id: factId(row, 'agency', 1), on, servicedBy: row.serviced_by }];
}
