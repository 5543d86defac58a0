// Loans of the company, and of a borrower. A page reads what it shows: no more than two figures of each state.
import { sql } from 'kysely';
import { externalIdsOfPeople } from '#capabilities/people/index.ts';
import type { SharedLoansOf } from '#platform/capability.ts';
import type { Vault } from '#platform/crypto/vault.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { type ListSource, type Page, type PageInput, page } from '#platform/http/pages.ts';
import { leaseOf } from '../loan/lock.ts';
import type { LoanStatus } from '../loan/statuses.ts';
import type { LoanRow } from '../loan/tables.ts';
import { isTakenOver } from '../loan/taken-over.ts';
import { presentLoans, shownColumns, shownState } from './present-loan.ts';
import type { Loan, MinimalLoan } from './schemas.ts';

export const loanSort = {
  createdAt: 'created_at',
  updatedAt: 'updated_at',
  status: 'status',
  externalId: 'external_id',
};

/** Some statuses have only a few loans, others have nearly all. */
const source: ListSource = { table: 'loans', idColumn: 'id', sortable: loanSort, isSkewed: true };

interface LoansFilter extends PageInput {
  readonly fields?: 'all' | 'idsOnly' | 'minimal';
  readonly statuses?: readonly (LoanStatus | 'all')[];
  readonly includeAdditionalBorrowers?: boolean;
  readonly loanTypeId?: string;
}

export async function listLoans(
  reader: Reader,
  vault: Vault,
  micros: number,
  filter: LoansFilter,
): Promise<Page<Loan | MinimalLoan>> {
  const { loanTypeId } = filter;
  const statuses = askedStatuses(filter.statuses);
  // A loan is never removed.
  const from = statuses === undefined && loanTypeId === undefined ? { ...source, neverShrinks: 'all' } : source;
  if (filter.fields === undefined || filter.fields === 'all') {
    let query = shownLoans(reader);
    if (statuses !== undefined) query = query.where(hasStatus(statuses));
    if (loanTypeId !== undefined) query = query.where('loan_type_id', '=', loanTypeId);
    const found = await page(reader, from, query, filter, (row) => row.id);
    return { ...found, items: await presentLoans(reader, vault, found.items) };
  }
  let query = minimalLoans(reader);
  if (statuses !== undefined) query = query.where(hasStatus(statuses));
  if (loanTypeId !== undefined) query = query.where('loan_type_id', '=', loanTypeId);
  const found = await page(reader, from, query, filter, (row) => row.id);
  return {
    ...found,
    items: await presentMinimal(reader, micros, found.items, filter.includeAdditionalBorrowers ?? false),
  };
}

const hasStatus = (statuses: readonly string[]) => sql<boolean>`status = any(${statuses}::text[])`;

/** Without statuses, or with `all`, the list is not limited to any. */
const askedStatuses = (asked: readonly string[] | undefined): readonly string[] | undefined =>
  asked === undefined || asked.length === 0 || asked.includes('all') ? undefined : asked;

interface PersonsLoansFilter extends PageInput {
  readonly status?: readonly (LoanStatus | 'all')[];
  readonly includeAdditionalBorrowers?: boolean;
}

export async function listLoansOf(
  reader: Reader,
  vault: Vault,
  personId: string,
  filter: PersonsLoansFilter,
): Promise<Page<Loan>> {
  const { status, includeAdditionalBorrowers } = filter;
  const own = includeAdditionalBorrowers
    ? shownLoans(reader).where((eb) => eb.or([eb('person_id', '=', personId), isAdditional(personId)]))
    : shownLoans(reader).where('person_id', '=', personId);
  const statuses = askedStatuses(status);
  const query = statuses === undefined ? own : own.where(hasStatus(statuses));
  const from = includeAdditionalBorrowers ? source : { ...source, subject: { column: 'person_id', id: personId } };
  const found = await page(reader, from, query, filter, (row) => row.id);
  return { ...found, items: await presentLoans(reader, vault, found.items) };
}

/** Written as the condition of the index, which has only loans with additional people. */
const isAdditional = (personId: string) =>
  sql<boolean>`(additional_people <> '[]' and additional_people @> ${JSON.stringify([{ personId }])}::jsonb)`;

/** Whether the person is a borrower of the loan, alone or with others. */
export const concernsPerson = (personId: string) =>
  sql<boolean>`(person_id = ${personId} or ${isAdditional(personId)})`;

/** The loans of others that the person is a borrower of. */
export const loansSharedWith: SharedLoansOf = (reader, personId) =>
  reader.rows(
    reader.db.selectFrom('loans').select(['person_id as personId', 'id as loanId']).where(isAdditional(personId)),
  );

const shownLoans = (reader: Reader) =>
  reader.db.selectFrom('loans').select(shownColumns).select(shownState.as('state'));

const minimalLoans = (reader: Reader) =>
  reader.db
    .selectFrom('loans')
    .select(['id', 'external_id', 'loan_type_id', 'person_id', 'additional_people', 'timestamps', 'lease']);

type MinimalRow = Pick<
  LoanRow,
  'id' | 'external_id' | 'loan_type_id' | 'person_id' | 'additional_people' | 'timestamps' | 'lease'
>;

async function presentMinimal(
  reader: Reader,
  micros: number,
  rows: readonly MinimalRow[],
  withAdditional: boolean,
): Promise<MinimalLoan[]> {
  const people = (row: MinimalRow) => (withAdditional ? row.additional_people : []);
  const ids = rows.flatMap((row) => [row.person_id, ...people(row).map(({ personId }) => personId)]);
  const externalIds = await externalIdsOfPeople(reader, [...new Set(ids)]);
  const externalIdOf = (personId: string) => externalIds.get(personId) ?? null;
  return rows.map((row) => ({
    id: row.id,
    externalId: row.external_id,
    loanTypeId: row.loan_type_id,
    mainBorrowerId: row.person_id,
    mainBorrowerExternalId: externalIdOf(row.person_id),
    lockStatus: leaseOf(row, micros) === undefined ? 'unlocked' : 'locked',
    migrationStatus: isTakenOver(row) ? 'migrated' : null,
    ...(withAdditional && {
      additionalBorrowers: people(row).map(({ personId, loanRelationType }) => ({
        personId,
        externalId: externalIdOf(personId),
        loanRelationType,
      })),
    }),
  }));
}
