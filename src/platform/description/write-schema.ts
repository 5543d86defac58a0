// How one schema is written in the description. `write` writes the schemas within it.
import { isDeepStrictEqual } from 'node:util';

type Json = Record<string, unknown>;
type Write = (schema: Node) => Json;

export interface Node {
  readonly title?: string;
  readonly type?: string | readonly string[];
  readonly required?: readonly string[];
  readonly description?: string;
  readonly examples?: readonly unknown[];
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Node[];
  readonly properties?: Readonly<Record<string, Node>>;
  /** The schema to which this one gives other words. */
  readonly 'x-describes'?: Node;
  /** The titled schema to which this one adds fields. */
  readonly 'x-extends'?: Node;
  readonly 'x-without-effect'?: string;
}

const ownKeywords: ReadonlySet<string> = new Set([
  'x-tenor',
  'x-expected',
  'x-names',
  'x-refers-to',
  'x-without-effect',
  'x-not-sent-if-empty',
  'x-null-is-said',
  'x-describes',
  'x-extends',
]);

const plainTypes: ReadonlySet<unknown> = new Set(['string', 'number', 'integer', 'boolean']);

/** The schema itself, without looking at its title. */
export const writeUntitled = (schema: Node, write: Write): Json =>
  writeNullable(schema, write) ?? writeWhole(schema, write);

/** A plain value or null is one schema of two types. Lists and choices are not: some clients would lose the null. */
function writeNullable(schema: Node, write: Write): Json | undefined {
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

function writeInFull(node: Node, write: Write): Json {
  const entries = Object.entries(node).filter(([key]) => !ownKeywords.has(key));
  const written = Object.fromEntries(entries.map(([key, value]) => [key, writePart(key, value, write)]));
  return { ...written, ...wordsBesides({}, node) };
}

function writePart(key: string, value: unknown, write: Write): unknown {
  if (key === 'properties' || key === 'patternProperties') {
    return Object.fromEntries(Object.entries(value as object).map(([name, field]) => [name, write(field)]));
  }
  if (key === 'anyOf' || key === 'allOf') return (value as Node[]).map(write);
  const isSchema = ['items', 'additionalProperties', 'propertyNames'].includes(key) && typeof value === 'object';
  return isSchema ? write(value as Node) : value;
}

function writeWhole(node: Node, write: Write): Json {
  const { 'x-extends': base, properties = {}, required = [], title, ...rest } = node;
  if (base === undefined) return writeInFull(node, write);
  const isOwn = (name: string): boolean => properties[name] !== base.properties?.[name];
  const own = Object.fromEntries(Object.entries(properties).filter(([name]) => isOwn(name)));
  const added = { ...rest, required: required.filter(isOwn), properties: own };
  return { allOf: [write(base), writeInFull(added, write)] };
}

/** The words of a schema that the one it describes does not have, and what it waits for. */
export function wordsBesides(base: Node, { description, examples, 'x-without-effect': until }: Node): Json {
  const own = description === base.description ? undefined : description;
  const waits = until === undefined ? undefined : `Without effect yet: it waits for ${until}.`;
  const words = [own, waits].filter(Boolean).join(' ');
  return {
    ...(words === '' ? {} : { description: words }),
    ...(examples === undefined || isDeepStrictEqual(examples, base.examples) ? {} : { examples }),
  };
}
