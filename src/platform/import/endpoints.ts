// The endpoints of an import, the same for every kind of import: to begin it, to see the results of its lines (one page
// or all), and to cancel it.
import Type, { type TSchema } from 'typebox';
import { errors } from '#platform/errors.ts';
import { type Endpoint, endpoint } from '#platform/http/endpoint.ts';
import { Operation } from '#platform/http/operation-routes.ts';
import { pageQuery } from '#platform/http/pages.ts';
import { Bool, Described } from '#platform/input/schemas.ts';
import { cancelImport } from './cancel-import.ts';
import type { ImportKind } from './import-kind.ts';
import { ImportResult, listResults, outcomeQuery, resultSort, streamResults } from './results.ts';
import { startImport } from './run-import.ts';

interface Importing<T> {
  /** The first part of the endpoints' names: `loans` makes `loans.import`. */
  readonly name: string;
  /** The path of the import, such as `/loans/import`. */
  readonly path: `/${string}`;
  readonly summary: string;
  readonly description: string;
  readonly kind: ImportKind<T>;
  /** The permissions that its lines may need. */
  readonly linePermissions: readonly string[];
  readonly line: TSchema;
  /** With `previewMode` in the query nothing of the lines is kept. */
  readonly previews?: boolean;
  /** So few lines hold their rows for a shorter time than usual. */
  readonly linesTogether?: number;
  /** The lines of its example. */
  readonly example: string;
}

const mechanism =
  'Up to 2,000,000 lines and 1 GiB, of which none has more than 1 MiB. An operation: its progress counts lines, and it goes on where it was after a crash. Lines that are wrong fail by themselves. Each object has an externalId: what is there already stays as it is, so the same file can be sent again. Lines are kept sealed and forgotten once they are done.';

export const importEndpoints = <T>(importing: Importing<T>): Endpoint[] => [
  begin(importing),
  ...results(importing),
  cancel(importing),
];

const previewMode = Type.Optional(
  Described(Bool, {
    description:
      'True: each line is done by itself and taken back; its result shows what would be. Nothing else is done.',
  }),
);

function begin<T>({ name, path, kind, line, previews = false, linesTogether, ...importing }: Importing<T>): Endpoint {
  return endpoint({
    name: `${name}.import`,
    method: 'POST',
    path,
    summary: importing.summary,
    description: `${importing.description} ${mechanism}`,
    permission: kind.permission,
    shape: 'operation',
    status: 202,
    line,
    ...(linesTogether !== undefined && { linesTogether }),
    ...(previews && { query: { previewMode } }),
    answer: Operation,
    errors: [errors.TooManyImports],
    example: { body: importing.example },
    begin: async (ctx, tx, upload, { query }) =>
      startImport(ctx, tx, kind, upload, {
        permissions: importing.linePermissions,
        isPreview: (query as { readonly previewMode?: boolean }).previewMode === true,
      }),
  });
}

function results<T>({ name, path, kind: { kind, permission } }: Importing<T>): Endpoint[] {
  const below = `${path}/{importId}` as const;
  return [
    endpoint({
      name: `${name}.importResults`,
      method: 'GET',
      path: `${below}/results`,
      summary: 'List what became of the lines of an import',
      description: 'By the id of its operation. With outcome=failed, the lines to correct and send again.',
      permission,
      shape: 'list',
      query: { ...pageQuery(resultSort), outcome: Type.Optional(outcomeQuery) },
      answer: ImportResult,
      errors: [errors.NotFound],
      read: ({ reader }, { params, query }) => listResults(reader, kind, params.importId, query),
    }),
    endpoint({
      name: `${name}.downloadResults`,
      method: 'GET',
      path: `${below}/results.ndjson`,
      summary: 'Download what became of the lines of an import',
      description:
        'All of them in the order of the file, in one answer. Of an import that still goes on, what is done so far.',
      permission,
      shape: 'lines',
      query: { outcome: Type.Optional(outcomeQuery) },
      answer: ImportResult,
      errors: [errors.NotFound],
      lines: ({ reader }, { params, query }) => streamResults(reader, kind, params.importId, query.outcome),
    }),
  ];
}

function cancel<T>({ name, path, kind }: Importing<T>): Endpoint {
  return endpoint({
    name: `${name}.cancelImport`,
    method: 'POST',
    path: `${path}/{importId}/cancel` as const,
    summary: 'Cancel an import',
    description:
      'What was stored stays, the rest is not begun: the operation is canceled, its result counts what was done. Canceling once more is nothing; an import that has ended otherwise is a 409.',
    permission: kind.permission,
    shape: 'single',
    answer: Operation,
    errors: [errors.NotFound, errors.ImportEnded],
    command: (ctx, tx, { params }) => cancelImport(ctx, tx, kind, params.importId),
  });
}
