// Finds the type that a new case is made from, and the type that an existing case was made from.
import type { Reader } from '#platform/db/realm-database.ts';
import { refuseField } from '#platform/errors.ts';
import { notFound } from '#platform/resource/not-found.ts';
import { type BaseCaseType, baseCaseTypes, nameOfBase } from './base-types.ts';
import type { CustomFieldSchema } from './field-schema.ts';
import type { CaseTypeRow } from './tables.ts';
import { activeOfBase, activeOfType, caseTypeRow } from './types-in-use.ts';

export interface CaseTypeFound {
  /** The version of the type; null: the company has none of this base type. */
  readonly id: string | null;
  readonly caseType: BaseCaseType;
  /** The name that a case has if it has none of its own. */
  readonly name: string;
  readonly customFieldSchemas: readonly CustomFieldSchema[];
  readonly workflowTypeId: string | null;
  readonly doNotInteractTypeIds: readonly string[];
  /** Who may have written a value that a case has where nobody says one. */
  readonly makersOfDefaults: readonly string[];
}

interface Asked {
  readonly caseTypeId?: string | null | undefined;
  readonly caseType?: BaseCaseType | null | undefined;
  /** The loan type of the loan that the case is about. */
  readonly loanTypeId?: string | null | undefined;
}

/** The type for a new case. Errors: NotFound, InvalidRequest (caseTypeId, caseType). */
export async function caseTypeFor(reader: Reader, { caseTypeId, caseType, loanTypeId }: Asked): Promise<CaseTypeFound> {
  if (caseTypeId != null) return presentType(await activeRow(reader, caseTypeId, caseType));
  if (caseType == null) {
    throw refuseField('caseType', 'is required', `caseTypeId, or one of ${baseCaseTypes.join(', ')}`);
  }
  const found = await activeOfBase(reader, caseType, loanTypeId ?? null);
  return found === undefined ? builtIn(caseType) : presentType(found);
}

async function activeRow(reader: Reader, id: string, caseType: BaseCaseType | null | undefined): Promise<CaseTypeRow> {
  const row = await caseTypeRow(reader, id);
  if (row === undefined) throw notFound('case type', id, 'caseTypeId');
  if (row.status !== 'active') {
    const active = await activeOfType(reader, row.type_id);
    throw refuseField('caseTypeId', `is ${row.status}`, active?.id ?? 'an active case type');
  }
  if (caseType == null || caseType === row.case_type) return row;
  throw refuseField('caseType', 'is not that of the case type', row.case_type);
}

/** The type of an existing case: a case keeps the version that it was made from. */
export async function typeOfCase(
  reader: Reader,
  { case_type_id: id, case_type: caseType }: { readonly case_type_id: string | null; readonly case_type: BaseCaseType },
): Promise<CaseTypeFound> {
  const row = id === null ? undefined : await caseTypeRow(reader, id);
  return row === undefined ? builtIn(caseType) : presentType(row);
}

const presentType = (row: CaseTypeRow): CaseTypeFound => ({
  id: row.id,
  caseType: row.case_type,
  name: row.name === '' ? nameOfBase(row.case_type) : row.name,
  customFieldSchemas: row.custom_field_schemas,
  workflowTypeId: row.workflow_type_id,
  doNotInteractTypeIds: row.do_not_interact_type_ids,
  makersOfDefaults: row.custom_field_schemas.some((one) => one.default !== null) ? row.makers : [],
});

const builtIn = (caseType: BaseCaseType): CaseTypeFound => ({
  id: null,
  caseType,
  name: nameOfBase(caseType),
  customFieldSchemas: [],
  workflowTypeId: null,
  doNotInteractTypeIds: [],
  makersOfDefaults: [],
});
