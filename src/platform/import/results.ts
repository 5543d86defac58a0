// The result of each line of an import.

import { type Selectable, sql } from 'kysely';
import Type, { type Static } from 'typebox';
import type { Reader } from '#platform/db/realm-database.ts';
import { errors, Refusal } from '#platform/errors.ts';
import { type ListSource, type Page, type PageInput, page } from '#platform/http/pages.ts';
import { Nullable, StringEnum, Text } from '#platform/input/schemas.ts';
import { readImport } from './import-input.ts';
import { type Outcome, outcomes } from './import-kind.ts';
import type { ImportResultRow } from './tables.ts';

export const ImportResult = Type.Object(
  {
    id: Text({ max: 12, description: 'The number of the line, for paging.' }),
    object: Type.Literal('importResult'),
    line: Type.Integer({ description: 'Counted from 1, empty lines too.' }),
    outcome: StringEnum(outcomes, {
      description: 'existing: an object with this external id was there already, and stays as it is.',
    }),
    personId: Nullable(Text({ max: 12 })),
    loanId: Nullable(Text({ max: 12 })),
    externalId: Nullable(Text({ max: 255 })),
    ignoredFields: Type.Array(Type.String(), { description: 'Fields that nobody knows.' }),
    answer: Nullable(Type.Object({}, { additionalProperties: true }), {
      description: 'What the call has answered, or would have, for a line that uses a tool.',
    }),
    error: Nullable(Type.Object({}, { additionalProperties: true }), {
      description:
        'What the call would have answered for a line that failed. data.path names the field, detail the remedy.',
    }),
  },
  { title: 'ImportResult' },
);
export type ImportResult = Static<typeof ImportResult>;

export const resultSort = { line: 'line' };
export const outcomeQuery = StringEnum(outcomes, { description: 'Only lines of this outcome.' });

/** The results of an operation that imports or has imported. Errors: NotFound. */
export async function listResults(
  reader: Reader,
  kind: string,
  operationId: string,
  { outcome, ...input }: PageInput & { readonly outcome?: Outcome },
): Promise<Page<ImportResult>> {
  const { uploadId } = await uploadOf(reader, kind, operationId);
  const source: ListSource = {
    table: 'import_results',
    idColumn: 'id',
    sortable: resultSort,
    subject: { column: 'upload_id', id: uploadId },
    order: 'line',
  };
  const found = await page(reader, source, resultsOf(reader, uploadId, outcome), input, (row) => row.id);
  return { ...found, items: found.items.map(presentResult) };
}

/**
 * All results in the order of the file, in batches; results that are added after the last one meanwhile are included.
 */
export async function streamResults(
  reader: Reader,
  kind: string,
  operationId: string,
  outcome: Outcome | undefined,
): Promise<AsyncIterable<readonly ImportResult[]>> {
  const { uploadId } = await uploadOf(reader, kind, operationId);
  return batchesOf(reader, uploadId, outcome);
}

const linesAtOnce = 500;

async function* batchesOf(
  reader: Reader,
  uploadId: string,
  outcome: Outcome | undefined,
): AsyncGenerator<readonly ImportResult[]> {
  for (let after = 0; ; ) {
    const rows = await reader.rows(
      resultsOf(reader, uploadId, outcome).where('line', '>', after).orderBy('line').limit(linesAtOnce),
    );
    if (rows.length > 0) yield rows.map(presentResult);
    if (rows.length < linesAtOnce) return;
    after = rows.at(-1)?.line ?? after;
  }
}

function resultsOf(reader: Reader, uploadId: string, outcome: Outcome | undefined) {
  const all = reader.db.selectFrom('import_results').selectAll().where('upload_id', '=', uploadId);
  return outcome === undefined ? all : all.where('outcome', '=', outcome);
}

const presentResult = ({ id, line, outcome, result }: Selectable<ImportResultRow>): ImportResult => ({
  id,
  object: 'importResult',
  line,
  outcome,
  ...result,
  ignoredFields: [...result.ignoredFields],
  answer: (result.answer as object | undefined) ?? null,
  error: result.error === null ? null : { ...result.error },
});

export async function outcomesOf(reader: Reader, uploadId: string): Promise<Record<Outcome, number>> {
  const rows = await reader.rows(
    reader.db
      .selectFrom('import_results')
      .select(['outcome', sql<number>`count(*)`.as('count')])
      .where('upload_id', '=', uploadId)
      .groupBy('outcome'),
  );
  return {
    created: 0,
    existing: 0,
    failed: 0,
    ...Object.fromEntries(rows.map(({ outcome, count }) => [outcome, count])),
  };
}

/** The upload that the import of an operation began with. Errors: NotFound. */
export async function uploadOf(
  reader: Reader,
  kind: string,
  operationId: string,
): Promise<{ readonly uploadId: string; readonly lines: number }> {
  const row = await reader.row(
    reader.db.selectFrom('operations').select('input').where('id', '=', operationId).where('kind', '=', kind),
  );
  if (row !== undefined) return readImport(row.input);
  throw new Refusal(errors.NotFound, `There is no import ${operationId}.`, { data: { path: 'importId' } });
}
