// The account of a loan through a day, with its totals.

import { type Reading, read } from '../account/read.ts';
import type { State } from '../installment/state.ts';
import type { Terms } from '../installment/terms.ts';
import { type Exact, isNothing } from '../interest/exact.ts';
import { basisOf } from '../time/day-count.ts';
import { dateOf } from '../values/day.ts';
import { grouped, shortDollars } from './amount-text.ts';
import { replayJson } from './replay-json.ts';
import { blank, type Line, linesOf, note, type Report, title } from './report.ts';
import { mootNotes, owed, standing, sumText } from './standing.ts';
import { statement } from './statement.ts';

export function replayReport(terms: Terms, state: State): Report {
  const basis = basisOf(terms.interest.dayCount);
  const reading = read(terms, state);
  const notes = [...paid(reading), ...owed(reading), ...interest(state, basis), ...mootNotes(state.records)];
  const lines = [
    title(`Through ${dateOf(state.through)}: ${standing(state.position, reading.daysPastDue)}`),
    ...account(state, basis),
    ...notes,
  ];
  return { lines, json: replayJson(terms, state) };
}

function account({ records }: State, basis: number): Line[] {
  if (records.steps.length === 0) return [];
  return [blank, ...linesOf(statement(records, basis)), blank, note('+ booked or come due, else paid or given up')];
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
