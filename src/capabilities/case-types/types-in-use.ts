// Reads the types of a company that are in use: case types by their base type, and the versions of do-not-interact types
// that are not deprecated.
import { sql } from 'kysely';
import type { Reader } from '#platform/db/realm-database.ts';
import type { BaseCaseType } from './base-types.ts';
import { type CaseTypeRow, caseTypes, type DoNotInteractTypeRow, doNotInteractTypes } from './tables.ts';

const caseTypeRows = (reader: Reader) =>
  reader.db.selectFrom('case_types').select(caseTypes.all.map((column) => `case_types.${column}` as const));

export const caseTypesByIds = (reader: Reader, ids: readonly string[]): Promise<CaseTypeRow[]> =>
  reader.rows(caseTypeRows(reader).where('case_types.id', '=', sql<string>`any(${ids}::text[])`));

export const caseTypeRow = (reader: Reader, id: string): Promise<CaseTypeRow | undefined> =>
  reader.row(caseTypeRows(reader).where('case_types.id', '=', id));

/** The active version of the oldest type of this base. A type for the loan type comes before types for all loan types. */
export const activeOfBase = (
  reader: Reader,
  base: BaseCaseType,
  loanTypeId: string | null,
): Promise<CaseTypeRow | undefined> =>
  reader.row(
    caseTypeRows(reader)
      .innerJoin('case_types as first', (join) =>
        join.onRef('first.type_id', '=', 'case_types.type_id').on('first.version', '=', 1),
      )
      .where('case_types.case_type', '=', base)
      .where('case_types.status', '=', 'active')
      .where((eb) => eb.or([eb('case_types.loan_type_id', 'is', null), eb('case_types.loan_type_id', '=', loanTypeId)]))
      .orderBy('case_types.loan_type_id', (order) => order.asc().nullsLast())
      .orderBy('first.position')
      .limit(1),
  );

/** The active version of the type with this number. */
export const activeOfType = (reader: Reader, typeId: number): Promise<CaseTypeRow | undefined> =>
  reader.row(caseTypeRows(reader).where('case_types.type_id', '=', typeId).where('case_types.status', '=', 'active'));

/** The active types that name one of these workflow types. */
export const caseTypesOfWorkflow = (reader: Reader, workflowTypeIds: readonly string[]): Promise<CaseTypeRow[]> =>
  reader.rows(
    caseTypeRows(reader)
      .where('case_types.workflow_type_id', '=', sql<string>`any(${workflowTypeIds}::text[])`)
      .where('case_types.status', '=', 'active')
      .orderBy('case_types.position'),
  );

/** The custom fields of all types that are active or drafts. */
export const customFieldsInUse = async (reader: Reader) => {
  const inUse = reader.db
    .selectFrom('case_types')
    .select('custom_field_schemas')
    .where('status', 'in', ['draft', 'active'])
    .orderBy('position');
  return (await reader.rows(inUse)).flatMap(({ custom_field_schemas: schemas }) => schemas);
};

/** The versions with these ids, and all active and draft versions of the same types. */
export async function doNotInteractTypesOf(
  reader: Reader,
  ids: readonly string[],
): Promise<readonly DoNotInteractTypeRow[]> {
  if (ids.length === 0) return [];
  const named = reader.db
    .selectFrom('do_not_interact_types')
    .select('type_id')
    .where('id', '=', sql<string>`any(${ids}::text[])`);
  return reader.rows(
    reader.db
      .selectFrom('do_not_interact_types')
      .select(doNotInteractTypes.all)
      .where('type_id', 'in', named)
      .where((eb) => eb.or([eb('status', '!=', 'deprecated'), eb('id', '=', sql<string>`any(${ids}::text[])`)])),
  );
}
