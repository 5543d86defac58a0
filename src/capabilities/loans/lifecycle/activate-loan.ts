// From here on interest accrues. The schedule is computed from today, or that of the origination is kept.

import type { Fact } from '@tenor/engine/account/facts.ts';
import { scheduleOf } from '@tenor/engine/installment/schedule-of.ts';
import type { Terms } from '@tenor/engine/installment/terms.ts';
import { type Day, dateOf } from '@tenor/engine/values/day.ts';
import { loanTypeVersion } from '#capabilities/products/index.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { refuseField } from '#platform/errors.ts';
import { asLoanContext, changeLoan } from '../books/change-loan.ts';
import { loanStates } from '../loan/states.ts';
import type { LoanFigures } from '../loan/tables.ts';
import { todayOf } from '../loan/today.ts';
import { activationLimits, amountsFound, disclose } from '../products/installment/origination.ts';
import { presentSchedule } from '../products/installment/schedule-item.ts';
import { type HeldLoan, termsOf } from '../timeline/held-loan.ts';
import { indexFacts } from '../timeline/index-facts.ts';
import type { Activated } from './schemas.ts';

interface Activation {
  readonly amortizationAtActivation?: 'keepSchedule' | 'reamortize' | null;
  readonly sendNotice?: boolean | null;
}

/** Errors: LoanAlreadyActive, LoanStatusForbids, InvalidRequest. */
export async function activateLoan(
  ctx: CommandContext,
  tx: Tx,
  held: HeldLoan,
  { amortizationAtActivation, sendNotice = null }: Activation,
): Promise<Activated> {
  const { row, index } = held;
  loanStates.mustAllow(row.status, 'activate', { id: row.id });
  const today = todayOf(row, ctx.now);
  const keeps = amortizationAtActivation === 'keepSchedule';
  const terms = keeps ? withSchedule(held, today) : termsOf(row);
  const { settings } = await loanTypeVersion(tx, row.loan_type_id, row.loan_type_version);
  const found = disclose(terms, index, settings, today);
  const amounts = amountsFound(terms, row.at_origination, today);
  const figures: LoanFigures = {
    ...row.figures,
    ...(found.aprNominal === null ? {} : { aprNominalAtActivation: found.aprNominal }),
    ...(found.aprEffective === null ? {} : { aprEffectiveAtActivation: found.aprEffective }),
    ratesValidation: { ...row.figures.ratesValidation, ...activationLimits(found) },
    ...(amounts === null ? {} : { amountsValidation: { ...amounts } }),
  };
  const activation: Fact = { kind: 'activation', id: row.id, on: today, time: 0 };
  await changeLoan(asLoanContext(ctx), tx, held, [activation], {
    ...(keeps ? { terms } : {}),
    figures,
    timestamps: { startedAt: ctx.now, lastAmortizedAt: ctx.now },
    details: { sendNotice },
  });
  return {
    // Made when it is shown: whoever activates thousands does not look at it.
    get schedule() {
      return presentSchedule(row.id, found.schedule);
    },
    ratesValidation: figures.ratesValidation ?? null,
    amountsValidation: figures.amountsValidation ?? null,
  };
}

/** The dates and amounts as they were computed on the day of the origination. */
function withSchedule({ row, index }: HeldLoan, today: Day): Terms {
  const terms = termsOf(row);
  const originatedOn = todayOf(row, row.timestamps.originatedAt ?? row.created_at);
  const rows = scheduleOf(terms, originatedOn, indexFacts(index));
  const [first] = rows;
  if (first === undefined || first.on <= today) {
    const message = `cannot be kept: its first due date ${first === undefined ? 'is missing' : dateOf(first.on)} has come`;
    throw refuseField('amortizationAtActivation', message, 'reamortize, or nothing');
  }
  const schedule = rows.map(({ on, amount }) => ({ on, amount }));
  return { ...terms, payments: { ...terms.payments, schedule } };
}
