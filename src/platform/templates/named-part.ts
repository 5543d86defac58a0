// The part of a context that a text names. The engine copies all that it is given, once for each part of a message, and a
// company or a loan has many more fields than a text uses.

type Path = readonly string[];
type Context = Readonly<Record<string, unknown>>;

/** The fields of an object that are named, each with what is named of it. Null: all of it is taken. */
interface Fields extends ReadonlyMap<string, Fields | null> {}

export interface NamesOfPart {
  /** A text cannot come to what it has no word for. */
  readonly words: ReadonlySet<string>;
  readonly fields: Fields;
}

export const namesOfPart = (text: string, paths: readonly Path[]): NamesOfPart => ({
  words: new Set(text.match(/[\p{L}\p{M}\p{N}_]+/gu)),
  fields: fieldsOf(paths),
});

const fieldsOf = (paths: readonly Path[]): Fields =>
  new Map(
    [...Map.groupBy(paths, ([first]) => first as string)].map(([name, own]) => {
      const below = own.map(([, ...path]) => path);
      return [name, below.some(({ length }) => length === 0) ? null : fieldsOf(below)];
    }),
  );

/** What no path begins with stays as it is: the text may give the same name a value of its own. Nulls are left out. */
export const namedPart = (context: Context, { words, fields }: NamesOfPart): Context =>
  Object.fromEntries(
    Object.entries(context)
      .filter(([name, value]) => value !== null && words.has(name))
      .map(([name, value]) => [name, partOf(value, fields.get(name) ?? null)]),
  );

/** The engine's maps have no methods: what is named and is no field of one is not there, whatever else the map has. */
function partOf(value: unknown, fields: Fields | null): unknown {
  if (fields === null || typeof value !== 'object' || value === null || Array.isArray(value))
    return withoutNulls(value);
  const object = value as Context;
  const there = [...fields].filter(([name]) => Object.hasOwn(object, name) && object[name] !== null);
  return Object.fromEntries(there.map(([name, own]) => [name, partOf(object[name], own)]));
}

/** What is null is as if it were not there: a text asks for a field, not for which kind of nothing it is. */
function withoutNulls(value: unknown): unknown {
  if (value === null) return undefined;
  if (typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map(withoutNulls);
  const fields = Object.entries(value).filter(([, one]) => one !== null);
  return Object.fromEntries(fields.map(([name, one]) => [name, withoutNulls(one)]));
}
