// What a caller may leave out of an object: a field that may be null, and a list. Stored it has all of them, so that the
// same content is always written in the same way.
import Type, { type TProperties, type TSchema } from 'typebox';
import { CustomFieldSchema, CustomFieldSchemaInput } from '#capabilities/case-types/index.ts';
import { Nullable } from '#platform/input/schemas.ts';

interface Parts {
  readonly type?: string;
  readonly title?: string;
  readonly description?: string;
  readonly properties?: TProperties;
  readonly items?: TSchema;
  readonly anyOf?: readonly [TSchema, TSchema];
}

/** Fields of forms have a form of their own in which they are sent. */
const made = new Map<TSchema, TSchema>([[CustomFieldSchema, CustomFieldSchemaInput]]);

/** The schema of what is sent for a schema of what is stored. Documents name each of them once. */
export function sentForm(schema: TSchema): TSchema {
  const known = made.get(schema) ?? formOf(schema);
  made.set(schema, known);
  return known;
}

function formOf(schema: TSchema): TSchema {
  const { anyOf, items, properties, title = '', description } = schema as Parts;
  if (anyOf !== undefined) return Nullable(sentForm(anyOf[0]), description === undefined ? {} : { description });
  if (items !== undefined) return Type.With(schema, { items: sentForm(items) }) as TSchema;
  if (properties === undefined) return schema;
  // What is sent as it is stored needs no second name.
  if (Object.values(properties).every((one) => !mayLack(one) && sentForm(one) === one)) return schema;
  const fields = Object.entries(properties).map(([name, one]) => [name, mayLack(one) ? optional(one) : sentForm(one)]);
  return Type.Object(Object.fromEntries(fields), { title: `${title}Input` });
}

const optional = (schema: TSchema): TSchema => Type.Optional(sentForm(schema));

const mayLack = (schema: TSchema): boolean => {
  const { anyOf, items } = schema as Parts;
  return anyOf !== undefined || items !== undefined;
};

/** What was sent with all that was left out, in the order of the schema. */
export function inFull(schema: TSchema, sent: unknown): unknown {
  const { anyOf, items, properties } = schema as Parts;
  if (anyOf !== undefined) return sent == null ? null : inFull(anyOf[0], sent);
  if (items !== undefined) return ((sent ?? []) as readonly unknown[]).map((one) => inFull(items, one));
  if (properties === undefined) return sent;
  const given = sent as Readonly<Record<string, unknown>>;
  return Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, inFull(one, given[name])]));
}
