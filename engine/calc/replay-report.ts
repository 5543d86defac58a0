// The account of a loan through a day, with its totals.

import { statusOf } from '../account/loan.ts';
import { type Bucketed, type Reading, read } from '../account/read.ts';
import type { Status } from '../account/state.ts';
import type { State } from '../installment/state.ts';
import type { Terms } from '../installment/terms.ts';
import { type Exact, isNothing } from '../interest/exact.ts';
import { basisOf } from '../time/day-count.ts';
import { dateOf } from '../values/day.ts';
import { grouped, shortDollars } from './amount-text.ts';
import { replayJson } from './replay-json.ts';
import { blank, type Line, linesOf, note, type Report, title } from './report.ts';
import { statement } from './statement.ts';

export function replayReport(terms: Terms, state: State): Report {
  const basis = basisOf(terms.interest.dayCount);
  const reading = read(terms, state);
  const notes = [...paid(reading), ...owed(reading), ...interest(state, basis), ...mootNotes(state)];
  const lines = [
    title(`Through ${dateOf(state.through)}: ${standing(state, reading)}`),
    ...account(state, basis),
    ...notes,
  ];
  return { lines, json: replayJson(terms, state) };
}

function account({ records }: State, basis: number): Line[] {
  if (records.steps.length === 0) return [];
  return [blank, ...linesOf(statement(records, basis)), blank, note('+ booked or come due, else paid or given up')];
}

function standing({ position }: State, { daysPastDue }: Reading): string {
  const status = statusWords[statusOf(position)];
  if (position.paidOffOn !== null) return `${status} on ${dateOf(position.paidOffOn)}`;
  return daysPastDue === 0 ? status : `${status}, ${daysPastDue} ${daysPastDue === 1 ? 'day' : 'days'} past due`;
}

const statusWords: Readonly<Record<Status, string>> = {
  pending: 'not yet active',
  active: 'active',
  frozen: 'frozen',
  accelerated: 'accelerated, all of it is due',
  chargedOff: 'charged off',
  paidOff: 'paid off',
};

/** A sum with its parts, without the parts that are zero. */
function sumText(parts: readonly (readonly [name: string, amount: string])[]): string {
  return parts.flatMap(([name, amount]) => (/[1-9]/.test(amount) ? [`${name} ${amount}`] : [])).join(' + ');
}

function paid({ paid: { principal, interest, fees, over } }: Reading): Line[] {
  const all = principal + interest + fees + over;
  if (all === 0) return [];
  const parts = sumText([
    ['principal', grouped(principal)],
    ['interest', grouped(interest)],
    ['fees', grouped(fees)],
    ['customer credit', grouped(over)],
  ]);
  return [note(`Paid: ${grouped(all)} = ${parts}`)];
}

function owed({ outstanding, principal, interest, fees, chargedOff, customerCredit }: Reading): Line[] {
  const all = ({ notDue, due, overdue }: Bucketed): number => notDue + due + overdue;
  const parts = sumText([
    ['principal', grouped(all(principal))],
    ['interest', grouped(all(interest))],
    ['fees', grouped(Object.values(fees).reduce((total, fee) => total + all(fee), 0))],
  ]);
  const lost = chargedOff.principal + chargedOff.interest + chargedOff.fees;
  return [
    ...(outstanding === 0 ? [] : [note(`Owed: ${grouped(outstanding)} = ${parts}`)]),
    ...(lost === 0 ? [] : [note(`Charged off and owed: ${grouped(lost)}`)]),
    ...(customerCredit === 0 ? [] : [note(`Customer credit: ${grouped(customerCredit)}`)]),
  ];
}

function interest({ position }: State, basis: number): Line[] {
  const { accruedTotal, accrued, forgoneRounding, forgoneCap, totals } = position;
  const text = (exact: Exact): string => shortDollars(exact, position.scale * basis);
  if (isNothing(accruedTotal)) return [];
  const parts = sumText([
    ['booked', grouped(totals.interestBooked)],
    ['not yet booked', text(accrued)],
    ['forgone by rounding', text(forgoneRounding)],
    ['forgone by the cap', text(forgoneCap)],
  ]);
  return [note(`Interest: ${text(accruedTotal)} = ${parts}`)];
}

function mootNotes({ records }: State): Line[] {
  return records.moot.map(({ fact, on, why }) => note(`${fact} of ${dateOf(on)} did nothing: ${why}`));
}
