// Loans of the company, and of a borrower. A page reads what it shows: of a state no more than two figures.
import { sql } from 'kysely';
import { externalIdsOfPeople } from '#capabilities/people/index.ts';
import { findLoanType } from '#capabilities/products/index.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { type ListSource, type Page, type PageInput, page } from '#platform/http/pages.ts';
import { isTakenOver } from '../boarding/taken-over.ts';
import { presentLoan, type ShownLoan } from '../loan.ts';
import type { Loan } from '../schemas.ts';
import type { LoanStatus } from '../statuses.ts';
import type { LoanRow } from '../tables.ts';
import type { MinimalLoan } from './schemas.ts';

export const loanSort = {
  createdAt: 'created_at',
  updatedAt: 'updated_at',
  status: 'status',
  externalId: 'external_id',
};

/** Some statuses hold a handful of loans, others nearly all. */
const source: ListSource = { table: 'loans', idColumn: 'id', sortable: loanSort, isSkewed: true };

export interface LoansFilter extends PageInput {
  readonly fields?: 'all' | 'idsOnly' | 'minimal';
  readonly statuses?: readonly (LoanStatus | 'all')[];
  readonly includeAdditionalBorrowers?: boolean;
  readonly loanTypeId?: string;
}

export async function listLoans(reader: Reader, filter: LoansFilter): Promise<Page<Loan | MinimalLoan>> {
  const loanTypeId = filter.loanTypeId === undefined ? undefined : (await findLoanType(reader, filter.loanTypeId)).id;
  const asked = filter.statuses;
  const statuses = asked === undefined || asked.includes('all') ? undefined : asked;
  if (filter.fields === undefined || filter.fields === 'all') {
    let query = shownLoans(reader);
    if (statuses !== undefined) query = query.where(hasStatus(statuses));
    if (loanTypeId !== undefined) query = query.where('loan_type_id', '=', loanTypeId);
    const found = await page(reader, source, query, filter, (row) => row.id);
    return { ...found, items: found.items.map(presentLoan) };
  }
  let query = minimalLoans(reader);
  if (statuses !== undefined) query = query.where(hasStatus(statuses));
  if (loanTypeId !== undefined) query = query.where('loan_type_id', '=', loanTypeId);
  const found = await page(reader, source, query, filter, (row) => row.id);
  return { ...found, items: await presentMinimal(reader, found.items, filter.includeAdditionalBorrowers ?? false) };
}

const hasStatus = (statuses: readonly string[]) => sql<boolean>`status = any(${statuses}::text[])`;

export interface PersonsLoansFilter extends PageInput {
  readonly status?: readonly (LoanStatus | 'all')[];
  readonly includeAdditionalBorrowers?: boolean;
}

export async function listLoansOf(reader: Reader, personId: string, filter: PersonsLoansFilter): Promise<Page<Loan>> {
  const { status, includeAdditionalBorrowers } = filter;
  const own = includeAdditionalBorrowers
    ? shownLoans(reader).where((eb) => eb.or([eb('person_id', '=', personId), isAdditional(personId)]))
    : shownLoans(reader).where('person_id', '=', personId);
  const query = status === undefined || status.includes('all') ? own : own.where(hasStatus(status));
  const from = includeAdditionalBorrowers ? source : { ...source, subject: { column: 'person_id', id: personId } };
  const found = await page(reader, from, query, filter, (row) => row.id);
  return { ...found, items: found.items.map(presentLoan) };
}

/** In the words of the index, which holds only loans that have such people. */
const isAdditional = (personId: string) =>
  sql<boolean>`(additional_people <> '[]' and additional_people @> ${JSON.stringify([{ personId }])}::jsonb)`;

/** The last due date and the payment, in the form in which a state holds them. */
const shownState = sql<ShownLoan['state']>`case when state is not null then jsonb_build_object('position',
  jsonb_build_object(
    'dueDates', jsonb_path_query_array(state, '$.position.dueDates[last]'),
    'payment', state #> '{position,payment}')) end`;

const shownLoans = (reader: Reader) =>
  reader.db
    .selectFrom('loans')
    .select([
      'person_id',
      'id',
      'company_id',
      'external_id',
      'loan_type_id',
      'loan_type_version',
      'status',
      'is_closed',
      'serviced_by',
      'nickname',
      'decline_reason',
      'cancel_reason',
      'charged_off_reason',
      'at_origination',
      'additional_people',
      'asset_type',
      'asset_display_name',
      'meta_data',
      'timestamps',
      'figures',
      'created_at',
      'updated_at',
    ])
    .select(shownState.as('state'));

const minimalLoans = (reader: Reader) =>
  reader.db
    .selectFrom('loans')
    .select(['id', 'external_id', 'loan_type_id', 'person_id', 'additional_people', 'timestamps']);

type MinimalRow = Pick<
  LoanRow,
  'id' | 'external_id' | 'loan_type_id' | 'person_id' | 'additional_people' | 'timestamps'
>;

async function presentMinimal(
  reader: Reader,
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
    lockStatus: 'unlocked',
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
