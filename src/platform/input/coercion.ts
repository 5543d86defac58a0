// Forms and queries contain only text. The schema's type decides what a text means, never its looks: `lastName=0123`
// stays text; `limit=1.5` is no whole number, and the check that follows refuses it. In JSON
// only an empty text may mean something else than itself.

import { Check } from 'typebox/schema';
import { typesOf } from './expectation.ts';
import { exactNumber } from './number.ts';
import type { SchemaNode } from './schema-node.ts';
import { specialValues } from './special-values.ts';

type Coercion = (value: unknown) => unknown;

const wholeNumber = /^-?\d+$/;
const decimal = /^-?\d+(?:\.\d+)?$/;

/** A text that does not fit stays as it is, and the check refuses it. */
const coercions: Readonly<Record<string, (text: string) => unknown>> = {
  integer: (text) => (wholeNumber.test(text) ? numberOf(text) : text),
  number: (text) => (decimal.test(text) ? numberOf(text) : text),
  boolean: (text) => (text === 'true' || text === 'false' ? text === 'true' : text),
};

/** `-0` is a number in JSON, but the sender of a form cannot have meant it. */
const numberOf = (text: string): unknown => {
  const value = exactNumber(text);
  return value === 0 ? 0 : value;
};

const asIs = (text: string): unknown => text;

/** Undefined when the schema wants text. */
export function leafCoercion(node: SchemaNode & { readonly kind: 'leaf' }): Coercion | undefined {
  const types = typesOf(node.leaf);
  const type = types.find((name) => Object.hasOwn(coercions, name));
  const coerce = types.includes('string') || type === undefined ? asIs : coercions[type]!;
  const emptyIsNull = types.includes('null') && !admitsEmptyText(node);
  if (coerce === asIs && !emptyIsNull) return undefined;
  return (value) => {
    if (typeof value !== 'string') return value;
    return value === '' && emptyIsNull ? null : coerce(value);
  };
}

/** Whether the word null can only mean null: the field is a number or true or false. */
export const meansNoText = (node: SchemaNode): boolean =>
  node.kind === 'leaf' && !typesOf(node.leaf).includes('string');

/**
 * An empty value is a form's way to say null, as in `externalId=`. It stays text only when the field may be an empty
 * text.
 */
export function admitsEmptyText(node: SchemaNode): boolean {
  return node.kind === 'open' || (node.kind === 'leaf' && Check(node.check, ''));
}

/**
 * Typed clients write an empty text in JSON for a date, an id or a word of a choice that they do not have. An amount is
 * a number, although it may come in quotes.
 */
export function isWrittenAsText(node: SchemaNode): boolean {
  if (node.kind === 'leaf') return typesOf(node.leaf).includes('string');
  if (node.kind !== 'special') return false;
  const { types } = specialValues[node.special];
  return types.includes('string') && !types.includes('number');
}

/** `statuses=active,frozen&statuses=closed` in a query. An empty value is the empty list. */
export function queryList(value: unknown): unknown {
  const texts = typeof value === 'string' ? [value] : value;
  if (!Array.isArray(texts)) return value;
  return texts.flatMap((text: unknown) => (typeof text === 'string' ? splitText(text) : [text]));
}

const splitText = (text: string): string[] => (text === '' ? [] : text.split(','));

/**
 * In a form commas belong to the text, and one value is a list of one. If all names are positions it is a list too:
 * some clients write `items.0.name` for `items[0][name]`.
 */
export function formList(value: unknown): unknown {
  if (typeof value === 'string') return value === '' ? [] : [value];
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const names = Object.keys(value);
  return names.length > 0 && names.every((name, index) => name === String(index)) ? Object.values(value) : value;
}

/** `metaData[0]=x` looks like a list until the schema says that 0 is a name. */
export function formMap(value: unknown): unknown {
  return Array.isArray(value) ? Object.fromEntries(value.entries()) : value;
}
