// The billing cycles of a line as a table: from the previous balance to the new one, what is to be paid, grace.

import type { Bill } from '../../line/records.ts';
import { dateOf } from '../../values/day.ts';
import { grouped, groupedUnlessZero } from '../amount-text.ts';
import type { Column, Table } from '../report.ts';

const left = (title: string): Column => ({ title, side: 'left' });
const right = (title: string): Column => ({ title, side: 'right' });

export function cyclesTable(bills: readonly Bill[]): Table {
  const draws = [...new Set(bills.flatMap((bill) => bill.draws.map(({ draw }) => draw)))];
  const columns = [
    ...[right('#'), left('statement'), left('due'), right('previous\nbalance')],
    ...['payments', 'credits', 'purchases', 'cash\nadvances', 'balance\ntransfers', 'reim-\nbursed', 'fees'].map(right),
    ...draws.map((draw) => right(`interest\n${draw}`)),
    right('booked\nearlier'),
    ...[right('new\nbalance'), right('minimum\npayment'), left('in\ngrace')],
  ];
  return { columns, rows: bills.map((bill) => rowOf(bill, draws)) };
}

function rowOf(bill: Bill, draws: readonly string[]): readonly string[] {
  const { payments, credits, purchases, cashAdvances, balanceTransfers, reimbursements } = bill;
  const happened = [-payments, -credits, purchases, cashAdvances, balanceTransfers, reimbursements, feesOf(bill)];
  return [
    ...[String(bill.ordinal), dateOf(bill.statementOn), dateOf(bill.dueOn), grouped(bill.previousBalance)],
    ...happened.map(groupedUnlessZero),
    ...draws.map((draw) => interestOf(bill, draw)),
    groupedUnlessZero(bookedEarlier(bill)),
    ...[grouped(bill.newBalance), grouped(bill.minimumShown), graceOf(bill)],
  ];
}

const feesOf = ({ fees }: Bill): number => Object.values(fees).reduce((sum, amount) => sum + amount, 0);

/** The interest of the draw, summed over its rates. Interest that was paid before it was billed is in it. */
function interestOf({ rates }: Bill, draw: string): string {
  const rows = rates.filter((row) => row.draw === draw);
  return rows.length === 0 ? '' : grouped(rows.reduce((sum, { interest }) => sum + interest, 0));
}

/** Interest that became due in the period without a statement: a draw was paid off, or the line was called in. */
const bookedEarlier = ({ interest, rates }: Bill): number => rates.reduce((rest, row) => rest - row.interest, interest);

const graceOf = ({ draws }: Bill): string => draws.flatMap(({ draw, hasGrace }) => (hasGrace ? [draw] : [])).join(', ');
