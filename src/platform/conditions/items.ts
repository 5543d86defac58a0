// The other form of a condition, as the interface has it: a list of comparisons that must all hold. It is written as the
// text that says the same, so that inside there is one form.
import { parseCivilDate } from '@tenor/engine/values/civil-date.ts';
import Type, { type Static } from 'typebox';
import type { Problem } from '#platform/errors.ts';
import { Named, Nullable, StringEnum, Text } from '#platform/input/schemas.ts';
import { type FieldType, fieldTypes, type NamedContext } from './named-context.ts';

const signs = { eq: '==', ne: '!=', gt: '>', gte: '>=', lt: '<', lte: '<=', in: 'in' } as const;
const operators = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'in'] as const;
const listMax = 100;

export const ConditionItem = Named('ConditionItem')({
  fieldName: Text({ min: 1, max: 100, example: 'courtCaseChapter', description: 'A field of the case.' }),
  operator: StringEnum(operators, { example: 'eq', description: '`in`: the value is a list of which one must match.' }),
  value: Type.Unsafe<unknown>({ description: 'A value of the type of the field; a list of them for `in`.' }),
  dataType: Type.Optional(
    Nullable(StringEnum(fieldTypes), { description: 'The type of the field, for clients that send it.' }),
  ),
});
export type ConditionItem = Static<typeof ConditionItem>;

interface Written {
  readonly text: string;
  readonly problems: readonly Problem[];
}

/** `path`: the field of the request that has the list. */
export function textOfItems(path: string, items: readonly ConditionItem[], context: NamedContext): Written {
  const written = items.map((item, i) => textOfItem(`${path}[${i}]`, item, context));
  return {
    text: written.map(({ text }) => text).join(' && '),
    problems: written.flatMap(({ problems }) => problems),
  };
}

function textOfItem(path: string, item: ConditionItem, context: NamedContext): Written {
  const name = fullName(item.fieldName, context);
  const wrong = (field: string, message: string, expected: string): Written => ({
    text: '',
    problems: [{ path: `${path}.${field}`, message, expected }],
  });
  const type = name === undefined ? undefined : context.fields[name]?.type;
  if (type === undefined)
    return wrong('fieldName', `${context.name} has no such field`, `a field of the ${context.name}`);
  const { dataType, operator, value } = item;
  if (dataType != null && dataType !== type) return wrong('dataType', `is not the type of ${name}`, type);
  const literal = operator === 'in' ? listOf(type, value) : literalOf(type, value);
  if (literal === undefined) {
    const expected = operator === 'in' ? `a list of 1 to ${listMax} values, each ${words[type]}` : words[type];
    return wrong('value', 'does not fit the field', expected);
  }
  return { text: `${context.name}.${name} ${signs[operator]} ${literal}`, problems: [] };
}

/** A field of a part may be named without the part where no other field has the name. */
function fullName(fieldName: string, { fields }: NamedContext): string | undefined {
  if (Object.hasOwn(fields, fieldName)) return fieldName;
  const inParts = Object.keys(fields).filter((path) => path.endsWith(`.${fieldName}`));
  return inParts.length === 1 ? inParts[0] : undefined;
}

const words: Readonly<Record<FieldType, string>> = {
  string: 'text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  date: 'a date such as 2026-01-31',
};

function listOf(type: FieldType, value: unknown): string | undefined {
  if (!Array.isArray(value) || value.length === 0 || value.length > listMax) return undefined;
  const literals = value.map((one) => literalOf(type, one));
  return literals.includes(undefined) ? undefined : `[${literals.join(', ')}]`;
}

/** The value as the language writes it. Numbers may come as text, as a client sends them that has text alone. */
function literalOf(type: FieldType, value: unknown): string | undefined {
  if (type === 'string') return typeof value === 'string' ? JSON.stringify(value) : undefined;
  if (type === 'boolean') return value === true || value === false ? String(value) : undefined;
  if (type === 'date') {
    const date = typeof value === 'string' ? parseCivilDate(value) : undefined;
    return date === undefined ? undefined : JSON.stringify(date);
  }
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isFinite(number)) return undefined;
  if (type === 'integer') return Number.isSafeInteger(number) ? String(number) : undefined;
  return /[.e]/.test(String(number)) ? String(number) : `${number}.0`;
}
