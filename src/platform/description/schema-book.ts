// Writes schemas for the description. One with a title is written once, among the shared schemas, and everywhere else
// by reference, with the words that belong to the place.
import { isDeepStrictEqual } from 'node:util';
import type { TSchema } from 'typebox';
import { type Node, wordsBesides, writeUntitled } from './write-schema.ts';

type Json = Record<string, unknown>;

export const referTo = (kind: string, name: string): Json => ({ $ref: `#/components/${kind}/${name}` });

interface LaterField {
  /** The title of its schema. */
  readonly resource: string;
  readonly field: string;
  readonly since: string;
}

export interface SchemaBook {
  write(schema: TSchema): Json;
  /** Gives a titled schema an example of the whole, if there is one. The first one stays. */
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
    if (base.title === undefined) return writeUntitled(schema, write);
    enter(base.title, base);
    return { ...referTo('schemas', base.title), ...wordsBesides(base, schema) };
  }

  function enter(title: string, node: Node): void {
    const known = named.get(title);
    if (known?.node === node) return;
    const entry = { node, written: {} };
    if (known === undefined) named.set(title, entry);
    const ofTitle = later.filter(({ resource }) => resource === title);
    entry.written = ofTitle.reduce(mayBeMissing, writeUntitled(node, write));
    if (known !== undefined && !isDeepStrictEqual(known.written, entry.written)) {
      throw new Error(`Two schemas have the title ${title}. Give one of them another.`);
    }
  }

  return {
    write: (schema) => write(schema as Node),
    illustrate(schema, example) {
      const { title } = schema as Node;
      if (title !== undefined && example !== undefined && !examples.has(title)) examples.set(title, example);
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
