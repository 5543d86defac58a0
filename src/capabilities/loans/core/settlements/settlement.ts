// A settlement as it is found and shown.

import type { Cents } from '@tenor/engine/values/cents.ts';
import { dateOf } from '@tenor/engine/values/day.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import type { LoanKeys } from '../loan/named-loans.ts';
import { todayOf } from '../loan/today.ts';
import { type Forgiven, type Settlement, type SettlementRow, settlements } from './base/settlement.ts';

/** The settlement that is offered or accepted. */
export const openSettlement = (reader: Reader, keys: LoanKeys): Promise<SettlementRow | undefined> =>
  reader.row(settlements.of(reader, keys).where('status', 'in', ['offered', 'accepted']));

export const presentSettlement = (row: SettlementRow, now: Instant): Settlement =>
  settlements.show(row, {
    schedule: presentParts(row, dateOf(todayOf(row, now))),
    cancellationOfDebt: row.forgiven && presentForgiven(row.forgiven),
  });

function presentParts({ parts, paid }: SettlementRow, today: string): Settlement['schedule'] {
  let rest: number = paid;
  return parts.map(({ dueDate, amount }) => {
    const paidAmount = Math.min(rest, amount);
    rest -= paidAmount;
    const isOverdue = dueDate < today && paidAmount < amount;
    return { dueDate, amount: amount as Cents, paidAmount: paidAmount as Cents, isOverdue };
  });
}

/** Less need not be reported. */
const reportableCents = 600_00;

const presentForgiven = ({ on, principal, interest, fees }: Forgiven): Settlement['cancellationOfDebt'] => ({
  identifiableEventDate: on,
  identifiableEventCode: 'F',
  principalAmount: principal as Cents,
  interestAmount: interest as Cents,
  feesAmount: fees as Cents,
  totalAmount: (principal + interest + fees) as Cents,
  isReportable: principal >= reportableCents,
});
