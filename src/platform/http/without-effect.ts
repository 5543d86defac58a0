// The fields of requests that are taken and that nothing acts on yet, found in what the endpoints declare.
import type { TSchema } from 'typebox';
import type { Endpoint } from './endpoint.ts';
import { queryOf } from './read-input.ts';

interface IdleField {
  readonly endpoint: Endpoint;
  /** The path of the field in the query, in the body or in a line. */
  readonly path: string;
  /** What will act on it. */
  readonly until: string;
}

interface Node {
  readonly 'x-without-effect'?: string;
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly items?: TSchema;
  readonly anyOf?: readonly TSchema[];
}

export const fieldsWithoutEffect = (endpoints: readonly Endpoint[]): IdleField[] =>
  endpoints.flatMap((endpoint) =>
    [{ properties: queryOf(endpoint) }, endpoint.body, endpoint.line].flatMap((schema) =>
      schema === undefined ? [] : idle(schema, '').map((found) => ({ endpoint, ...found })),
    ),
  );

function idle(schema: Node, path: string): Omit<IdleField, 'endpoint'>[] {
  const { 'x-without-effect': until, properties = {}, items, anyOf = [] } = schema;
  if (until !== undefined) return [{ path, until }];
  return [
    ...Object.entries(properties).flatMap(([name, field]) => idle(field, path === '' ? name : `${path}.${name}`)),
    ...(items === undefined ? [] : idle(items, `${path}[]`)),
    ...anyOf.flatMap((branch) => idle(branch, path)),
  ];
}
