// An SCRA cap as it is stored, found and shown, and the fact by which the books know it.
import type { Fact } from '@tenor/engine/account/facts.ts';
import { dayOf } from '@tenor/engine/values/day.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import { redraw } from '#platform/db/races.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { type ListSource, type Page, type PageInput, page } from '#platform/http/pages.ts';
import { notFound } from '#platform/resource/not-found.ts';
import type { LoanKeys } from '../loan/named-loans.ts';
import type { HeldLoan } from '../loan/product.ts';
import type { ScraCap } from './schemas.ts';
import type { ScraCapRow } from './tables.ts';

const rowsOf = ({ db }: Reader, { personId, loanId }: LoanKeys) =>
  db.selectFrom('scra_caps').selectAll().where('person_id', '=', personId).where('loan_id', '=', loanId);

/** Errors: NotFound. */
export async function findCap(reader: Reader, keys: LoanKeys, id: string): Promise<ScraCapRow> {
  const row = await reader.row(rowsOf(reader, keys).where('id', '=', id));
  if (row === undefined) throw notFound('SCRA cap', id, 'scraCapId', 'This loan');
  return row;
}

/** Those that bound the books: none that was canceled. */
export const capsInForce = (reader: Reader, keys: LoanKeys): Promise<ScraCapRow[]> =>
  reader.rows(rowsOf(reader, keys).where('canceled_at', 'is', null));

/** Of all loans of a borrower, those in force for a service, in the order in which they were given. */
export const capsOfService = (reader: Reader, personId: string, serviceId: string): Promise<ScraCapRow[]> =>
  reader.rows(
    reader.db
      .selectFrom('scra_caps')
      .selectAll()
      .where('person_id', '=', personId)
      .where('service_id', '=', serviceId)
      .where('canceled_at', 'is', null)
      .orderBy('position'),
  );

export function insertCap(tx: Tx, { company_id: _, ...row }: ScraCapRow): void {
  tx.write(tx.db.insertInto('scra_caps').values(row as never), redraw('scra_caps_pkey'));
}

/** In a commit that writes the loan. */
export function writeCap(tx: Tx, { company_id: _, person_id, id, ...changes }: ScraCapRow): void {
  tx.write(
    tx.db
      .updateTable('scra_caps')
      .set(changes as never)
      .where('person_id', '=', person_id)
      .where('id', '=', id),
  );
}

/** The rate of each day is at most that of the cap; of a line for all of its draws, also later ones. */
export const ceilingOf = ({ product }: Pick<HeldLoan, 'product'>, row: ScraCapRow, at: Instant): Fact =>
  product.rateFact(
    {
      kind: 'ceiling',
      id: row.fact_id,
      at,
      on: dayOf(row.capped_from),
      rate: row.annual_rate,
      until: row.end_on === null ? null : dayOf(row.end_on),
    },
    undefined,
  );

// ---- shown ----------------------------------------------------------------------------------------------------------

export async function listCaps(reader: Reader, keys: LoanKeys, input: PageInput): Promise<Page<ScraCap>> {
  const source: ListSource = {
    table: 'scra_caps',
    idColumn: 'id',
    sortable: {},
    subject: { column: 'person_id', id: keys.personId },
  };
  const found = await page(reader, source, rowsOf(reader, keys), input, (row) => row.id);
  return { ...found, items: found.items.map(presentCap) };
}

export const presentCap = (row: ScraCapRow): ScraCap => ({
  id: row.id,
  object: 'scraCap',
  companyId: row.company_id,
  loanId: row.loan_id,
  status: row.status,
  militaryServiceId: row.service_id,
  annualRate: row.annual_rate,
  startDate: row.start_on,
  endDate: row.end_on,
  cappedFrom: row.capped_from,
  noticeReceivedDate: row.notice_on,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  canceledAt: row.canceled_at,
});
