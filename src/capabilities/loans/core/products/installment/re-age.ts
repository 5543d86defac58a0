// Re-age of an installment loan: whether its loan type allows it now, and where what is overdue goes.
import type { State } from '@tenor/engine/installment/state.ts';
import type { Day } from '@tenor/engine/values/day.ts';
import { type InstallmentSettings, loanTypeVersion } from '#capabilities/products/index.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { refuseField } from '#platform/errors.ts';
import { mustBeReAgeable, mustHavePaid, type ReAgeLimits } from '../../loan/re-age.ts';
import type { AskedReAge, ReAgeUse } from '../../loan/relief.ts';
import type { LoanRow } from '../../loan/tables.ts';

/** `state` has the whole life; `addable` is how many due dates a loan may still get. Errors: InvalidRequest, ReAgeNotAllowed. */
export async function reAgeOf(
  reader: Reader,
  row: LoanRow,
  state: State,
  asked: AskedReAge,
  addable: number,
): Promise<ReAgeUse<State>> {
  const { settings } = await loanTypeVersion(reader, row.loan_type_id, row.loan_type_version);
  // The loan is an installment loan, and so is its type.
  const limits = (settings as InstallmentSettings).reAge;
  const into = asked.into ?? 'payments';
  const addedPayments = asked.addedPayments ?? 0;
  if (into === 'payments' && state.position.charge !== undefined) {
    throw refuseField('into', 'computes payments anew: the charge of the loan was fixed at its start', 'end');
  }
  mustBeAddable(state, addedPayments, Math.min(addable, limits.addedPaymentsMax ?? addable));
  mustAllowReAge(limits, state);
  return {
    fact: { kind: 'reAge', into, addedDates: addedPayments },
    said: { into, addedPayments },
    dueOn: ({ position: p }) => p.dueDates[p.next] ?? null,
  };
}

/** Errors: InvalidRequest. */
function mustBeAddable({ position: p }: State, added: number, most: number): void {
  const isSingle = p.series.frequency === 'singleTerm';
  if (isSingle && added > 0) throw refuseField('addedPayments', 'is for loans with a series of due dates', 'nothing');
  if (added > most) throw refuseField('addedPayments', 'is more than the loan may get', `at most ${most}`);
  if (added === 0 && !isSingle && p.next >= p.dueDates.length) {
    throw refuseField('addedPayments', 'is needed: no due date is to come', 'a number from 1 on');
  }
}

/** Errors: ReAgeNotAllowed. */
function mustAllowReAge(limits: ReAgeLimits, { position: p, records, through: today }: State): void {
  // Rates run from the day on which the loan began, before it was taken over.
  const life = { begunOn: p.rateSteps[0]?.from ?? p.startedOn, today, steps: records.steps };
  mustBeReAgeable(limits, life);
  if (limits.paymentsMin === 0) return;
  const due = [...records.obligations, ...p.obligations]
    .filter(({ kind, dueDate }) => kind === 'instalment' && dueDate >= p.startedOn && dueDate <= today)
    .toSorted((a, b) => a.dueDate - b.dueDate);
  const counted = due.slice(-limits.paymentsMin);
  const amounts = counted.map(({ interest, principal }) => interest + principal);
  mustHavePaid(limits, { amounts, since: dayAfter(due.at(-limits.paymentsMin - 1)?.dueDate) ?? p.startedOn }, life);
}

/** What was paid until a due date was for the payment of that day. */
const dayAfter = (day: Day | undefined): Day | undefined => (day === undefined ? undefined : day + 1);
