// A settlement as it is stored, found, listed and shown.

import type { Cents } from '@tenor/engine/values/cents.ts';
import { dateOf } from '@tenor/engine/values/day.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import type { EventKind } from '#platform/events/event-kind.ts';
import { StringEnum } from '#platform/input/schemas.ts';
import type { LoanContext } from '../books/replayed.ts';
import type { LoanKeys } from '../loan/named-loans.ts';
import { settlementStatuses } from '../loan/settlement-words.ts';
import type { LoanRow } from '../loan/tables.ts';
import { listsOf } from '../loan/thing.ts';
import { todayOf } from '../loan/today.ts';
import { type Forgiven, type SettlementRow, settlements } from '../settlements/tables.ts';
import type { Settlement } from './schemas.ts';

export const settlementLists = listsOf(settlements, { filters: { status: StringEnum(settlementStatuses) } });

/** The one that is offered or accepted. */
export const openSettlement = (reader: Reader, keys: LoanKeys): Promise<SettlementRow | undefined> =>
  reader.row(settlements.of(reader, keys).where('status', 'in', ['offered', 'accepted']));

export function tellSettlement(
  { emit }: Pick<LoanContext, 'emit'>,
  loan: LoanRow,
  row: SettlementRow,
  kinds: readonly EventKind[],
): void {
  const told = {
    loanExternalId: loan.external_id,
    settlementId: row.id,
    settlementStatus: row.status,
    cancelReason: row.cancel_reason,
    amount: row.amount as Cents,
    currency: 'USD',
    lastDate: row.last_day,
  };
  for (const kind of kinds) emit(kind as never, row.person_id, told as never, { about: { loanId: row.loan_id } });
}

export function presentSettlement(row: SettlementRow, now: Instant): Settlement {
  const { timestamps: at } = row;
  return {
    id: row.id,
    object: 'settlement',
    companyId: row.company_id,
    loanId: row.loan_id,
    mainBorrowerId: row.person_id,
    status: row.status,
    amount: row.amount as Cents,
    owedAmount: row.owed as Cents,
    paidAmount: row.paid as Cents,
    schedule: presentParts(row, dateOf(todayOf(row, now))),
    acceptBy: row.accept_by,
    lastDate: row.last_day,
    cancelReason: row.cancel_reason,
    cancellationOfDebt: row.forgiven && presentForgiven(row.forgiven),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    acceptedAt: at.acceptedAt ?? null,
    keptAt: at.keptAt ?? null,
    brokenAt: at.brokenAt ?? null,
    canceledAt: at.canceledAt ?? null,
    expiredAt: at.expiredAt ?? null,
  };
}

function presentParts({ parts, paid }: SettlementRow, today: string): Settlement['schedule'] {
  let rest = paid;
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
