// Writes schemas for the description. One with a title is written once, among the shared schemas, and everywhere else
// by reference, with the words that belong to the place.
import { isDeepStrictEqual } from 'node:util';
import type { TSchema } from 'typebox';

type Json = Record<string, unknown>;

interface Node {
  readonly title?: string;
  readonly type?: string | readonly string[];
  readonly required?: readonly string[];
  readonly description?: string;
  readonly examples?: readonly unknown[];
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Node[];
  readonly properties?: Readonly<Record<string, TSchema>>;
  /** The schema to which this one gives other words. */
  readonly 'x-describes'?: Node;
  /** The titled schema to which this one adds fields. */
  readonly 'x-extends'?: Node;
  readonly 'x-without-effect'?: string;
}

const ownKeywords: ReadonlySet<string> = new Set([
  'x-tenor',
  'x-expected',
  'x-refers-to',
  'x-without-effect',
  'x-describes',
  'x-extends',
]);

const plainTypes: ReadonlySet<unknown> = new Set(['string', 'number', 'integer', 'boolean']);

export const referTo = (kind: string, name: string): Json => ({ $ref: `#/components/${kind}/${name}` });

export interface LaterField {
  /** The title of its schema. */
  readonly resource: string;
  readonly field: string;
  readonly since: string;
}

export interface SchemaBook {
  write(schema: TSchema): Json;
  /** Gives a titled schema an example of the whole. The first one stays. */
  illustrate(schema: TSchema, example: unknown): void;
  hasExample(schema: TSchema): boolean;
  /** All titled schemas that were written, by title. */
  shared(): Json;
}

/** `later`: fields that the version without a header does not show. */
export function schemaBook(later: readonly LaterField[]): SchemaBook {
  const named = new Map<string, { readonly node: Node; written: Json }>();
  const examples = new Map<string, unknown>();

  function write(schema: Node): Json {
    const base = schema['x-describes'] ?? schema;
    if (base.title === undefined) return writeNullable(schema) ?? writeWhole(schema);
    enter(base.title, base);
    return { ...referTo('schemas', base.title), ...wordsBesides(base, schema) };
  }

  function enter(title: string, node: Node): void {
    const known = named.get(title);
    if (known?.node === node) return;
    const entry = { node, written: {} };
    if (known === undefined) named.set(title, entry);
    const ofTitle = later.filter(({ resource }) => resource === title);
    entry.written = ofTitle.reduce(mayBeMissing, writeWhole(node));
    if (known !== undefined && !isDeepStrictEqual(known.written, entry.written)) {
      throw new Error(`Two schemas have the title ${title}. Give one of them another.`);
    }
  }

  /** A plain value or null is one schema of two types. Lists and choices are not: some clients would lose the null. */
  function writeNullable(schema: Node): Json | undefined {
    const [inner, second, ...more] = schema.anyOf ?? [];
    if (inner === undefined || second?.type !== 'null' || more.length > 0) return undefined;
    const { description, examples, ...bare } = write(inner);
    const words = {
      ...(description === undefined ? {} : { description }),
      ...(examples === undefined ? {} : { examples }),
      ...wordsBesides(inner['x-describes'] ?? inner, schema),
    };
    const isPlain = plainTypes.has(bare.type) && bare.enum === undefined;
    if (!isPlain) return { anyOf: [bare, { type: 'null' }], ...words };
    return { ...bare, type: [bare.type, 'null'], ...words };
  }

  function writeInFull(node: Node): Json {
    const entries = Object.entries(node).filter(([key]) => !ownKeywords.has(key));
    const written = Object.fromEntries(entries.map(([key, value]) => [key, writePart(key, value)]));
    return { ...written, ...wordsBesides({}, node) };
  }

  function writePart(key: string, value: unknown): unknown {
    if (key === 'properties' || key === 'patternProperties') {
      return Object.fromEntries(Object.entries(value as object).map(([name, field]) => [name, write(field)]));
    }
    if (key === 'anyOf' || key === 'allOf') return (value as Node[]).map(write);
    const isSchema = ['items', 'additionalProperties', 'propertyNames'].includes(key) && typeof value === 'object';
    return isSchema ? write(value as Node) : value;
  }

  function writeWhole(node: Node): Json {
    const { 'x-extends': base, properties = {}, required = [], title, ...rest } = node;
    if (base === undefined) return writeInFull(node);
    const isOwn = (name: string): boolean => properties[name] !== base.properties?.[name];
    const own = Object.fromEntries(Object.entries(properties).filter(([name]) => isOwn(name)));
    const added = { ...rest, required: required.filter(isOwn), properties: own };
    return { allOf: [write(base), writeInFull(added)] };
  }

  return {
    write: (schema) => write(schema as Node),
    illustrate(schema, example) {
      const { title } = schema as Node;
      if (title !== undefined && !examples.has(title)) examples.set(title, example);
    },
    hasExample: (schema) => examples.has((schema as Node).title ?? ''),
    shared: () =>
      Object.fromEntries(
        [...named]
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([title, { written }]) => {
            const { title: _, ...schema } = written;
            return [title, examples.has(title) ? { ...schema, examples: [examples.get(title)] } : schema];
          }),
      ),
  };
}

function mayBeMissing(written: Json, { field, since }: LaterField): Json {
  const { properties = {}, required = [] } = written as { properties?: Record<string, Json>; required?: string[] };
  const own = properties[field];
  if (own === undefined) return written;
  const description = [own.description, `Shown from version ${since} on.`].filter(Boolean).join(' ');
  return {
    ...written,
    required: required.filter((name) => name !== field),
    properties: { ...properties, [field]: { ...own, description } },
  };
}

/** The words of a schema that the one it describes does not have, and what it waits for. */
function wordsBesides(base: Node, { description, examples, 'x-without-effect': until }: Node): Json {
  const own = description === base.description ? undefined : description;
  const waits = until === undefined ? undefined : `Without effect yet: it waits for ${until}.`;
  const words = [own, waits].filter(Boolean).join(' ');
  return {
    ...(words === '' ? {} : { description: words }),
    ...(examples === undefined || isDeepStrictEqual(examples, base.examples) ? {} : { examples }),
  };
}
