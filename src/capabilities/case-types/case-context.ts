// What a condition may name of a case.
import type { NamedContext, NamedField } from '#platform/conditions/named-context.ts';
import { fieldsOfBase } from './base-fields.ts';
import { type BaseCaseType, baseCaseTypes, caseStatuses } from './base-types.ts';
import type { CustomFieldSchema } from './field-schema.ts';

export const caseReading = 'case:read';

const fieldsOfEvery: Readonly<Record<string, NamedField>> = {
  status: { type: 'string', words: caseStatuses },
  outcome: { type: 'string' },
  caseType: { type: 'string', words: baseCaseTypes },
  name: { type: 'string' },
};

function namedField({ dataType, validation }: CustomFieldSchema): NamedField {
  const { enum: values = null } = validation ?? {};
  return dataType === 'string' && values !== null ? { type: dataType, words: values.map(String) } : { type: dataType };
}

/** If several types have a field of this name, a condition may compare it with the words of all of them. */
function joined(one: NamedField | undefined, other: NamedField): NamedField {
  if (one === undefined) return other;
  const { words, ...field } = other;
  return one.words && words ? { ...field, words: [...new Set([...one.words, ...words])] } : field;
}

/** What a condition may name of fields with these schemas. `part`: what stands before the name of each. */
export function namedFields(schemas: readonly CustomFieldSchema[], part = ''): Record<string, NamedField> {
  const fields: Record<string, NamedField> = {};
  for (const schema of schemas) {
    const path = part + schema.fieldName;
    fields[path] = joined(fields[path], namedField(schema));
  }
  return fields;
}

/** The fields of a case of these base types, with these custom fields. */
export const caseContext = (
  types: readonly BaseCaseType[],
  customFields: readonly CustomFieldSchema[],
): NamedContext => ({
  name: 'case',
  permission: caseReading,
  fields: {
    ...fieldsOfEvery,
    ...namedFields(types.flatMap(fieldsOfBase)),
    ...namedFields(customFields, 'customFields.'),
  },
});
