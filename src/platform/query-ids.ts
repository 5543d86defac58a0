// The ids in the query of a read: each may be the caller's own, behind `ext-`. The read gets our ids instead. An id that
// names nothing stays as it was sent, so it finds nothing.
import { sql } from 'kysely';
import type { TProperties, TSchema } from 'typebox';
import type { Reader } from '#platform/db/realm-database.ts';
import { referenceOf } from '#platform/ids.ts';

/** The parameters that hold ids, with the kind of object that each names. */
type IdParameters = ReadonlyMap<string, string>;

export const idParametersOf = (query: TProperties): IdParameters =>
  new Map(
    Object.entries(query).flatMap(([name, schema]) => {
      const kind = kindOf(schema);
      return kind === undefined ? [] : [[name, kind] as const];
    }),
  );

function kindOf(schema: TSchema): string | undefined {
  const { 'x-names': kind, items } = schema as { 'x-names'?: string; items?: TSchema };
  return kind ?? (items && kindOf(items));
}

/** One statement if the query has external ids, and none otherwise. */
export async function withOurIds<Q extends object>(reader: Reader, parameters: IdParameters, query: Q): Promise<Q> {
  const sent = query as Readonly<Record<string, unknown>>;
  const named = [...parameters].flatMap(([name, kind]) =>
    [sent[name]].flat().flatMap((text) => {
      const externalId = externalIdIn(text);
      return externalId === undefined ? [] : [{ name, kind, externalId }];
    }),
  );
  if (named.length === 0) return query;
  const found = await lookedUp(reader, named);
  const ours = (kind: string) => (text: unknown) => found.get(`${kind} ${externalIdIn(text)}`) ?? text;
  const changed = [...new Set(named.map(({ name }) => name))].map((name) => {
    const idOf = ours(parameters.get(name) as string);
    const value = sent[name];
    return [name, Array.isArray(value) ? value.map(idOf) : idOf(value)] as const;
  });
  return { ...query, ...Object.fromEntries(changed) };
}

function externalIdIn(text: unknown): string | undefined {
  if (typeof text !== 'string') return undefined;
  const named = referenceOf(text);
  return 'externalId' in named ? named.externalId : undefined;
}

interface Named {
  readonly kind: string;
  readonly externalId: string;
}

async function lookedUp(reader: Reader, named: readonly Named[]): Promise<ReadonlyMap<string, string>> {
  const externalIds = [...new Set(named.map(({ externalId }) => externalId))];
  const kinds = [...new Set(named.map(({ kind }) => kind))];
  const rows = await reader.rows(
    reader.db
      .selectFrom('external_ids')
      .select(['kind', 'external_id', 'object_id'])
      .where('external_id', '=', sql<string>`any(${externalIds}::text[])`)
      .where('kind', '=', sql<string>`any(${kinds}::text[])`),
  );
  return new Map(rows.map((row) => [`${row.kind} ${row.external_id}`, row.object_id]));
}
