// Checks the values of fields against their schemas, and the schemas themselves.
import { parseCivilDate } from '@tenor/engine/values/civil-date.ts';
import type { FieldType } from '#platform/conditions/named-context.ts';
import { mustHaveNone, type Problem, problemIf } from '#platform/errors.ts';
import { nearestFirst, nearestNames } from '#platform/input/nearest.ts';
import { type CustomFieldSchema, textLengthMax } from './field-schema.ts';

export type FieldValues = Readonly<Record<string, string | number | boolean | null>>;

/** What is wrong with a value, and what would be right. */
interface Wrong {
  readonly message: string;
  readonly expected: string;
}

const expectedOf: Readonly<Record<FieldType, string>> = {
  string: 'text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  date: 'a date such as 2026-01-31',
};

const isOfType = (type: FieldType, value: unknown): boolean => {
  if (type === 'integer') return Number.isSafeInteger(value);
  if (type === 'number') return typeof value === 'number' && Number.isFinite(value);
  if (type === 'date') return typeof value === 'string' && parseCivilDate(value) === value;
  return typeof value === type;
};

const lengthOf = (value: unknown): number => (typeof value === 'string' ? [...value].length : 0);

function wrongValue({ dataType, validation }: CustomFieldSchema, value: unknown): Wrong | undefined {
  if (!isOfType(dataType, value)) {
    return { message: 'does not have the type of the field', expected: expectedOf[dataType] };
  }
  const length = validation?.length ?? textLengthMax;
  if (dataType === 'string' && lengthOf(value) > length) {
    return { message: 'is too long', expected: `at most ${length} characters` };
  }
  const { enum: values = null, minValue = null, maxValue = null } = validation ?? {};
  if (values?.every((one) => one !== value)) {
    const expected = nearestFirst(String(value), values.map(String));
    return { message: 'is none of the values of the field', expected };
  }
  const comparable = value as string | number;
  if (minValue !== null && comparable < minValue) return { message: 'is too small', expected: `at least ${minValue}` };
  if (maxValue !== null && comparable > maxValue) return { message: 'is too large', expected: `at most ${maxValue}` };
  return undefined;
}

/** `given`: what was sent, over what was there. A field without a value has its default. Errors: InvalidRequest. */
export function checkCustomFields(
  schemas: readonly CustomFieldSchema[],
  given: Readonly<Record<string, unknown>>,
  path: string,
): FieldValues {
  const names = schemas.map(({ fieldName }) => fieldName);
  const unknown = Object.keys(given).filter((name) => !names.includes(name));
  const valueIn = (schema: CustomFieldSchema): unknown =>
    Object.hasOwn(given, schema.fieldName) ? (given[schema.fieldName] ?? null) : schema.default;
  mustHaveNone([
    ...unknown.map((name) => noSuchField(`${path}.${name.slice(0, 60)}`, name, names)),
    ...schemas.flatMap((schema) => problemOf(`${path}.${schema.fieldName}`, schema, valueIn(schema))),
  ]);
  return Object.fromEntries(schemas.map((schema) => [schema.fieldName, valueIn(schema) as FieldValues[string]]));
}

function noSuchField(path: string, name: string, names: readonly string[]): Problem {
  const near = nearestNames(name, names);
  const expected = near.length > 0 ? `did you mean ${near.join(' or ')}?` : nearestFirst(name, names) || 'nothing';
  return { path, message: 'is no field of this type of case', expected };
}

function problemOf(path: string, schema: CustomFieldSchema, value: unknown): Problem[] {
  if (value == null) {
    return problemIf(schema.required, path, 'is required', expectedOf[schema.dataType]);
  }
  const wrong = wrongValue(schema, value);
  return wrong === undefined ? [] : [{ path, ...wrong }];
}

/** What is wrong with the schemas themselves. `base`: the base type, and the names that all its cases have. */
export function schemaProblems(
  path: string,
  schemas: readonly CustomFieldSchema[],
  base: { readonly type: string; readonly names: readonly string[] },
): readonly Problem[] {
  return schemas.flatMap((schema, i) => {
    const at = `${path}[${i}]`;
    const isTwice = schemas.findIndex(({ fieldName }) => fieldName === schema.fieldName) < i;
    const isOfBase = base.names.includes(schema.fieldName);
    const name = `${at}.fieldName`;
    return [
      ...problemIf(isTwice, name, 'is the name of another of these fields', 'another name'),
      ...problemIf(isOfBase, name, `is a field that every case of the type ${base.type} has`, 'another name'),
      ...validationProblems(at, schema),
      ...defaultProblems(at, schema),
    ];
  });
}

function validationProblems(at: string, { dataType, validation }: CustomFieldSchema): Problem[] {
  if (validation === null) return [];
  const { enum: values, length, minValue, maxValue } = validation;
  const wrong = (is: boolean, name: string, message: string, expected: string): Problem[] =>
    problemIf(is, `${at}.validation.${name}`, message, expected);
  const ofType = (name: string, value: unknown): Problem[] => {
    const isOther = value !== null && !isOfType(dataType, value);
    return wrong(isOther, name, 'does not have the type of the field', expectedOf[dataType]);
  };
  const onlyFor = (name: string, value: unknown, types: readonly FieldType[]): Problem[] => {
    const isOther = value !== null && !types.includes(dataType);
    return wrong(isOther, name, `says nothing of a ${dataType}`, types.join(' or '));
  };
  const ordered: readonly FieldType[] = ['integer', 'number', 'date'];
  const isReversed = minValue !== null && maxValue !== null && minValue > maxValue;
  return [
    ...onlyFor('length', length, ['string']),
    ...onlyFor('minValue', minValue, ordered),
    ...onlyFor('maxValue', maxValue, ordered),
    ...ofType('minValue', minValue),
    ...ofType('maxValue', maxValue),
    ...(values ?? []).flatMap((value, i) => ofType(`enum[${i}]`, value)),
    ...wrong(isReversed, 'maxValue', 'is below minValue', `at least ${minValue}`),
  ];
}

function defaultProblems(at: string, schema: CustomFieldSchema): Problem[] {
  if (schema.default === null) return [];
  const wrong = wrongValue(schema, schema.default);
  return wrong === undefined ? [] : [{ path: `${at}.default`, ...wrong }];
}
