// How a loan of any product stands: its status, what is owed, and which facts found nothing to do.

import { statusOf } from '../account/loan.ts';
import type { Bucketed } from '../account/read.ts';
import type { AccountPosition, Status } from '../account/state.ts';
import { type Day, dateOf } from '../values/day.ts';
import { grouped } from './amount-text.ts';
import { type Line, note } from './report.ts';

export function standing(position: AccountPosition, daysPastDue: number): string {
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
export function sumText(parts: readonly (readonly [name: string, amount: string])[]): string {
  return parts.flatMap(([name, amount]) => (/[1-9]/.test(amount) ? [`${name} ${amount}`] : [])).join(' + ');
}

interface Owed {
  readonly outstanding: number;
  readonly principal: Bucketed;
  readonly interest: Bucketed;
  readonly fees: Readonly<Record<string, Bucketed>>;
  readonly chargedOff: { readonly principal: number; readonly interest: number; readonly fees: number };
  readonly customerCredit: number;
}

export function owed({ outstanding, principal, interest, fees, chargedOff, customerCredit }: Owed): Line[] {
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

interface Moot {
  readonly fact: string;
  readonly on: Day;
  readonly why: string;
}

export function mootNotes({ moot }: { readonly moot: readonly Moot[] }): Line[] {
  return moot.map(({ fact, on, why }) => note(`${fact} of ${dateOf(on)} did nothing: ${why}`));
}
