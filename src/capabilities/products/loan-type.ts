// A loan type as it is stored, found and shown.
import { type PlaceholderOf, prepared } from '#platform/db/prepared.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { errors } from '#platform/errors.ts';
import type { Subject } from '#platform/http/endpoint.ts';
import type { Page, PageInput } from '#platform/http/pages.ts';
import { StringEnum } from '#platform/input/schemas.ts';
import { presenter } from '#platform/resource/columns.ts';
import { defineList } from '#platform/resource/define-list.ts';
import { idOfReference } from '#platform/resource/external-ids.ts';
import { notFound } from '#platform/resource/not-found.ts';
import { activities, InstallmentLoanType, LineLoanType, type LoanType, LoanTypeVersion } from './schemas.ts';
import { wholeSettings } from './settings/settings.ts';
import { type LoanTypeRow, type LoanTypeVersionRow, loanTypes } from './tables.ts';

export const loanTypeKind = 'loan type';

const loanTypesWithSettings = (db: Reader['db']) =>
  db
    .selectFrom('loan_types')
    .innerJoin('loan_type_versions', (join) =>
      join
        .onRef('loan_type_versions.loan_type_id', '=', 'loan_types.id')
        .onRef('loan_type_versions.version', '=', 'loan_types.version'),
    )
    .select(loanTypes.all.map((column) => `loan_types.${column}` as const))
    .select('loan_type_versions.settings');

const loanTypeById = prepared((db, placeholder: PlaceholderOf<{ id: string }>) =>
  loanTypesWithSettings(db).where('loan_types.id', '=', placeholder('id')),
);

const lockedLoanType = prepared((db, placeholder: PlaceholderOf<{ id: string }>) =>
  db.selectFrom('loan_types').select('id').where('id', '=', placeholder('id')).forNoKeyUpdate(),
);

const loanTypeNotFound = (reference: string) => notFound(loanTypeKind, reference, 'loanTypeId');

/** `reference` is an id, or `ext-` and an external id. */
async function findRow(reader: Reader, reference: string, lock: boolean): Promise<LoanTypeRow> {
  const id = await idOfReference(reader, loanTypeKind, reference);
  if (id === undefined) throw loanTypeNotFound(reference);
  const row = lock ? await lockedRow(reader, id) : await reader.row(loanTypeById(reader.db, { id }));
  if (row === undefined) throw loanTypeNotFound(reference);
  return row;
}

/** Two statements in one flight: the second sees what the transaction that had the lock before has written. */
async function lockedRow(reader: Reader, id: string): Promise<LoanTypeRow | undefined> {
  const [, found] = await reader.together(lockedLoanType(reader.db, { id }), loanTypeById(reader.db, { id }));
  return found[0];
}

/** The loan type of a path. Its rows belong to the company; a command locks the row of the loan type itself. */
export const loanType: Subject<LoanTypeRow> = {
  param: 'loanTypeId',
  notFound: errors.NotFound,
  async find(reader, reference, lock) {
    return { id: reader.realm.companyId, subject: await findRow(reader, reference, lock) };
  },
};

/** With its current settings. Errors: NotFound, with the path `loanTypeId`. */
export const findLoanType = async (reader: Reader, reference: string): Promise<LoanType> =>
  presentLoanType(await findRow(reader, reference, false));

const versionOf = prepared((db, placeholder: PlaceholderOf<{ id: string; version: number }>) =>
  db
    .selectFrom('loan_type_versions')
    .selectAll()
    .where('loan_type_id', '=', placeholder('id'))
    .where('version', '=', placeholder('version')),
);

/** The settings of one version; a loan of that version always keeps them. */
export async function loanTypeVersion(reader: Reader, loanTypeId: string, version: number): Promise<LoanTypeVersion> {
  const row = await reader.row(versionOf(reader.db, { id: loanTypeId, version }));
  if (row !== undefined) return presentVersion(row);
  throw notFound('version', `${version}`, 'loanTypeId', `The loan type ${loanTypeId}`);
}

export const loanTypeList = defineList({
  table: 'loan_types',
  sort: ['createdAt', 'updatedAt', 'status', 'externalId'],
  filters: { status: StringEnum(activities) },
});

export const listLoanTypes = (reader: Reader, input: PageInput): Promise<Page<LoanType>> =>
  loanTypeList.page(reader, loanTypesWithSettings(reader.db), input, { each: presentLoanType });

export const versionList = defineList({ table: 'loan_type_versions', below: 'loan_type_id', order: 'version' });

export const listVersions = (reader: Reader, { id }: LoanTypeRow, input: PageInput): Promise<Page<LoanTypeVersion>> =>
  versionList.page(reader, reader.db.selectFrom('loan_type_versions').selectAll(), input, {
    below: id,
    each: presentVersion,
  });

const present = {
  installment: presenter<typeof InstallmentLoanType, LoanTypeRow>(InstallmentLoanType),
  lineOfCredit: presenter<typeof LineLoanType, LoanTypeRow>(LineLoanType),
} as const;

export function presentLoanType(row: LoanTypeRow): LoanType {
  const settings = wholeSettings(row.settings);
  return settings.type === 'installment' ? present.installment(row, settings) : present.lineOfCredit(row, settings);
}

const presentsVersion = presenter<typeof LoanTypeVersion, LoanTypeVersionRow>(LoanTypeVersion);

const presentVersion = (row: LoanTypeVersionRow): LoanTypeVersion =>
  presentsVersion(row, { settings: wholeSettings(row.settings) });
