// The expected payments of a plan: a function of the plan, the loan and the day. Each is worked as it will be when its
// time comes, with all that is known now and with the ones before it paid: so what is shown is what is done, unless
// something happens in between.
import type { Fact } from '@tenor/engine/account/facts.ts';
import type { Cents } from '@tenor/engine/values/cents.ts';
import type { Day } from '@tenor/engine/values/day.ts';
import { compare } from '@tenor/engine/values/instant.ts';
import type { State, Terms } from '../../core/loan/books.ts';
import type { Asked, Due } from '../../core/loan/collected-by-plan.ts';
import type { LoanProduct } from '../../core/loan/product.ts';
import { startOfDay } from '../../core/loan/today.ts';
import { isTimeToAnnounce, type Notice, noticeOf } from './notices.ts';
import type { AmountRule, Decided, Plan } from './plan.ts';
import { type AgreedDay, agreedDays, type PlannedDay, plannedDay } from './planned-dates.ts';

export interface ExpectedPayment extends PlannedDay {
  /** Zero: there is nothing to ask for. */
  readonly amount: Cents;
  readonly extra: Cents;
  readonly notice: Notice;
  /** What is left to the borrower, since it was not announced in time. */
  readonly unannounced: Cents;
}

/** A loan, and the money on its way to it. */
export interface LoanAhead {
  readonly product: LoanProduct;
  readonly terms: Terms;
  readonly zone: string;
  /** Facts of later days are among them, and payments that are initiated and not yet on the timeline. */
  readonly facts: readonly Fact[];
  /** The books of a day before the first planned one. */
  readonly state: State;
  /** The due dates that autopay can know. */
  readonly dues: readonly Due[];
  /** What usually comes due. */
  readonly usual: number;
}

/** In the order of their days; at most `max`. */
export const expectedPayments = (
  loan: LoanAhead,
  plan: Plan,
  decided: readonly Decided[],
  max: number,
): ExpectedPayment[] => eachExpected(loan, plan, decided).take(max).toArray();

/** The next two, and all that are announced by now or next. */
export function soonExpected(loan: LoanAhead, plan: Plan, decided: readonly Decided[]): ExpectedPayment[] {
  const found: ExpectedPayment[] = [];
  for (const one of eachExpected(loan, plan, decided)) {
    found.push(one);
    if (found.length > 1 && !isTimeToAnnounce(one, plan.today)) break;
  }
  return found;
}

/** The next one; one whose day went by, while the loan was frozen, is not made any more. */
export const nextExpected = (loan: LoanAhead, plan: Plan, decided: readonly Decided[]): ExpectedPayment | undefined =>
  eachExpected(loan, plan, decided).find(({ entryOn }) => entryOn >= plan.today);

/** Each costs a short replay, so that nobody computes more than is needed. */
function* eachExpected(loan: LoanAhead, plan: Plan, decided: readonly Decided[]): Generator<ExpectedPayment> {
  const days = undecidedDays(loan, plan, decided);
  const isOpen = (day: AgreedDay): boolean => openDay(loan, plan, day) !== undefined;
  const known = new Map<Due, Decided[]>();
  let { state, facts } = loan;
  let extraAhead = decided.reduce((sum, one) => sum + (one.isGood ? one.extra : 0), 0);
  for (const [i, agreed] of days.entries()) {
    const day = openDay(loan, plan, agreed);
    if (day === undefined) continue;
    const of = known.get(day.due) ?? decided.filter(({ dueOn }) => dueOn === day.due.on);
    state = booksBefore(loan, state, facts, day.plannedOn);
    const rest = restOf(loan, plan.amounts, { day, state, facts, of, extraAhead });
    if (rest === undefined) return;
    const left = 1 + days.filter((one, at) => at > i && one.due === day.due && isOpen(one)).length;
    const wanted = Math.min(Math.ceil(rest.amount / left), rest.most, plan.amounts.max ?? rest.most);
    const notice = noticeOf(plan.notices, plan.today, day, wanted);
    const amount = Math.min(wanted, notice.most) as Cents;
    const extra = Math.min(amount, Math.ceil(rest.extra / left)) as Cents;
    yield { ...day, amount, extra, notice, unannounced: (wanted - amount) as Cents };
    known.set(day.due, [...of, { dueOn: day.due.on, ordinal: day.ordinal, amount, extra, isGood: true }]);
    extraAhead += extra;
    if (amount > 0) facts = [...facts, paymentOf(day, amount)];
  }
}

/** The days for which nothing was decided yet, in their order. */
const undecidedDays = ({ dues }: Pick<LoanAhead, 'dues'>, { dates }: Plan, decided: readonly Decided[]): AgreedDay[] =>
  dues
    .flatMap((due) => agreedDays(due, dates))
    .filter(({ due, ordinal }) => !decided.some((one) => one.dueOn === due.on && one.ordinal === ordinal))
    .sort((a, b) => a.plannedOn - b.plannedOn || a.due.on - b.due.on || a.ordinal - b.ordinal);

/** Undefined: its time has passed. */
function openDay({ zone }: Pick<LoanAhead, 'zone'>, plan: Plan, agreed: AgreedDay): PlannedDay | undefined {
  const day = plannedDay(agreed, plan.route);
  const { statement } = day.due;
  const isOpen =
    compare(day.releaseAt, plan.since) > 0 &&
    (statement === null || compare(day.releaseAt, startOfDay(statement.on, zone)) > 0);
  return isOpen ? day : undefined;
}

/** The books move on to the day before, so that each replay is short. */
function booksBefore({ product, terms }: LoanAhead, state: State, facts: readonly Fact[], day: Day): State {
  return state.through >= day - 1 ? state : product.replay(terms, facts, { through: day - 1, from: state });
}

interface Working {
  readonly day: PlannedDay;
  readonly state: State;
  readonly facts: readonly Fact[];
  readonly of: readonly Decided[];
  /** What plans of before, and this one, took besides: on an installment loan it lies ahead of what comes due. */
  readonly extraAhead: number;
}

interface Rest {
  readonly amount: number;
  readonly extra: number;
  /** What pays the loan off on the planned day. */
  readonly most: number;
}

/** What is still to be asked for at a due date; undefined if the loan asks for nothing any more. */
function restOf({ product, terms }: LoanAhead, rule: AmountRule, working: Working): Rest | undefined {
  const { day, state: before, facts, of, extraAhead } = working;
  const on = (through: Day): State => product.replay(terms, facts, { through, from: before });
  // A day that has gone by undecided is worked with the books of today.
  const worked = Math.max(day.plannedOn, before.through + 1);
  const then = on(worked);
  const isRunning = product.statusOf(then.position) === 'active';
  if (!isRunning) return undefined;
  const state = day.due.on > worked ? on(day.due.on) : then;
  const most = Math.max(0, product.payoffOf(terms, then).amount - onTheWayAfter(facts, worked));
  const asked = product.autopay.asked(terms, state, day.due, rule.asks);
  if (asked === undefined) return { amount: 0, extra: 0, most };
  const { amount, extra } = wantedOf(rule, asked, of, product.autopay.countsAhead ? extraAhead : 0);
  return { amount: Math.min(amount, most), extra, most };
}

/**
 * What the due date asks for and the extra, less what came in for it. Autopay's own payments count as they were
 * released, even if they failed: a due date is asked for once. What others paid lowers both together.
 */
function wantedOf(
  { extra, fixed, asks }: AmountRule,
  asked: Asked,
  of: readonly Decided[],
  extraAhead: number,
): Pick<Rest, 'amount' | 'extra'> {
  const sum = (amountOf: (one: Decided) => number) => of.reduce((total, one) => total + amountOf(one), 0);
  const released = sum(({ amount }) => amount);
  if (fixed !== null) return { amount: Math.max(0, fixed - released), extra: 0 };
  const good = sum(({ amount, isGood }) => (isGood ? amount : 0));
  if (asked.isLast) return { amount: Math.max(0, asked.whole - asked.cameIn - (released - good)), extra: 0 };
  const extraBefore = Math.max(0, extraAhead - sum((one) => (one.isGood ? one.extra : 0)));
  const byOthers = Math.max(0, asked.cameIn - good - extraBefore);
  // What is overdue takes the money first: so the payments of this due date may have paid what is older.
  const older = asks === 'dueAndOverdue' ? asked.older + Math.max(0, good - asked.cameIn) : 0;
  const amount = Math.max(0, asked.whole + older + extra - byOthers - released);
  return { amount, extra: Math.max(0, extra - sum((one) => one.extra)) };
}

/** Payments that count later than the planned day, but for those that were undone. */
function onTheWayAfter(facts: readonly Fact[], day: Day): number {
  const undone = new Set(facts.flatMap((fact) => (fact.kind === 'undo' ? [fact.of] : [])));
  return facts.reduce(
    (sum, fact) => sum + (fact.kind === 'payment' && fact.on > day && !undone.has(fact.id) ? fact.amount : 0),
    0,
  );
}

/** As the released payment will be on the timeline: paid ahead, of no draw. */
export function paymentOf({ due, ordinal, plannedOn: on }: PlannedDay, amount: Cents): Fact {
  const own = { status: 'pending', enablePrepayments: true, agencyFee: 0 as Cents } as const;
  const payment = { kind: 'payment', id: `expected ${due.on} ${ordinal}`, on, amount, ...own, draw: null } as const;
  return payment;
}
