// Describes in words of the schema what would be right, and what came instead, without repeating the caller's data.

import { Inexact } from './number.ts';
import type { Source } from './special-values.ts';

export interface LeafSchema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  /** The schema author's words instead of ours, completing "must be …". */
  readonly 'x-expected'?: string;
}

export const typesOf = (schema: LeafSchema): readonly string[] => {
  if (schema.type !== undefined) return [schema.type].flat();
  return [...new Set((schema.enum ?? [schema.const]).map((value) => (value === null ? 'null' : typeof value)))];
};

export function leafWords(schema: LeafSchema): string {
  if (schema.const !== undefined) return `the value ${String(schema.const)}`;
  if (schema.enum !== undefined) return `one of ${schema.enum.map(String).join(', ')}`;
  return typesOf(schema)
    .map((type) => typeWords(type, schema))
    .join(', or ');
}

function typeWords(type: string, schema: LeafSchema): string {
  if (type === 'string') return textWords(schema);
  if (type === 'boolean') return 'true or false';
  if (type === 'null') return 'null';
  return `${type === 'integer' ? 'a whole number' : 'a number'}${rangeWords(schema)}`;
}

function textWords({ minLength = 0, maxLength, pattern, format }: LeafSchema): string {
  const length = countWords({ min: minLength, max: maxLength, one: 'character', many: 'characters' });
  const form = format ?? pattern;
  return `text${length}${form === undefined ? '' : ` in the form ${form}`}`;
}

function rangeWords({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: LeafSchema): string {
  if (minimum !== undefined && maximum !== undefined) return ` from ${minimum} to ${maximum}`;
  const bounds: string[] = [];
  if (minimum !== undefined) bounds.push(`at least ${minimum}`);
  if (exclusiveMinimum !== undefined) bounds.push(`more than ${exclusiveMinimum}`);
  if (maximum !== undefined) bounds.push(`at most ${maximum}`);
  if (exclusiveMaximum !== undefined) bounds.push(`less than ${exclusiveMaximum}`);
  return bounds.length === 0 ? '' : ` of ${bounds.join(' and ')}`;
}

export function listWords({
  minItems = 0,
  maxItems,
}: {
  readonly minItems?: number;
  readonly maxItems?: number;
}): string {
  return `a list${countWords({ min: minItems, max: maxItems, one: 'item', many: 'items' })}`;
}

interface Count {
  readonly min: number;
  readonly max: number | undefined;
  readonly one: string;
  readonly many: string;
}

function countWords({ min, max, one, many }: Count): string {
  const noun = (max ?? min) === 1 ? one : many;
  if (max === undefined) return min === 0 ? '' : ` of at least ${min} ${noun}`;
  if (min === max) return ` of exactly ${max} ${noun}`;
  return min === 0 ? ` of at most ${max} ${noun}` : ` of ${min} to ${max} ${noun}`;
}

/** Only short printable ASCII is repeated: it is probably a mistyped word and nobody's data. */
const echoable = /^[\x20-\x7e]{1,40}$/;

/**
 * Choices, and texts in a query for a number or a boolean, are repeated because they are words of this interface. Free
 * text is not: it may be a name or an identity number, and messages are logged.
 */
function mayEcho(schema: LeafSchema, source: Source): boolean {
  if (schema.enum !== undefined || schema.const !== undefined) return true;
  return source === 'query' && !typesOf(schema).includes('string');
}

export function leafContrast(schema: LeafSchema, value: unknown, source: Source): string {
  const isSimple = typeof value === 'string' || typeof value === 'number';
  if (isSimple && mayEcho(schema, source) && echoable.test(String(value))) return `, not '${value}'`;
  return contrast(value, typesOf(schema));
}

/** Empty when the value has the right type and only its size or form is wrong: then "must be …" is enough. */
export function contrast(value: unknown, types: readonly string[]): string {
  const [type, words] = kindOf(value);
  const isRightType = types.includes(type) || (type === 'number' && types.includes('integer'));
  if (!isRightType) return `, not ${words}`;
  return value instanceof Inexact ? ', not a number with more digits than can be kept exactly' : '';
}

function kindOf(value: unknown): readonly [type: string, words: string] {
  if (value === null) return ['null', 'null'];
  if (typeof value === 'string') return ['string', value === '' ? 'an empty value' : 'text'];
  if (typeof value === 'boolean') return ['boolean', String(value)];
  if (typeof value === 'number' || value instanceof Inexact) return ['number', 'a number'];
  return Array.isArray(value) ? ['array', 'a list'] : ['object', 'an object'];
}
