// How a compiled query travels: named, so that the server keeps its plan, where its text comes again and again.
import type { Writable } from 'node:stream';
import type { Compilable, CompiledQuery } from 'kysely';
import type { ClientBase, QueryResult } from 'pg';

/** Texts beyond this many go unnamed: a list of varying length makes endless texts, and each name costs memory there. */
const namesMax = 1000;
const names = new Map<string, string>();

function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined) return known;
  if (names.size >= namesMax) return undefined;
  const name = `t${names.size + 1}`;
  names.set(text, name);
  return name;
}

export type Row = Record<string, unknown>;

/**
 * Holds back what is written to the server until the running code has nothing more to add, so that the statements of a
 * flight travel in one packet and not in one each. Where the driver hides its socket, they travel as before.
 */
export function sendTogether(client: ClientBase): void {
  const { stream } = (client as ClientBase & { connection?: { stream?: Writable } }).connection ?? {};
  if (stream === undefined || stream.writableCorked > 0) return;
  stream.cork();
  process.nextTick(() => stream.uncork());
}

const afresh = Symbol('planned afresh');

/**
 * A query whose best plan depends on its values: it goes unnamed, so that the server plans it for these each time. A
 * named one may keep a plan for all values, which among skewed ones is a bad plan for some.
 */
export const plannedAfresh = <T>(query: Compilable<T>): Compilable<T> => ({
  compile: () => ({ ...query.compile(), [afresh]: true }),
});

export function send(client: ClientBase, query: CompiledQuery<unknown>): Promise<QueryResult<Row>> {
  const name = afresh in query ? undefined : nameOf(query.sql);
  const values = query.parameters as unknown[];
  return client.query<Row>(name === undefined ? { text: query.sql, values } : { name, text: query.sql, values });
}
