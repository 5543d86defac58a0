// The lines of an `at` block.
//
//   status active | servicedBy creditor | isClosed true
//   principal 2484.42          all of it; principal.notDue, .due, .overdue one of them; the same for interest and fees
//   fees.late.due 15.00        fees by type
//   due 432.20                 what is due or overdue: interest, principal, fees
//   unpaid 453.81              the same and fees that wait for the next due date
//   accrued 20.413742…         also accruedTotal, forgoneRounding, forgoneCap: exact; 4.590751…c is in cents
//   paid.principal 12.00, chargedOff.fees 3.00, customerCredit, interestBooked, unearned, overdueAmount, payment, daysPastDue
//   dueDates 2027-03-15 …      '…': and more; dueDates.count 4; dueDates.last 2028-03-15; dueDates none
//   open instalment 2027-04-15 fees 0.00 interest 0.00 principal 21.61 overdue      one line each, all of them; open none
//   feeBooked late:2 2027-03-26 21.61                                               one line each, all of them; feeBooked none
//   moot none                  the ids of facts that had no effect

import type { Bucketed, Reading } from '../naive/reading.ts';
import { dateOf } from '../values/day.ts';
import type { Complaint } from './complaint.ts';
import type { Line } from './golden-file.ts';
import { isSame, shownCents } from './values.ts';

export function readingComplaints(lines: readonly Line[], reading: Reading): Complaint[] {
  const single = lines.filter(({ words }) => !((words[0] as string) in listed));
  const complaints = single.flatMap((line) => compareValue(line, reading));
  for (const [key, rowsOf] of Object.entries(listed)) {
    const rows = lines.filter(({ words }) => words[0] === key);
    if (rows.length > 0) complaints.push(...compareList(key, rows, rowsOf(reading)));
  }
  return complaints;
}

export const isReadingKey = (key: string): boolean =>
  key in listed || key in values || /^((principal|interest|fees|fees\.\w+)\.(notDue|due|overdue)|fees\.\w+)$/.test(key);

type Rows = (reading: Reading) => readonly string[];

const listed: Readonly<Record<string, Rows>> = {
  open: ({ open }) =>
    open.map(({ kind, dueDate, fees, interest, principal, isOverdue }) => {
      const amounts = `fees ${shownCents(fees)} interest ${shownCents(interest)} principal ${shownCents(principal)}`;
      return `${kind} ${dateOf(dueDate)} ${amounts}${isOverdue ? ' overdue' : ''}`;
    }),
  feeBooked: ({ feesBooked }) => feesBooked.map(({ key, on, amount }) => `${key} ${dateOf(on)} ${shownCents(amount)}`),
};

function compareList(key: string, rows: readonly Line[], actual: readonly string[]): Complaint[] {
  const said = rows.map(({ number, words }) => ({ number, text: words.slice(1).join(' ') }));
  const expected = said.filter(({ text }) => text !== 'none');
  const complaints = expected
    .filter(({ text }, i) => text !== actual[i])
    .map(({ number, text }) => ({
      line: number,
      what: `expected  ${key} ${text}\n    found     ${actual[expected.findIndex((row) => row.number === number)] ?? 'none'}`,
    }));
  if (actual.length <= expected.length) return complaints;
  const surplus = actual.slice(expected.length).join('\n    ');
  return [...complaints, { line: rows.at(-1)!.number, what: `${key}: more than expected\n    ${surplus}` }];
}

function compareValue({ number, words }: Line, reading: Reading): Complaint[] {
  const [key = '', ...rest] = words;
  const expected = rest.join(' ');
  const actual = readingValue(key, reading);
  const isRight = rest.at(-1) === '…' ? actual.startsWith(rest.slice(0, -1).join(' ')) : isSame(expected, actual);
  return isRight ? [] : [{ line: number, what: `expected  ${key} ${expected}\n    found     ${key} ${actual}` }];
}

const sum = ({ notDue, due, overdue }: Bucketed): number => notDue + due + overdue;
const allFees = (fees: Reading['fees'], part: (bucketed: Bucketed) => number): number =>
  Object.values(fees).reduce((total, bucketed) => total + part(bucketed), 0);

/** Due and overdue amounts together. */
const turned = ({ due, overdue }: Bucketed): number => due + overdue;
const due = ({ principal, interest, fees }: Reading): number =>
  turned(principal) + turned(interest) + allFees(fees, turned);

const values: Readonly<Record<string, (reading: Reading) => string>> = {
  status: ({ status }) => status,
  isClosed: ({ isClosed }) => String(isClosed),
  servicedBy: ({ servicedBy }) => servicedBy,
  principal: ({ principal }) => shownCents(sum(principal)),
  interest: ({ interest }) => shownCents(sum(interest)),
  fees: ({ fees }) => shownCents(allFees(fees, sum)),
  due: (reading) => shownCents(due(reading)),
  unpaid: (reading) => shownCents(due(reading) + allFees(reading.fees, ({ notDue }) => notDue)),
  'chargedOff.principal': ({ chargedOff }) => shownCents(chargedOff.principal),
  'chargedOff.interest': ({ chargedOff }) => shownCents(chargedOff.interest),
  'chargedOff.fees': ({ chargedOff }) => shownCents(chargedOff.fees),
  customerCredit: ({ customerCredit }) => shownCents(customerCredit),
  accrued: ({ accrued }) => accrued,
  accruedTotal: ({ accruedTotal }) => accruedTotal,
  interestBooked: ({ interestBooked }) => shownCents(interestBooked),
  unearned: ({ unearned }) => shownCents(unearned),
  forgoneRounding: ({ forgoneRounding }) => forgoneRounding,
  forgoneCap: ({ forgoneCap }) => forgoneCap,
  'paid.principal': ({ paid }) => shownCents(paid.principal),
  'paid.interest': ({ paid }) => shownCents(paid.interest),
  'paid.fees': ({ paid }) => shownCents(paid.fees),
  daysPastDue: ({ daysPastDue }) => String(daysPastDue),
  overdueAmount: ({ overdueAmount }) => shownCents(overdueAmount),
  payment: ({ payment }) => shownCents(payment),
  dueDates: ({ dueDates }) => (dueDates.length === 0 ? 'none' : dueDates.map(dateOf).join(' ')),
  'dueDates.count': ({ dueDates }) => String(dueDates.length),
  'dueDates.last': ({ dueDates }) => (dueDates.length === 0 ? 'none' : dateOf(dueDates.at(-1)!)),
  moot: ({ moot }) => (moot.length === 0 ? 'none' : moot.join(' ')),
};

function readingValue(key: string, reading: Reading): string {
  const own = values[key];
  if (own !== undefined) return own(reading);
  const parts = key.split('.');
  const bucket = parts.at(-1) as keyof Bucketed;
  const isBucket = (name: string): boolean => ['notDue', 'due', 'overdue'].includes(name);
  if (parts[0] === 'principal') return shownCents(reading.principal[bucket]);
  if (parts[0] === 'interest') return shownCents(reading.interest[bucket]);
  if (parts.length === 2 && isBucket(bucket)) return shownCents(allFees(reading.fees, (bucketed) => bucketed[bucket]));
  const ofType = reading.fees[parts[1] as keyof Reading['fees']];
  if (ofType === undefined) return shownCents(0);
  return shownCents(isBucket(bucket) ? ofType[bucket] : sum(ofType));
}
