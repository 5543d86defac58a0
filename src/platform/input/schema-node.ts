// Takes a schema apart, once at start, into the few kinds that requests consist of. Everything else is unsupported and
// throws, so that no keyword is silently ignored: references, intersections, unions other than "or null", tuples,
// patterns of property names, uniqueItems (quadratic on a long list), conditions.

import type { TSchema } from 'typebox';
import { type LeafSchema, leafWords, listWords } from './expectation.ts';
import { type SpecialName, specialValues } from './special-values.ts';

/** A plain JSON Schema that accepts anything for our special values, because our own decoders judge those. */
type CheckSchema = Readonly<Record<string, unknown>>;

interface NodeBase {
  readonly check: CheckSchema;
  /** What would be right; completes "must be …". */
  readonly expected: string;
}

export type SchemaNode = NodeBase &
  (
    | {
        readonly kind: 'object';
        readonly fields: ReadonlyMap<string, SchemaNode>;
        readonly required: readonly string[];
        /** What becomes of fields that it does not name. */
        readonly unknown: 'kept' | 'leftOut' | 'refused';
      }
    | { readonly kind: 'record'; readonly values: SchemaNode }
    | {
        readonly kind: 'list';
        readonly items: SchemaNode;
        readonly size: CheckSchema;
        /** Whether a list without an item is as if the field were not sent. */
        readonly isNotSentIfEmpty: boolean;
      }
    | {
        readonly kind: 'nullable';
        readonly inner: SchemaNode;
        /** Whether null means so much that no empty text stands for it. */
        readonly isNullSaid: boolean;
      }
    | { readonly kind: 'special'; readonly special: SpecialName }
    | { readonly kind: 'metaData' }
    | { readonly kind: 'leaf'; readonly leaf: LeafSchema }
    | { readonly kind: 'open' }
  );

interface RawSchema extends LeafSchema {
  readonly 'x-tenor'?: string;
  readonly 'x-not-sent-if-empty'?: boolean;
  readonly 'x-null-is-said'?: boolean;
  readonly properties?: Record<string, RawSchema>;
  readonly required?: readonly string[];
  readonly additionalProperties?: unknown;
  readonly patternProperties?: Record<string, RawSchema>;
  readonly items?: RawSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly anyOf?: readonly RawSchema[];
}

const annotations = new Set([
  'title',
  'description',
  'examples',
  'example',
  'default',
  'deprecated',
  'readOnly',
  'writeOnly',
  '$id',
  '$schema',
  '$comment',
]);

const leafKeywords = [
  'type',
  'enum',
  'const',
  'minLength',
  'maxLength',
  'pattern',
  'format',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
];

// These keywords describe in documents what our decoders judge. Any other bound on such a field, such as `minimum`,
// would have no effect.
const specialKeywords = ['type', 'format', 'maxProperties', 'propertyNames', 'additionalProperties'];

const leafTypes = new Set(['string', 'integer', 'number', 'boolean', 'null']);

/** `at` names the place in the schema, for the error about an unsupported one. */
export function nodeOf(schema: TSchema, at: string): SchemaNode {
  return read(schema as RawSchema, at);
}

function read(schema: RawSchema, at: string): SchemaNode {
  const known = schema['x-tenor'];
  if (known !== undefined) {
    only(schema, specialKeywords, at);
    return specialNode(known, at);
  }
  if (schema.anyOf !== undefined) return nullableNode(schema, at);
  if (schema.type === 'object')
    return schema.properties === undefined ? recordNode(schema, at) : objectNode(schema, at);
  if (schema.type === 'array') return listNode(schema, at);
  const keywords = keywordsOf(schema);
  if (keywords.length === 0) return { kind: 'open', check: {}, expected: 'any value' };
  return leafNode(schema, at);
}

function specialNode(name: string, at: string): SchemaNode {
  if (name === 'metaData') return { kind: 'metaData', check: {}, expected: 'an object of names and values, or null' };
  if (!Object.hasOwn(specialValues, name)) throw new Error(`${at}: there is no special value '${name}'`);
  const special = name as SpecialName;
  return { kind: 'special', special, check: {}, expected: specialValues[special].expected };
}

function nullableNode(schema: RawSchema, at: string): SchemaNode {
  only(schema, ['anyOf'], at);
  const [first, second, ...more] = schema.anyOf ?? [];
  if (first === undefined || second?.type !== 'null' || more.length > 0) {
    throw new Error(`${at}: a union can only be Nullable(schema); for a choice of texts use StringEnum`);
  }
  const inner = read(first, at);
  const check = { anyOf: [inner.check, { type: 'null' }] };
  const isNullSaid = schema['x-null-is-said'] === true;
  return { kind: 'nullable', inner, isNullSaid, check, expected: `${inner.expected}, or null` };
}

const unknownFields = new Map<unknown, 'kept' | 'leftOut' | 'refused'>([
  [undefined, 'leftOut'],
  [true, 'kept'],
  [false, 'refused'],
]);

function objectNode(schema: RawSchema, at: string): SchemaNode {
  only(schema, ['type', 'properties', 'required', 'additionalProperties'], at);
  const unknown = unknownFields.get(schema.additionalProperties);
  if (unknown === undefined) {
    throw new Error(`${at}: additionalProperties can only be true or false; for a map use Type.Record`);
  }
  const fields = new Map<string, SchemaNode>();
  for (const [name, field] of Object.entries(schema.properties ?? {})) fields.set(name, read(field, `${at}.${name}`));
  const required = schema.required ?? [];
  const properties = Object.fromEntries([...fields].map(([name, field]) => [name, field.check]));
  const check = { type: 'object', properties, required };
  return { kind: 'object', fields, required, unknown, check, expected: 'an object' };
}

/** Type.Record(Type.String(), values) writes the pattern `^.*$`, which a name with a line break does not match. */
function recordNode(schema: RawSchema, at: string): SchemaNode {
  only(schema, ['type', 'patternProperties'], at);
  const patterns = Object.entries(schema.patternProperties ?? {});
  const [[pattern, raw] = []] = patterns;
  if (raw === undefined || pattern !== '^.*$' || patterns.length > 1) {
    throw new Error(`${at}: an object needs properties, or to be a Type.Record with Type.String() as its key`);
  }
  const values = read(raw, `${at}.*`);
  const check = { type: 'object', additionalProperties: values.check };
  return { kind: 'record', values, check, expected: 'an object' };
}

function listNode(schema: RawSchema, at: string): SchemaNode {
  only(schema, ['type', 'items', 'minItems', 'maxItems'], at);
  if (schema.items === undefined || Array.isArray(schema.items)) {
    throw new Error(`${at}: a list needs one schema for its items`);
  }
  const items = read(schema.items, `${at}[]`);
  const size = pick(schema, ['type', 'minItems', 'maxItems']);
  const check = { ...size, items: items.check };
  const isNotSentIfEmpty = schema['x-not-sent-if-empty'] === true;
  return { kind: 'list', items, size, isNotSentIfEmpty, check, expected: listWords(schema) };
}

function leafNode(schema: RawSchema, at: string): SchemaNode {
  only(schema, leafKeywords, at);
  const types = [schema.type ?? []].flat();
  if (types.some((type) => !leafTypes.has(type)))
    throw new Error(`${at}: the type ${types.join(' or ')} is not supported`);
  if (types.length === 0 && schema.enum === undefined && schema.const === undefined) {
    throw new Error(`${at}: a schema needs a type`);
  }
  const expected = schema['x-expected'] ?? leafWords(schema);
  return { kind: 'leaf', leaf: schema, check: pick(schema, leafKeywords), expected };
}

function keywordsOf(schema: RawSchema): string[] {
  return Object.keys(schema).filter((keyword) => !annotations.has(keyword) && !keyword.startsWith('x-'));
}

function only(schema: RawSchema, keywords: readonly string[], at: string): void {
  const other = keywordsOf(schema).find((keyword) => !keywords.includes(keyword));
  if (other !== undefined) throw new Error(`${at}: the keyword '${other}' is not supported in the schema of a request`);
}

function pick(schema: RawSchema, keywords: readonly string[]): CheckSchema {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => keywords.includes(keyword)));
}
