// Loans of the company, and of a borrower. A page reads what it shows: no more than two figures of each state.
import { type SelectQueryBuilder, sql } from 'kysely';
import { externalIdsOfPeople } from '#capabilities/people/index.ts';
import type { SharedLoansOf } from '#platform/capability.ts';
import type { Vault } from '#platform/crypto/vault.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import type { Tables } from '#platform/db/tables.ts';
import { type ListSource, mustHaveOneOrder, type Page, type PageInput, page } from '#platform/http/pages.ts';
import { eachInSlices } from '#platform/loop/slices.ts';
import { leaseOf } from '../loan/lock.ts';
import { itsStanding } from '../loan/standing.ts';
import type { LoanStatus } from '../loan/statuses.ts';
import type { LoanRow } from '../loan/tables.ts';
import { isTakenOver } from '../loan/taken-over.ts';
import { presentLoans, shownColumns, shownState } from './present-loan.ts';
import type { Loan, MinimalLoan } from './schemas.ts';

export const loanSort = {
  createdAt: 'created_at',
  updatedAt: 'loan_standing.updated_at',
  status: 'status',
  externalId: 'external_id',
};

/** Every loan has a standing; the left join lets the server count loans without it. */
const loansOf = ({ db }: Reader) => db.selectFrom('loans').leftJoin('loan_standing', itsStanding);

/** Some statuses have only a few loans, others have nearly all. */
const source: ListSource = {
  table: 'loans',
  idColumn: 'id',
  sortable: loanSort,
  sortedRows: loansOf,
  isSkewed: true,
};

interface LoansFilter extends PageInput {
  readonly fields?: 'all' | 'idsOnly' | 'minimal';
  readonly statuses?: readonly (LoanStatus | 'all')[];
  readonly includeAdditionalBorrowers?: boolean;
  readonly loanTypeId?: string;
  readonly loanLabelId?: string;
}

export async function listLoans(
  reader: Reader,
  vault: Vault,
  micros: number,
  filter: LoansFilter,
): Promise<Page<Loan | MinimalLoan>> {
  if (filter.fields === undefined || filter.fields === 'all') {
    const found = await pageOfLoans(reader, shownLoans(reader), filter);
    return { ...found, items: await presentLoans(reader, vault, found.items) };
  }
  const found = await pageOfLoans(reader, minimalLoans(reader), filter);
  return {
    ...found,
    items: await presentMinimal(reader, micros, found.items, filter.includeAdditionalBorrowers ?? false),
  };
}

function pageOfLoans<O extends { readonly id: string }>(
  reader: Reader,
  all: SelectQueryBuilder<Tables, 'loans' | 'loan_standing', O>,
  filter: LoansFilter,
): Promise<Page<O>> {
  const { loanTypeId, loanLabelId } = filter;
  const statuses = askedStatuses(filter.statuses);
  let query = all;
  if (statuses !== undefined) query = query.where(hasStatus(statuses));
  if (loanTypeId !== undefined) query = query.where('loan_type_id', '=', loanTypeId);
  if (loanLabelId !== undefined) return pageOfLabeled(reader, query, loanLabelId, filter);
  // A loan is never removed.
  const from = statuses === undefined && loanTypeId === undefined ? { ...source, neverShrinks: 'all' } : source;
  return page(reader, from, query, filter, (row) => row.id);
}

/** In the order of all loans, by an index of the label: its price follows the page, however many loans have the label. */
function pageOfLabeled<O extends { readonly id: string }>(
  reader: Reader,
  loans: SelectQueryBuilder<Tables, 'loans' | 'loan_standing', O>,
  labelId: string,
  input: PageInput,
): Promise<Page<O>> {
  mustHaveOneOrder(input);
  const from: ListSource = {
    table: 'loan_labelings',
    idColumn: 'loan_id',
    order: 'loan_position',
    sortable: {},
    subject: { column: 'label_id', id: labelId },
    isSkewed: true,
    // Each that is counted is a loan that is read.
    countedMax: 1_000,
  };
  const labeled = loans
    .innerJoin('loan_labelings', (join) =>
      join.onRef('loan_labelings.person_id', '=', 'loans.person_id').onRef('loan_labelings.loan_id', '=', 'loans.id'),
    )
    .where('loan_labelings.label_id', '=', labelId)
    .where('loan_labelings.removed_at', 'is', null);
  return page(reader, from, labeled, input, (row) => row.id);
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
    ? shownLoans(reader).where((eb) => eb.or([eb('loans.person_id', '=', personId), isAdditional(personId)]))
    : shownLoans(reader).where('loans.person_id', '=', personId);
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
  sql<boolean>`(${sql.ref('loans.person_id')} = ${personId} or ${isAdditional(personId)})`;

/** The loans of others that the person is a borrower of, and may see. */
export const loansSharedWith: SharedLoansOf = (reader, personId) =>
  reader.rows(
    reader.db
      .selectFrom('loans')
      .select(['person_id as personId', 'id as loanId'])
      .where(isAdditional(personId))
      .where(sql<boolean>`not additional_people @> ${JSON.stringify([{ personId, mayRead: false }])}::jsonb`),
  );

const shownLoans = (reader: Reader) => loansOf(reader).select(shownColumns).select(shownState.as('state'));

const minimalLoans = (reader: Reader) => loansOf(reader).select(minimalColumns);

const minimalColumns = [
  'loans.id',
  'external_id',
  'loan_type_id',
  'loans.person_id',
  'additional_people',
  'timestamps',
  'lease',
] as const;

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
  return eachInSlices(rows, (row) => ({
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
