// What a case says of itself: its type, its name and the fields that its type brings. The same for cases of borrowers
// and of the company.
import {
  type BaseCaseType,
  type CaseTypeFound,
  caseTypeFor,
  checkCustomFields,
  fieldsOfBase,
} from '#capabilities/case-types/index.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { mustHaveNone, refuseField } from '#platform/errors.ts';

type Details = Readonly<Record<string, unknown>>;

/** The fields of its type. */
export interface OfType {
  readonly fields: Details;
  readonly customFields: Details;
}

interface Sent {
  readonly caseType?: BaseCaseType;
  readonly caseTypeId?: string | null;
  readonly fields?: Details | null;
  readonly customFields?: Details | null;
}

/** A type for the loan that it is about comes before one for all. Errors: NotFound, InvalidRequest. */
export const typeFor = (
  reader: Reader,
  { caseTypeId, caseType: asked }: Sent,
  loanTypeId?: string | undefined,
): Promise<CaseTypeFound> =>
  caseTypeFor(reader, { caseTypeId, caseType: asked ?? (caseTypeId ? undefined : 'generic'), loanTypeId });

interface Cast {
  readonly case_type: BaseCaseType;
  readonly case_type_id: string | null;
}

/** Errors: InvalidRequest. */
export function mustNotRecast(before: Cast | undefined, sent: Sent): void {
  if (before === undefined) return;
  const stays = { caseType: before.case_type, caseTypeId: before.case_type_id };
  mustHaveNone(
    (['caseType', 'caseTypeId'] as const)
      .filter((field) => sent[field] !== undefined && sent[field] !== stays[field])
      .map((path) => ({ path, message: 'of a case does not change', expected: `${stays[path]}, or nothing` })),
  );
}

/** Errors: InvalidRequest. */
export function nameAfter(
  type: CaseTypeFound,
  before: { readonly name: string } | undefined,
  sent: string | null | undefined,
): string {
  const given = sent?.trim() || null;
  if (given !== null && given !== (before?.name ?? type.name) && type.caseType !== 'generic') {
    throw refuseField(
      'name',
      'is that of the type',
      `${type.name}, or nothing; only a generic case has a name of its own`,
    );
  }
  return sent === undefined && before !== undefined ? before.name : (given ?? type.name);
}

/** What was sent is laid over what is there; null clears a field. Errors: InvalidRequest. */
export function detailsAfter(type: CaseTypeFound, before: OfType | undefined, { fields, customFields }: Sent): OfType {
  const laid = (had: Details, more: Details | null | undefined): Details => (more === null ? {} : { ...had, ...more });
  const checked = (
    schemas: typeof type.customFieldSchemas,
    had: Details,
    more: typeof fields,
    path: string,
  ): Details => (more === undefined && before !== undefined ? had : checkCustomFields(schemas, laid(had, more), path));
  return {
    fields: checked(fieldsOfBase(type.caseType), before?.fields ?? {}, fields, 'fields'),
    customFields: checked(type.customFieldSchemas, before?.customFields ?? {}, customFields, 'customFields'),
  };
}
