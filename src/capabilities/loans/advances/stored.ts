// An advance as it is stored, found and told, and when the day looks at it.
import type { Cents } from '@tenor/engine/values/cents.ts';
import { dayOf } from '@tenor/engine/values/day.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import { preparedInsert } from '#platform/db/prepared.ts';
import { redraw } from '#platform/db/races.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import type { EventKind } from '#platform/events/event-kind.ts';
import { claimExternalId, idOfReference } from '#platform/resource/external-ids.ts';
import { notFound } from '#platform/resource/not-found.ts';
import type { LoanContext } from '../books/replayed.ts';
import type { LoanKeys } from '../loan/named-loans.ts';
import type { LoanRow } from '../loan/tables.ts';
import { startOfDay } from '../loan/today.ts';
import { isScheduled } from './states.ts';
import { type AdvanceRow, advanceColumns } from './tables.ts';

export const advanceKind = 'advance';

export const advancesOf = ({ db }: Reader, { personId, loanId }: LoanKeys) =>
  db.selectFrom('loan_advances').selectAll().where('person_id', '=', personId).where('loan_id', '=', loanId);

export const advanceWithId = (reader: Reader, personId: string, id: string): Promise<AdvanceRow | undefined> =>
  reader.row(reader.db.selectFrom('loan_advances').selectAll().where('person_id', '=', personId).where('id', '=', id));

/** By id or `ext-` reference. Errors: NotFound. */
export async function findAdvance(reader: Reader, keys: LoanKeys, reference: string): Promise<AdvanceRow> {
  const id = await idOfReference(reader, advanceKind, reference);
  const row = id === undefined ? undefined : await advanceWithId(reader, keys.personId, id);
  if (row?.loan_id === keys.loanId) return row;
  throw notFound('advance', reference, 'advanceId', 'This loan');
}

const insertion = preparedInsert('loan_advances', advanceColumns);

const texts = ({ details, timestamps }: AdvanceRow) => ({
  details: JSON.stringify(details),
  timestamps: JSON.stringify(timestamps),
});

export function insertAdvance(tx: Tx, row: AdvanceRow): void {
  const { company_id: _, ...values } = row;
  tx.write(insertion(tx.db, { ...values, ...texts(row) } as never), redraw('loan_advances_pkey'));
}

/** In a commit that writes the loan, whose version guards it. */
export function writeAdvance(tx: Tx, row: AdvanceRow): void {
  const { person_id, id, company_id: _, loan_id: __, position: ___, created_at: ____, ...changed } = row;
  tx.write(
    tx.db
      .updateTable('loan_advances')
      .set({ ...changed, ...texts(row) } as never)
      .where('person_id', '=', person_id)
      .where('id', '=', id),
  );
}

/** Claim it before anything else: a client that sends one twice must get that refusal before any other. */
export function claimAdvanceId(tx: Tx, { person_id, id, external_id }: AdvanceRow): void {
  if (external_id === null) return;
  claimExternalId(tx, { kind: advanceKind, subjectId: person_id, objectId: id }, external_id);
}

/**
 * The day after the one for which it is scheduled, unless its money is on its way; and the day after the one for which
 * the schedule counts on it.
 */
export function actAtOf(row: AdvanceRow, { zone }: Pick<LoanRow, 'zone'>): Instant | null {
  const waits = isScheduled(row.status) && row.details.disbursementId === undefined;
  const days = [...(waits ? [row.advance_on] : []), ...(row.planned_on === null ? [] : [row.planned_on])].map(dayOf);
  return days.length === 0 ? null : startOfDay(Math.min(...days) + 1, zone);
}

export const movedTo = (row: AdvanceRow, status: AdvanceRow['status'], now: Instant): AdvanceRow => ({
  ...row,
  status,
  timestamps: { ...row.timestamps, [`${status}At`]: now },
  updated_at: now,
});

export function tellAdvance(
  { emit }: Pick<LoanContext, 'emit'>,
  loan: LoanRow,
  row: AdvanceRow,
  kinds: readonly EventKind[],
  before: AdvanceRow | null,
): void {
  const told = {
    loanExternalId: loan.external_id,
    advanceId: row.id,
    advanceExternalId: row.external_id,
    advanceStatus: row.status,
    previousAdvanceStatus: before?.status ?? null,
    amount: row.amount as Cents,
    currency: 'USD',
    advanceDate: row.advance_on,
    cancelReason: row.details.cancelReason,
  };
  for (const kind of kinds) emit(kind as never, row.person_id, told as never, { about: { loanId: row.loan_id } });
}
