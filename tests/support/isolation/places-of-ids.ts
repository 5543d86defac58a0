// The places where a request may name an object: in its path, its query and anywhere in its body. The schemas show
// them, so that a new field is tested as soon as it is declared.
import type { Endpoint } from '#platform/http/endpoint.ts';
import { queryOf } from '#platform/http/read-input.ts';
import type { Schema } from '../fuzz/description.ts';
import { namesAnObject } from '../fuzz/values.ts';

export interface FieldOfIds {
  /** The path, with 0 for the first item of a list. */
  readonly path: readonly (string | number)[];
  readonly name: string;
  /** The prefix in its example, such as LN. */
  readonly prefix: string | undefined;
}

export function fieldsOfIds(endpoint: Endpoint): FieldOfIds[] {
  const schema = endpoint.body ?? endpoint.line;
  return schema === undefined ? [] : walk(schema as Schema, '', []);
}

export function queriesOfIds(endpoint: Endpoint): FieldOfIds[] {
  return Object.entries(queryOf(endpoint)).flatMap(([name, schema]) => {
    const isCursor = name === 'startingAfter' || name === 'endingBefore';
    const found = walk(schema as Schema, name, [name]);
    return isCursor ? [{ path: [name], name, prefix: undefined }] : found;
  });
}

function walk(schema: Schema, name: string, path: readonly (string | number)[]): FieldOfIds[] {
  const { properties, items, anyOf, type, examples = [] } = schema;
  if (properties !== undefined) {
    return Object.entries(properties).flatMap(([field, one]) => walk(one, field, [...path, field]));
  }
  if (items !== undefined) return walk(items, name, [...path, 0]);
  if (anyOf?.[0] !== undefined) return walk(anyOf[0], name, path);
  if (![type].flat().includes('string') || schema.enum !== undefined || schema.format !== undefined) return [];
  if (!namesAnObject(schema, name)) return [];
  const [example] = examples;
  return [{ path, name, prefix: typeof example === 'string' ? example.slice(0, 2) : undefined }];
}

/** A copy with the value at the place. Objects that are added on the way get their required fields. */
export function withValue(
  schema: Schema,
  body: unknown,
  [first, ...rest]: readonly (string | number)[],
  value: unknown,
): unknown {
  if (first === undefined) return value;
  if (schema.anyOf?.[0] !== undefined) return withValue(schema.anyOf[0], body, [first, ...rest], value);
  if (typeof first === 'number') {
    const [item, ...others] = Array.isArray(body) ? body : [];
    return [withValue(schema.items ?? {}, item, rest, value), ...others];
  }
  const holder = (typeof body === 'object' && body !== null ? body : sample(schema)) as Record<string, unknown>;
  const inner = schema.properties?.[first] ?? {};
  return { ...holder, [first]: withValue(inner, holder[first], rest, value) };
}

/** The smallest value that fits. */
function sample({
  anyOf,
  properties,
  required = [],
  enum: choices,
  const: only,
  examples,
  items,
  minItems,
}: Schema): unknown {
  if (anyOf?.[0] !== undefined) return sample(anyOf[0]);
  if (properties !== undefined)
    return Object.fromEntries(required.map((name) => [name, sample(properties[name] ?? {})]));
  if (items !== undefined) return Array.from({ length: minItems ?? 0 }, () => sample(items));
  return only ?? choices?.[0] ?? examples?.[0];
}
