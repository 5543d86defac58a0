// The latest statement of a line: from the previous balance to the new one, what is to be paid, and interest by rate.

import { percentText } from '../../account/explain.ts';
import type { Bill, LineState } from '../../line/records.ts';
import type { LineTerms } from '../../line/terms.ts';
import { type MinimumWarning, warningOf } from '../../line/warning.ts';
import { type Day, dateOf } from '../../values/day.ts';
import { grouped } from '../amount-text.ts';
import { fault } from '../input.ts';
import { blank, type Column, type Line, linesOf, note, type Report, type Table, title } from '../report.ts';
import { feeWords } from '../statement.ts';
import { billJson, warningJson } from './bill-json.ts';

export function statementReport(terms: LineTerms, { records, through }: LineState): Report {
  const bill = records.bills.at(-1);
  if (bill === undefined)
    throw fault('facts', `give no statement through ${dateOf(through)}: the first one comes later.`);
  const warning = warningOf(terms, bill);
  const lines = [
    title(`Statement ${bill.ordinal} of ${dateOf(bill.statementOn)}, for the days from ${dateOf(bill.periodStart)}`),
    blank,
    ...linesOf(balances(bill)),
    blank,
    ...asked(bill),
    ...ofCycle(bill),
    ...(warning === null ? [] : warned(warning)),
    ...part(rates(bill)),
    ...part(draws(bill)),
    blank,
    ...endNotes(bill),
  ];
  return { lines, json: { ...billJson(terms, bill), warning: warningJson(warning) } };
}

const left = (title: string): Column => ({ title, side: 'left' });
const right = (title: string): Column => ({ title, side: 'right' });
const part = (table: Table): Line[] => (table.rows.length === 0 ? [] : [blank, ...linesOf(table)]);

/** What did not happen is left out. */
function balances(bill: Bill): Table {
  const { payments, credits, purchases, cashAdvances, balanceTransfers, fees, interest, reimbursements } = bill;
  const happened: readonly (readonly [string, number])[] = [
    ['payments', -payments],
    ['credits', -credits],
    ['purchases', purchases],
    ['cash advances', cashAdvances],
    ['balance transfers', balanceTransfers],
    ['reimbursed', reimbursements],
    ...Object.entries(fees).map(([type, amount]): [string, number] => [wordsOf(type), amount]),
    ['interest', interest],
  ];
  const shown = happened.filter(([, amount]) => amount !== 0).map(([name, amount]) => [name, signed(amount)]);
  return {
    columns: [left(''), right('')],
    rows: [['previous balance', grouped(bill.previousBalance)], ...shown],
    total: ['new balance', grouped(bill.newBalance)],
  };
}

const signed = (amount: number): string => `${amount > 0 ? '+' : ''}${grouped(amount)}`;
const dayText = (day: Day | null): string => (day === null ? '' : dateOf(day));
const wordsOf = (type: string): string => feeWords[type as keyof typeof feeWords] ?? type;

function asked({ minimumShown, dueOn, overdue, lateFee, limit, available }: Bill): Line[] {
  const late = overdue === 0 ? '' : `, of which ${grouped(overdue)} is from earlier statements`;
  return [
    note(`Minimum payment ${grouped(minimumShown)} by ${dateOf(dueOn)}${late}`),
    ...(lateFee === 0 ? [] : [note(`Late fee if it is not paid: ${grouped(lateFee)}`)]),
    note(`Available: ${grouped(available)} of ${grouped(limit)}`),
  ];
}

function ofCycle({ cycle }: Bill): Line[] {
  if (cycle === null) return [];
  const { charges, max, fees, interest, givenBack } = cycle;
  const relief = fees + interest + givenBack;
  const gone = relief === 0 ? '' : `: ${grouped(relief)} are given up`;
  return [note(`Interest and fees of the cycle ${grouped(charges)}, of at most ${grouped(max)}${gone}`)];
}

/** In whole dollars, halves up. */
function warned({ atMinimum, in36 }: MinimumWarning): Line[] {
  const dollars = (amount: number): string => grouped(Math.floor((amount + 50) / 100) * 100).replace(/\.00$/, '');
  const how =
    atMinimum === null
      ? 'Minimum payments alone never pay it off: they are less than its interest'
      : `Minimum payments alone pay it off in ${count(atMinimum.shown)}, with ${dollars(atMinimum.total)} in all`;
  if (in36 === null) return [note(how)];
  const saved = in36.savings === null ? '' : `, ${dollars(in36.savings)} less`;
  return [note(how), note(`${dollars(in36.payment)} a month in 36 months, with ${dollars(in36.total)} in all${saved}`)];
}

const count = ({ count, unit }: NonNullable<MinimumWarning['atMinimum']>['shown']): string =>
  `${count} ${count === 1 ? unit.slice(0, -1) : unit}`;

function rates({ rates }: Bill): Table {
  const columns = [
    ...[left('draw'), left('from'), left('to'), right('days'), right('rate'), right('average\nbalance')],
    right('interest'),
  ];
  const rows = rates.map(({ draw, from, to, rate, scale, isVariable, averageBalance, interest }) => [
    ...[draw, dateOf(from), dateOf(to), String(to - from)],
    `${percentText(rate, scale)}${isVariable ? ' variable' : ''}`,
    ...[grouped(averageBalance), grouped(interest)],
  ]);
  return { columns, rows };
}

function draws({ draws }: Bill): Table {
  const columns = [
    left('draw'),
    right('principal'),
    right('owed\nin full'),
    left('in\ngrace'),
    left('grace is\nchecked'),
    left('deferred interest'),
  ];
  const rows = draws.map(({ draw, principal, fullBalance, hasGrace, deferred, ...of }) => [
    ...[draw, grouped(principal), grouped(fullBalance), hasGrace ? 'yes' : ''],
    dayText(of.checkToKeepGrace ?? of.checkToRestoreGrace),
    deferred === null ? '' : `${grouped(deferred.interest.whole)} until ${dateOf(deferred.endsOn)}`,
  ]);
  return { columns, rows };
}

function endNotes({ draws, yearToDate: { year, fees, interest } }: Bill): Line[] {
  const isKept = draws.some(({ hasGrace, fullBalance }) => hasGrace && fullBalance > 0);
  return [
    ...(isKept ? [note('In grace: paid in full and in time, the purchases cost no interest')] : []),
    note(`In ${year}: fees ${grouped(fees)}, interest ${grouped(interest)}`),
  ];
}
