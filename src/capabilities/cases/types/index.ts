// The types of cases until companies have their own: each of the base types, with the fields that it brings.
import type { Reader } from '#platform/db/realm-database.ts';
import { mustHaveNone, refuseField } from '#platform/errors.ts';
import { notFound } from '#platform/resource/not-found.ts';

export const baseCaseTypes = [
  'generic',
  'bankruptcy',
  'ceaseCommunication',
  'collection',
  'deceased',
  'disputeOfDebt',
  'federalEmergency',
  'identityTheft',
  'legalAction',
  'militaryDuty',
  'debtValidation',
  'oFACSanctionedIndividual',
  'disputeOfPurchase',
  'creditBureauDispute',
] as const;
export type BaseCaseType = (typeof baseCaseTypes)[number];

interface FieldSchema {
  readonly fieldName: string;
  readonly dataType: 'text' | 'date' | 'integer' | 'boolean';
  readonly required: boolean;
}

export interface CaseTypeFound {
  /** The version of the type; null: the base type itself. */
  readonly id: string | null;
  readonly caseType: BaseCaseType;
  readonly name: string;
  readonly customFieldSchemas: readonly FieldSchema[];
  readonly workflowTypeId: string | null;
  readonly doNotInteractTypeIds: readonly string[];
}

interface Asked {
  readonly caseTypeId?: string | null | undefined;
  readonly caseType?: BaseCaseType | undefined;
}

const inWords = (caseType: string): string => {
  const words = caseType.replace(/([A-Z]+)/g, ' $1').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const builtIn = (caseType: BaseCaseType): CaseTypeFound => ({
  id: null,
  caseType,
  name: inWords(caseType),
  customFieldSchemas: [],
  workflowTypeId: null,
  doNotInteractTypeIds: [],
});

/** Errors: NotFound, InvalidRequest. */
export async function caseTypeFor(_reader: Reader, { caseTypeId, caseType }: Asked): Promise<CaseTypeFound> {
  if (caseTypeId != null) throw notFound('case type', caseTypeId, 'caseTypeId');
  if (caseType === undefined) throw refuseField('caseType', 'is missing', baseCaseTypes.join(', '));
  return builtIn(caseType);
}

export const typeOfCase = async (
  _reader: Reader,
  { case_type: caseType }: { readonly case_type: BaseCaseType },
): Promise<CaseTypeFound> => builtIn(caseType);

const fields: Partial<Record<BaseCaseType, readonly FieldSchema[]>> = {
  bankruptcy: [
    { fieldName: 'courtCaseFiledDate', dataType: 'date', required: false },
    { fieldName: 'courtCaseNumber', dataType: 'text', required: false },
    { fieldName: 'courtCaseClosedDate', dataType: 'date', required: false },
  ],
};

export const fieldsOfBase = (caseType: BaseCaseType): readonly FieldSchema[] => fields[caseType] ?? [];

/** Errors: InvalidRequest. */
export function checkCustomFields(
  schemas: readonly FieldSchema[],
  given: Readonly<Record<string, unknown>>,
  path: string,
): Readonly<Record<string, unknown>> {
  const known = schemas.map(({ fieldName }) => fieldName);
  mustHaveNone(
    Object.keys(given)
      .filter((name) => !known.includes(name))
      .map((name) => ({
        path: `${path}.${name}`,
        message: 'is no field of this type of case',
        expected: known.join(', ') || 'no field',
      })),
  );
  return given;
}
