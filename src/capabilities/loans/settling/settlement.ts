// A settlement as it is stored, found, listed and shown.
import type { Cents } from '@tenor/engine/values/cents.ts';
import { dateOf } from '@tenor/engine/values/day.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import { preparedInsert } from '#platform/db/prepared.ts';
import { redraw } from '#platform/db/races.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import type { EventKind } from '#platform/events/event-kind.ts';
import type { Page, PageInput } from '#platform/http/pages.ts';
import { StringEnum } from '#platform/input/schemas.ts';
import { defineList } from '#platform/resource/define-list.ts';
import { notFound } from '#platform/resource/not-found.ts';
import type { LoanContext } from '../books/replayed.ts';
import type { LoanKeys } from '../loan/named-loans.ts';
import { settlementStatuses } from '../loan/settlement-words.ts';
import type { LoanRow } from '../loan/tables.ts';
import { todayOf } from '../loan/today.ts';
import { type Forgiven, type SettlementRow, settlementColumns } from '../settlements/tables.ts';
import type { Settlement } from './schemas.ts';

const filters = { status: StringEnum(settlementStatuses) };
export const settlementList = defineList({ table: 'loan_settlements', below: 'person_id', filters });
export const settlementListOfCompany = defineList({ table: 'loan_settlements', filters });

const rowsOf = ({ db }: Reader) => db.selectFrom('loan_settlements').selectAll();

export const settlementWithId = (reader: Reader, personId: string, id: string): Promise<SettlementRow | undefined> =>
  reader.row(rowsOf(reader).where('person_id', '=', personId).where('id', '=', id));

/** Errors: NotFound. */
export async function findSettlement(reader: Reader, { personId, loanId }: LoanKeys, id: string) {
  const row = await settlementWithId(reader, personId, id);
  if (row?.loan_id === loanId) return row;
  throw notFound('settlement', id, 'settlementId', 'This loan');
}

/** The one that is offered or accepted. */
export const openSettlement = (reader: Reader, { person_id, id }: LoanRow): Promise<SettlementRow | undefined> =>
  reader.row(
    rowsOf(reader)
      .where('person_id', '=', person_id)
      .where('loan_id', '=', id)
      .where('status', 'in', ['offered', 'accepted']),
  );

export const listSettlements = (
  reader: Reader,
  { personId, loanId }: LoanKeys,
  input: PageInput,
  now: Instant,
): Promise<Page<Settlement>> =>
  settlementList.page(reader, rowsOf(reader).where('loan_id', '=', loanId), input, {
    below: personId,
    show: (rows) => rows.map((row) => presentSettlement(row, now)),
  });

export const listAllSettlements = (reader: Reader, input: PageInput, now: Instant): Promise<Page<Settlement>> =>
  settlementListOfCompany.page(reader, rowsOf(reader), input, {
    show: (rows) => rows.map((row) => presentSettlement(row, now)),
  });

const insertion = preparedInsert('loan_settlements', settlementColumns);

export function insertSettlement(tx: Tx, { company_id: _, ...row }: SettlementRow): void {
  const texts = { parts: JSON.stringify(row.parts), timestamps: JSON.stringify(row.timestamps) };
  tx.write(insertion(tx.db, { ...row, ...texts } as never), redraw('loan_settlements_pkey'));
}

/** In a commit that writes the loan, whose version guards it. */
export function writeSettlement(
  tx: Tx,
  { person_id, id, status, cancel_reason, timestamps, ...row }: SettlementRow,
): void {
  const { act_at, updated_at } = row;
  const changed = { status, cancel_reason, act_at, updated_at, timestamps: JSON.stringify(timestamps) };
  tx.write(
    tx.db
      .updateTable('loan_settlements')
      .set(changed as never)
      .where('person_id', '=', person_id)
      .where('id', '=', id),
  );
}

export const movedTo = (row: SettlementRow, status: SettlementRow['status'], now: Instant): SettlementRow => ({
  ...row,
  status,
  act_at: null,
  timestamps: { ...row.timestamps, [`${status}At`]: now },
  updated_at: now,
});

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
