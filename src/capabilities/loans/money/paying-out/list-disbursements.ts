// The disbursements of a loan, newest first.
import type { Reader } from '#platform/db/realm-database.ts';
import { type ListSource, type Page, type PageInput, page } from '#platform/http/pages.ts';
import type { Disbursement } from '../../core/loan/disbursement-schemas.ts';
import type { LoanKeys } from '../../core/loan/named-loans.ts';
import { presentDisbursement } from './disbursement.ts';
import type { DisbursementRow } from './tables.ts';

export const disbursementSort = { createdAt: 'created_at' } as const satisfies Record<string, keyof DisbursementRow>;

export async function listDisbursements(
  reader: Reader,
  { personId, loanId }: LoanKeys,
  input: PageInput,
): Promise<Page<Disbursement>> {
  const query = reader.db
    .selectFrom('disbursements')
    .selectAll()
    .where('person_id', '=', personId)
    .where('loan_id', '=', loanId);
  const found = await page(reader, source(personId), query, input, (row) => row.id);
  return { ...found, items: found.items.map(presentDisbursement) };
}

const source = (personId: string): ListSource => ({
  table: 'disbursements',
  idColumn: 'id',
  sortable: disbursementSort,
  subject: { column: 'person_id', id: personId },
});
