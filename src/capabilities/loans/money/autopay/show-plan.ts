// A plan as it is shown, with its payments to come.
import type { Cents } from '@tenor/engine/values/cents.ts';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { dateOf } from '@tenor/engine/values/day.ts';
import { type Ordering, standingSeries } from '#capabilities/moving-money/index.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import type { ReadContext } from '#platform/http/endpoint.ts';
import type { HeldLoan } from '../../core/loan/product.ts';
import { todayOf } from '../../core/loan/today.ts';
import { asState } from '../../core/timeline/held-loan.ts';
import { planOf } from './agreed.ts';
import { loanAhead } from './ahead.ts';
import { decidedOf, itemsOf } from './items.ts';
import { scheduleOf } from './schedule.ts';
import type { Autopay, AutopayPayment } from './schemas.ts';
import { sourceOf } from './source-of-plan.ts';
import { planOfLoan } from './stored-plan.ts';
import type { PlanRow } from './tables.ts';

type Frequency = Autopay['paymentFrequency'];

interface Beside {
  readonly schedule: AutopayPayment[];
  readonly amountMax: Cents | null;
  /** A due date that comes before the first payment, and what it asks for. */
  readonly uncovered?: { readonly on: CivilDate; readonly amount: Cents } | undefined;
}

/** A plan without days of its own has the days of its loan. */
function daysOf(
  { row: loan, product }: HeldLoan,
  { rules }: PlanRow,
): Pick<Autopay, 'paymentFrequency' | 'specificDays'> {
  if (rules.days !== null) {
    return { paymentFrequency: rules.days.paymentFrequency as Frequency, specificDays: [...rules.days.specificDays] };
  }
  if (loan.state === null) return { paymentFrequency: null, specificDays: null };
  const { frequency, days, startDate } = product.seriesOf(asState(product, loan.state).position);
  return { paymentFrequency: frequency, specificDays: [...days, ...(startDate === null ? [] : [dateOf(startDate)])] };
}

export function presentPlan(held: HeldLoan, row: PlanRow, { schedule, amountMax, uncovered }: Beside): Autopay {
  const { rules, status, stopped_reason: reason } = row;
  const isPaused = status === 'paused';
  return {
    id: row.id,
    object: 'autopay',
    companyId: row.company_id,
    loanId: row.loan_id,
    status,
    type: rules.amountType,
    amountType: rules.amountType,
    extraAmount: rules.extraAmount,
    amount: rules.amount,
    amountMax,
    noticeAbove: rules.noticeAbove,
    isAlignedToDueDates: rules.days === null,
    ...daysOf(held, row),
    offsetFromDueDate: [...rules.offsets],
    paymentInstrumentId: row.instrument_id,
    agreementDocumentId: row.agreement_document_id,
    paymentAuthorizationId: row.authorization_id,
    pauseReason: isPaused ? reason : null,
    cancelReason: isPaused ? null : reason,
    uncoveredDueDate: uncovered?.on ?? null,
    uncoveredAmount: uncovered?.amount ?? null,
    schedule,
    timestamps: { createdAt: row.created_at, updatedAt: row.updated_at },
  };
}

export type Asking = Pick<Ordering, 'now' | 'vault'>;

/** What an active plan expects; undefined: it takes nothing now. */
export async function planInView(ctx: Asking, reader: Reader, held: HeldLoan, row: PlanRow) {
  const { row: loan, product } = held;
  const found = await sourceOf(ctx, reader, loan, row);
  if (loan.autopay_plan_id !== row.id || 'verb' in found || found.way === undefined) return undefined;
  const [items, ahead] = await Promise.all([itemsOf(reader, row), loanAhead(reader, held, ctx.now)]);
  const { way, amountMax } = found;
  const { rules, since, told } = row;
  const plan = planOf(loan, { product, rules, way, since, amountMax, told, today: todayOf(loan, ctx.now) });
  return { plan, ahead, items, decided: decidedOf(row, items), amountMax };
}

export async function showPlan(ctx: Asking, reader: Reader, held: HeldLoan, row: PlanRow): Promise<Autopay> {
  const view = await planInView(ctx, reader, held, row);
  if (view === undefined) return presentPlan(held, row, { schedule: [], amountMax: await agreedMax(reader, row) });
  const { plan, ahead, decided, amountMax } = view;
  return presentPlan(held, row, {
    schedule: scheduleOf({ id: row.id, loanId: row.loan_id, ahead, plan, decided }, ctx.now),
    amountMax,
  });
}

/** Errors: NotFound. */
export async function readPlan({ reader, vault, now }: ReadContext, held: HeldLoan): Promise<Autopay> {
  const { person_id: personId, id: loanId } = held.row;
  const row = await planOfLoan(reader, { personId, loanId });
  return showPlan({ now: await now(), vault }, reader, held, row);
}

const agreedMax = async (reader: Reader, { holder_id, authorization_id }: PlanRow): Promise<Cents | null> =>
  (await standingSeries(reader, holder_id, authorization_id))?.amountMax ?? null;
