// What the answers have shown of a world: which objects exist, and which objects they are below.
import type { Operation } from './description.ts';
import type { Random } from './random.ts';

export type Params = Readonly<Record<string, string>>;

export interface Known {
  /** Objects for every parameter of a path, each below the ones before it. */
  params(path: string, random: Random): Params;
  /** An object for a field, chosen by the field's name or by the prefix of its example. */
  reference(field: string, example: string | undefined, params: Params, random: Random): string;
  learn(operation: Operation, params: Params, body: unknown): void;
}

const idForm = /^[A-Z][A-Z0-9]-[A-Z1-9]{4}-[A-Z1-9]{4}$/;
export const isId = (value: unknown): value is string => typeof value === 'string' && idForm.test(value);
const prefixOf = (id: string): string => id.slice(0, 2);

/** The first few objects are kept, so that some live long; the others are replaced by newer ones. */
const keptFirst = 3;
const keptMax = 20;

interface Pool<T> {
  readonly kept: T[];
  added: number;
}

function add<T>(pools: Map<string, Pool<T>>, name: string, one: T): void {
  const pool = pools.get(name) ?? { kept: [], added: 0 };
  pools.set(name, pool);
  const place = pool.added < keptMax ? pool.added : keptFirst + (pool.added % (keptMax - keptFirst));
  pool.kept[place] = one;
  pool.added += 1;
}

export const paramsIn = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);

/** `/a/{b}/c` up to and including its last parameter. */
const upToLast = (path: string): string => path.slice(0, path.lastIndexOf('}') + 1);

/** `ids` has one object for each parameter, by its name. */
export function knownObjects(operations: readonly Operation[], ids: Params): Known {
  const places = new Map<string, Pool<Params>>();
  const byPrefix = new Map<string, Pool<string>>();
  /** The path of a list, and the path and parameter of its items. */
  const collections = new Map<string, { place: string; param: string }>();
  for (const { path } of operations) {
    for (const match of path.matchAll(/\/\{(\w+)\}/g)) {
      const [text, param] = match as unknown as [string, string];
      const list = path.slice(0, match.index);
      if (collections.has(list)) continue;
      const place = list + text;
      collections.set(list, { place, param });
      add(places, place, Object.fromEntries(paramsIn(place).map((name) => [name, ids[name] ?? 'XX-AAAA-AAAA'])));
    }
  }
  for (const id of Object.values(ids)) add(byPrefix, prefixOf(id), id);
  return {
    params(path, random) {
      const found = random.pick(places.get(upToLast(path))?.kept ?? []);
      return found ?? {};
    },
    reference(field, example, params, random) {
      const draw = random.fraction();
      const name = field.replace(/Ids$|s$/, (end) => (end === 'Ids' ? 'Id' : ''));
      const own = params[name];
      if (own !== undefined && draw < 0.7) return own;
      const prefix = prefixOf(ids[name] ?? example ?? 'XX');
      const pool = byPrefix.get(prefix)?.kept ?? [];
      return pool[Math.floor(draw * pool.length)] ?? ids[name] ?? example ?? 'XX-AAAA-AAAA';
    },
    learn({ path }, params, body) {
      const collection = collections.get(path);
      const prefix = collection && prefixOf(ids[collection.param] ?? '');
      for (const { key, id } of idsIn(body)) {
        add(byPrefix, prefixOf(id), id);
        if (collection === undefined || key !== 'id' || prefixOf(id) !== prefix) continue;
        add(places, collection.place, { ...params, [collection.param]: id });
      }
    },
  };
}

const idsMax = 30;

function idsIn(body: unknown): { key: string; id: string }[] {
  const found: { key: string; id: string }[] = [];
  const look = (key: string, value: unknown): void => {
    if (found.length >= idsMax) return;
    if (isId(value)) found.push({ key, id: value });
    else if (Array.isArray(value)) for (const item of value) look(key, item);
    else if (typeof value === 'object' && value !== null)
      for (const [name, item] of Object.entries(value)) look(name, item);
  };
  look('', (body as { data?: unknown } | null)?.data);
  return found;
}
