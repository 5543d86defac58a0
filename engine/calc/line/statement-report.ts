// The latest statement of a line: from the previous balance to the new one, what is to be paid, and interest by rate.

import { percentText } from '../../account/explain.ts';
import type { Bill, LineState } from '../../line/records.ts';
import { dateOf } from '../../values/day.ts';
import { grouped } from '../amount-text.ts';
import { fault } from '../input.ts';
import { blank, type Column, type Line, linesOf, note, type Report, type Table, title } from '../report.ts';
import { feeWords } from '../statement.ts';
import { billJson } from './bill-json.ts';

export function statementReport({ records, through }: LineState): Report {
  const bill = records.bills.at(-1);
  if (bill === undefined)
    throw fault('facts', `give no statement through ${dateOf(through)}: the first one comes later.`);
  const lines = [
    title(`Statement ${bill.ordinal} of ${dateOf(bill.statementOn)}, for the days from ${dateOf(bill.periodStart)}`),
    blank,
    ...linesOf(balances(bill)),
    blank,
    ...asked(bill),
    ...part(rates(bill)),
    ...part(draws(bill)),
    blank,
    ...endNotes(bill),
  ];
  return { lines, json: billJson(bill) };
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
const wordsOf = (type: string): string => feeWords[type as keyof typeof feeWords] ?? type;

function asked({ minimumShown, dueOn, overdue, lateFee, limit, available }: Bill): Line[] {
  const late = overdue === 0 ? '' : `, of which ${grouped(overdue)} is from earlier statements`;
  return [
    note(`Minimum payment ${grouped(minimumShown)} by ${dateOf(dueOn)}${late}`),
    ...(lateFee === 0 ? [] : [note(`Late fee if it is not paid: ${grouped(lateFee)}`)]),
    note(`Available: ${grouped(available)} of ${grouped(limit)}`),
  ];
}

function rates({ rates }: Bill): Table {
  const columns = [
    ...[left('draw'), left('from'), left('to'), right('days'), right('rate'), right('average\nbalance')],
    right('interest'),
  ];
  const rows = rates.map(({ draw, from, to, rate, scale, averageBalance, interest }) => [
    ...[draw, dateOf(from), dateOf(to), String(to - from), percentText(rate, scale)],
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
    left('deferred interest'),
  ];
  const rows = draws.map(({ draw, principal, fullBalance, hasGrace, deferred }) => [
    ...[draw, grouped(principal), grouped(fullBalance), hasGrace ? 'yes' : ''],
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
