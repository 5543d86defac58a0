// The one list of what conditions may name: of each object its fields, with their types and who may name them. A
// capability brings the contexts of its objects; a condition is over one or several of them.
import type { Vault } from '#platform/crypto/vault.ts';
import type { Reader } from '#platform/db/realm-database.ts';

export const fieldTypes = ['string', 'integer', 'number', 'boolean', 'date'] as const;
export type FieldType = (typeof fieldTypes)[number];

export interface NamedField {
  readonly type: FieldType;
  /** The only words that it can have. */
  readonly words?: readonly string[];
  /** Whoever names it must have this permission too: what a condition brings about tells of the value. */
  readonly permission?: string;
  /** It is read and opened only where a condition names it. */
  readonly isSealed?: true;
}

export interface NamedContext {
  /** As a condition names it: `case`. */
  readonly name: string;
  /** Whoever names one of its fields must have this permission. */
  readonly permission: string;
  /** A field of a part has the part before its name: `customFields.branch`. */
  readonly fields: Readonly<Record<string, NamedField>>;
}

/** A context whose values are read for the conditions that name it. A key says which object: of a person its id. */
export interface LoadedContext<Key = string> extends NamedContext {
  /**
   * The values of many objects by their keys, in as many flights as of one; what is not there is left out. `paths`: the
   * fields that are named.
   */
  load(
    reader: Reader,
    vault: Vault,
    keys: readonly Key[],
    paths: ReadonlySet<string>,
  ): Promise<ReadonlyMap<Key, Readonly<Record<string, unknown>>>>;
}

/** What is known, by the names of contexts. What is not there has no value. */
export type Facts = Readonly<Record<string, FactsOfOne>>;
interface FactsOfOne {
  readonly [name: string]: bigint | number | string | boolean | FactsOfOne;
}

/** The facts of one object, by the paths of its fields. Values that no field names are left out, and so are nulls. */
export function factsOf({ fields }: NamedContext, values: Readonly<Record<string, unknown>>): FactsOfOne {
  const facts: Record<string, FactsOfOne[string]> = Object.create(null);
  for (const [path, { type }] of Object.entries(fields)) {
    const parts = path.split('.');
    const last = parts.pop() as string;
    const fact = factOf(type, Object.hasOwn(values, path) ? values[path] : undefined);
    // A part is there even where it is empty: `has()` may ask for its fields.
    const inside = parts.reduce<Record<string, FactsOfOne[string]>>((outer, part) => {
      outer[part] ??= Object.create(null);
      return outer[part] as Record<string, FactsOfOne[string]>;
    }, facts);
    if (fact !== undefined) inside[last] = fact;
  }
  return facts;
}

/** The language has whole numbers as bigint; a value of another type than its field's is none. */
function factOf(type: FieldType, value: unknown): bigint | number | string | boolean | undefined {
  if (type === 'integer') return Number.isSafeInteger(value) ? BigInt(value as number) : undefined;
  if (type === 'number') return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
  if (type === 'boolean') return typeof value === 'boolean' ? value : undefined;
  return typeof value === 'string' ? value : undefined;
}
