// The part of a context that a text names. The engine copies all that it is given, once for each part of a message, and a
// company or a loan has many more fields than a text uses.

type Path = readonly string[];
type Context = Readonly<Record<string, unknown>>;

/** What no path begins with stays as it is: a text may come to it in a way that its names do not show. */
export function namedPart(context: Context, paths: readonly Path[]): Context {
  const part: Record<string, unknown> = { ...context };
  for (const [name, own] of Map.groupBy(paths, ([first]) => first as string)) {
    if (Object.hasOwn(context, name)) part[name] = partOf(context[name], own.map(behindFirst));
  }
  return part;
}

const behindFirst = ([, ...path]: Path): Path => path;

/** Where a name is no field, it may be a method: then all is kept. */
function partOf(value: unknown, paths: readonly Path[]): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  if (paths.some((path) => path.length === 0)) return value;
  const fields = Map.groupBy(paths, ([first]) => first as string);
  const object = value as Context;
  if ([...fields.keys()].some((name) => !Object.hasOwn(object, name))) return value;
  return Object.fromEntries([...fields].map(([name, own]) => [name, partOf(object[name], own.map(behindFirst))]));
}
