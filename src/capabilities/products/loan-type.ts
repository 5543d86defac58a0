// A loan type as it is stored, found and shown.
import { type HoleOf, prepared } from '#platform/db/prepared.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { errors, Refusal } from '#platform/errors.ts';
import type { Subject } from '#platform/http/endpoint.ts';
import { type ListSource, type Page, type PageInput, page } from '#platform/http/pages.ts';
import { idOfReference } from '#platform/resource/external-ids.ts';
import type { LoanType, LoanTypeVersion } from './schemas.ts';
import { wholeSettings } from './settings/settings.ts';
import type { LoanTypeRow, LoanTypeVersionRow } from './tables.ts';

export const loanTypeKind = 'loan type';

const columns = [
  'loan_types.id',
  'loan_types.company_id',
  'loan_types.position',
  'loan_types.external_id',
  'loan_types.version',
  'loan_types.status',
  'loan_types.created_at',
  'loan_types.updated_at',
  'loan_type_versions.settings',
] as const;

const loanTypesWithSettings = (db: Reader['db']) =>
  db
    .selectFrom('loan_types')
    .innerJoin('loan_type_versions', (join) =>
      join
        .onRef('loan_type_versions.loan_type_id', '=', 'loan_types.id')
        .onRef('loan_type_versions.version', '=', 'loan_types.version'),
    )
    .select(columns);

const loanTypeById = prepared((db, hole: HoleOf<{ id: string }>) =>
  loanTypesWithSettings(db).where('loan_types.id', '=', hole('id')),
);

const lockedLoanType = prepared((db, hole: HoleOf<{ id: string }>) =>
  db.selectFrom('loan_types').select('id').where('id', '=', hole('id')).forNoKeyUpdate(),
);

const loanTypeNotFound = (reference: string): Refusal =>
  new Refusal(errors.NotFound, `There is no loan type ${reference}.`, { data: { path: 'loanTypeId' } });

/** By id or `ext-` reference. */
async function findRow(reader: Reader, reference: string, lock: boolean): Promise<LoanTypeRow> {
  const id = await idOfReference(reader, loanTypeKind, reference);
  if (id === undefined) throw loanTypeNotFound(reference);
  const row = lock ? await lockedRow(reader, id) : await reader.row(loanTypeById(reader.db, { id }));
  if (row === undefined) throw loanTypeNotFound(reference);
  return row;
}

/** Two statements in one flight: the second sees the version that whoever held the lock before has made. */
async function lockedRow(reader: Reader, id: string): Promise<LoanTypeRow | undefined> {
  const [, found] = await reader.together(lockedLoanType(reader.db, { id }), loanTypeById(reader.db, { id }));
  return found[0];
}

/** The loan type of a path. Its rows lie with the company, and a command holds the type's. */
export const loanType: Subject<LoanTypeRow> = {
  param: 'loanTypeId',
  notFound: errors.NotFound,
  async find(reader, reference, lock) {
    return { id: reader.realm.companyId, subject: await findRow(reader, reference, lock) };
  },
};

/** With its current settings. Refuses by the path `loanTypeId` what is not there. */
export const findLoanType = async (reader: Reader, reference: string): Promise<LoanType> =>
  presentLoanType(await findRow(reader, reference, false));

const versionOf = prepared((db, hole: HoleOf<{ id: string; version: number }>) =>
  db
    .selectFrom('loan_type_versions')
    .selectAll()
    .where('loan_type_id', '=', hole('id'))
    .where('version', '=', hole('version')),
);

/** What a loan of that version goes by, for ever. */
export async function loanTypeVersion(reader: Reader, loanTypeId: string, version: number): Promise<LoanTypeVersion> {
  const row = await reader.row(versionOf(reader.db, { id: loanTypeId, version }));
  if (row !== undefined) return presentVersion(row);
  throw new Refusal(errors.NotFound, `The loan type ${loanTypeId} has no version ${version}.`, {
    data: { path: 'loanTypeId' },
  });
}

export const loanTypeSort = {
  createdAt: 'created_at',
  updatedAt: 'updated_at',
  status: 'status',
  externalId: 'external_id',
};

const source: ListSource = { table: 'loan_types', idColumn: 'id', sortable: loanTypeSort };

export async function listLoanTypes(
  reader: Reader,
  input: PageInput & { readonly status?: LoanTypeRow['status'] },
): Promise<Page<LoanType>> {
  const all = loanTypesWithSettings(reader.db);
  const query = input.status === undefined ? all : all.where('loan_types.status', '=', input.status);
  const found = await page(reader, source, query, input, (row) => row.id);
  return { ...found, items: found.items.map(presentLoanType) };
}

export async function listVersions(
  reader: Reader,
  { id }: LoanTypeRow,
  input: PageInput,
): Promise<Page<LoanTypeVersion>> {
  const versions: ListSource = {
    table: 'loan_type_versions',
    idColumn: 'id',
    sortable: {},
    subject: { column: 'loan_type_id', id },
    order: 'version',
  };
  const query = reader.db.selectFrom('loan_type_versions').selectAll().where('loan_type_id', '=', id);
  const found = await page(reader, versions, query, input, (row) => row.id);
  return { ...found, items: found.items.map(presentVersion) };
}

export function presentLoanType(row: LoanTypeRow): LoanType {
  return {
    id: row.id,
    object: 'loanType',
    companyId: row.company_id,
    externalId: row.external_id,
    version: row.version,
    status: row.status,
    ...wholeSettings(row.settings),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    deletedAt: null,
  };
}

const presentVersion = (row: LoanTypeVersionRow): LoanTypeVersion => ({
  id: row.id,
  object: 'loanTypeVersion',
  loanTypeId: row.loan_type_id,
  version: row.version,
  settings: wholeSettings(row.settings),
  createdAt: row.created_at,
});
