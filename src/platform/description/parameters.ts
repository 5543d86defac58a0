// Parameters that several operations have in the same words are written once.
import type { Endpoint } from '#platform/http/endpoint.ts';
import { parametersOf } from '#platform/http/openapi.ts';
import { referTo, type SchemaBook } from './schema-book.ts';

type Json = Record<string, unknown>;

export interface ParameterBook {
  write(endpoint: Endpoint): Json[];
  shared(): Json;
}

export function parameterBook(endpoints: readonly Endpoint[], { write }: SchemaBook): ParameterBook {
  const written = new Map(
    endpoints.map((endpoint) => [
      endpoint,
      parametersOf(endpoint).map((one) => ({ ...one, schema: write(one.schema) }) as Json & { name: string }),
    ]),
  );
  const shared = new Map(
    Object.entries(Object.groupBy([...written.values()].flat(), ({ name }) => name)).flatMap(([name, all = []]) => {
      const [[text = '', uses = []] = []] = alike(all);
      return uses.length > 1 ? [[name, text] as const] : [];
    }),
  );
  return {
    write: (endpoint) =>
      (written.get(endpoint) ?? []).map((one) =>
        shared.get(one.name) === JSON.stringify(one) ? referTo('parameters', one.name) : one,
      ),
    shared: () => Object.fromEntries([...shared].map(([name, text]) => [name, JSON.parse(text)])),
  };
}

/** The different ones by their text, those that are used most first. */
const alike = (all: readonly Json[]): [string, readonly Json[]][] =>
  [...Map.groupBy(all, (one) => JSON.stringify(one))].sort(([, a], [, b]) => b.length - a.length);
