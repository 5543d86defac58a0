// Whether a line may be re-aged: brought back to current though what is overdue was not paid. Open-end credit is re-aged
// only where the borrower has shown that they pay again, and seldom (the retail credit policy of the federal agencies).
import type { LineState } from '@tenor/engine/line/records.ts';
import { monthsLater, yearMonthDay } from '@tenor/engine/time/calendar.ts';
import { type Cents, formatCents } from '@tenor/engine/values/cents.ts';
import { type Day, dateOf } from '@tenor/engine/values/day.ts';
import { Refusal } from '#platform/errors.ts';
import { loanErrors } from '../../loan/errors.ts';

const monthsOnBooksMin = 9;
const monthsBetweenMin = 12;
const yearsOfTwo = 5;
const statementsPaidMin = 3;

/** `state` has the whole life. Errors: ReAgeNotAllowed. */
export function mustAllowReAge(state: LineState): void {
  const { position: p, records, through: today } = state;
  const opened = monthsAfter(p.openedOn ?? p.startedOn, monthsOnBooksMin);
  if (today < opened) throw tooEarly('tooYoung', `It is on the books for less than ${monthsOnBooksMin} months`, opened);
  const before = records.steps.filter(({ kind }) => kind === 'reAge').map(({ on }) => on);
  const [last, lastButOne] = [before.at(-1), before.at(-2)];
  const again = last === undefined ? today : monthsAfter(last, monthsBetweenMin);
  if (today < again) throw tooEarly('reAgedLately', `It was re-aged on ${dateOf(last!)}`, again);
  const third = lastButOne === undefined ? today : monthsAfter(lastButOne, 12 * yearsOfTwo);
  if (today < third) throw tooEarly('reAgedTwice', `It was re-aged twice within ${yearsOfTwo} years`, third);
  mustHavePaid(state);
}

/** Three minimum payments in a row, or their sum: since the third last of the statements that have come due. */
function mustHavePaid({ records, through: today }: LineState): void {
  const due = records.bills.filter(({ dueOn }) => dueOn <= today).slice(-statementsPaidMin);
  if (due.length < statementsPaidMin) {
    throw refused('tooFewStatements', `Less than ${statementsPaidMin} of its statements have come due.`, {});
  }
  const asked = due.reduce((sum, { minimum }) => sum + minimum, 0);
  const since = due[0]!.statementOn;
  const paid = records.steps.reduce(
    (sum, { kind, on, amount }) => sum + (kind === 'payment' && on >= since ? amount : 0),
    0,
  );
  if (paid >= asked) return;
  const missing = (asked - paid) as Cents;
  const message = `Since ${dateOf(since)} ${formatCents(missing)} of ${statementsPaidMin} minimum payments are missing.`;
  throw refused('tooLittlePaid', message, { missingAmount: missing / 100 });
}

const refused = (reason: string, message: string, more: object): Refusal =>
  new Refusal(loanErrors.ReAgeNotAllowed, message, { data: { reason, ...more } });

const tooEarly = (reason: string, why: string, from: Day): Refusal =>
  refused(reason, `${why}: it can be re-aged from ${dateOf(from)} on.`, { allowedFrom: dateOf(from) });

function monthsAfter(on: Day, months: number): Day {
  const { year, month, day } = yearMonthDay(on);
  return monthsLater(year, month, months, day);
}
