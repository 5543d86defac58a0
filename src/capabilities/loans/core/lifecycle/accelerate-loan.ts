// Acceleration makes everything due; a charge-off gives it up as an asset. Both may be dated in the past, and both may
// be reversed: the loan is replayed from that day as if they had never been.
import type { Fact, FactOf } from '@tenor/engine/account/facts.ts';
import type { StepKind } from '@tenor/engine/account/records.ts';
import { type Cents, zeroCents } from '@tenor/engine/values/cents.ts';
import type { Day } from '@tenor/engine/values/day.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { asLoanContext, type Changed, changeLoan } from '../books/change-loan.ts';
import { presentDifference } from '../books/present-difference.ts';
import type { BookStep, State } from '../loan/books.ts';
import { accelerationReversed, chargeOffReversed, toldOfLoan } from '../loan/events.ts';
import { pastDayOf } from '../loan/past-day.ts';
import type { HeldLoan } from '../loan/product.ts';
import { loanStates } from '../loan/states.ts';
import { todayOf } from '../loan/today.ts';
import { factId } from '../timeline/fact-id.ts';
import { allFacts, termsOf } from '../timeline/held-loan.ts';
import { indexFacts } from '../timeline/index-facts.ts';
import type { Accelerate, Accelerated, ChargedOff, ChargeOff, Reverse, Reversed } from './schemas.ts';

/** Errors: LoanStatusForbids, InvalidRequest (effectiveDate), NothingToDo. */
export async function accelerateLoan(
  ctx: CommandContext,
  tx: Tx,
  held: HeldLoan,
  input: Accelerate,
): Promise<Accelerated> {
  loanStates.mustAllow(held.row.status, 'accelerate');
  const on = pastDayOf(held.row, ctx.now, 'effectiveDate', input.effectiveDate);
  const fact: Fact = { kind: 'acceleration', id: factId(held.row, 'acceleration'), on };
  const details = { sendNotice: input.sendNotice ?? null };
  const changed = await changeLoan(asLoanContext(ctx), tx, held, [fact], { details });
  return {
    acceleratedAmount: amountOf(changed.after, 'acceleration'),
    difference: input.previewMode ? await presentDifference(held, changed) : null,
  };
}

/** Accelerates an active loan first, in the same step. Errors: as of accelerateLoan. */
export async function chargeOffLoan(
  ctx: CommandContext,
  tx: Tx,
  held: HeldLoan,
  input: ChargeOff,
): Promise<ChargedOff> {
  loanStates.mustAllow(held.row.status, 'chargeOff');
  const on = pastDayOf(held.row, ctx.now, 'effectiveDate', input.effectiveDate);
  const reason = input.chargedOffReason;
  const fact: Fact = { kind: 'chargeOff', id: factId(held.row, 'chargeOff'), on, reason };
  const changed = await changeLoan(asLoanContext(ctx), tx, held, [fact], {
    charged_off_reason: reason,
    details: { sendNotice: input.sendNotice ?? null, reason },
  });
  return {
    chargeOffAmount: amountOf(changed.after, 'chargeOff'),
    difference: input.previewMode ? await presentDifference(held, changed) : null,
  };
}

/** Errors: LoanStatusForbids. */
export async function reverseAcceleration(
  ctx: CommandContext,
  tx: Tx,
  held: HeldLoan,
  input: Reverse,
): Promise<Reversed> {
  loanStates.mustAllow(held.row.status, 'reverseAcceleration');
  return reverse(ctx, tx, held, input, 'acceleration');
}

/** Errors: LoanStatusForbids. */
export async function reverseChargeOff(ctx: CommandContext, tx: Tx, held: HeldLoan, input: Reverse): Promise<Reversed> {
  loanStates.mustAllow(held.row.status, 'reverseChargeOff');
  return reverse(ctx, tx, held, input, 'chargeOff');
}

/** The reversal of a charge-off also undoes the acceleration: the one that it brought, or one before it by a fact. */
async function reverse(
  ctx: CommandContext,
  tx: Tx,
  held: HeldLoan,
  { previewMode }: Reverse,
  what: 'acceleration' | 'chargeOff',
): Promise<Reversed> {
  const { row, product } = held;
  const today = todayOf(row, ctx.now);
  const facts = await allFacts(tx, held);
  const life = product.replay(termsOf(row), [...indexFacts(held.index), ...facts], { through: today });
  const undone = [...(what === 'chargeOff' ? [lastStep(life, 'chargeOff')] : []), lastStep(life, 'acceleration')];
  const undos = [
    ...undone
      .filter((step): step is BookStep => step !== undefined && !step.cause.startsWith('acceleration:chargeOff:'))
      .map(undoingOf),
    // An acceleration that is moot because of an earlier charge-off would take effect again with the loan.
    ...life.records.moot
      .filter(({ fact }) => fact.startsWith('acceleration-'))
      .map(({ fact, on }) => ({ of: fact, on })),
  ].map((undoing, i) => undoOf(undoing, factId(row, 'undo', i), today));
  const changed: Changed = await changeLoan(asLoanContext(ctx), tx, held, undos, {
    ...(what === 'chargeOff' ? { charged_off_reason: null } : {}),
  });
  const told = what === 'chargeOff' ? chargeOffReversed : accelerationReversed;
  ctx.emit(told, row.person_id, toldOfLoan(changed.row), { about: { loanId: row.id } });
  const amount = lastStep(life, what)?.amount ?? zeroCents;
  return {
    ...(what === 'chargeOff'
      ? { reverseChargeOffAmount: amount, reversedChargeOffAmount: amount }
      : { reverseAcceleratedAmount: amount, reversedAcceleratedAmount: amount }),
    difference: previewMode ? await presentDifference(held, changed) : null,
  };
}

interface Undoing {
  readonly of: string;
  readonly on: Day;
}

/** Names the fact that brought the step, or its kind if it happened on its day without a fact. */
function undoingOf({ kind, cause, on }: BookStep): Undoing {
  const brought = cause.slice(cause.indexOf(':') + 1);
  return { of: brought === String(on) ? kind : brought, on };
}

const undoOf = ({ of, on }: Undoing, id: string, happenedOn: Day): FactOf<'undo'> => ({
  kind: 'undo',
  id,
  of,
  on,
  reason: 'reversed',
  happenedOn,
  amount: null,
  nsfFee: false,
});

const lastStep = ({ records }: State, kind: StepKind): BookStep | undefined =>
  records.steps.findLast((step) => step.kind === kind);

const amountOf = (state: State, kind: StepKind): Cents => lastStep(state, kind)?.amount ?? zeroCents;
