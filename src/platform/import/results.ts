// What became of each line of an import.
import Type, { type Static } from 'typebox';
import type { Reader } from '#platform/db/realm-database.ts';
import { errors, Refusal } from '#platform/errors.ts';
import { type ListSource, type Page, type PageInput, page } from '#platform/http/pages.ts';
import { Nullable, StringEnum, Text } from '#platform/input/schemas.ts';
import { type Outcome, outcomes } from './import-kind.ts';
import './tables.ts';

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
    error: Nullable(Type.Object({}, { additionalProperties: true }), {
      description: 'Of a failed line: what the call would have answered. data.path names the field, detail the remedy.',
    }),
  },
  { title: 'ImportResult' },
);
export type ImportResult = Static<typeof ImportResult>;

export const resultSort = { line: 'line' };
export const outcomeQuery = StringEnum(outcomes, { description: 'Only lines of this outcome.' });

/** Of the operation that imports, or imported. Errors: NotFound. */
export async function listResults(
  reader: Reader,
  kind: string,
  operationId: string,
  { outcome, ...input }: PageInput & { readonly outcome?: Outcome },
): Promise<Page<ImportResult>> {
  const uploadId = await uploadOf(reader, kind, operationId);
  const source: ListSource = {
    table: 'import_results',
    idColumn: 'id',
    sortable: resultSort,
    subject: { column: 'upload_id', id: uploadId },
    order: 'line',
  };
  const all = reader.db.selectFrom('import_results').selectAll().where('upload_id', '=', uploadId);
  const query = outcome === undefined ? all : all.where('outcome', '=', outcome);
  const found = await page(reader, source, query, input, (row) => row.id);
  return {
    ...found,
    items: found.items.map(({ id, line, outcome: became, result }) => ({
      id,
      object: 'importResult',
      line,
      outcome: became,
      ...result,
      ignoredFields: [...result.ignoredFields],
      error: result.error === null ? null : { ...result.error },
    })),
  };
}

async function uploadOf(reader: Reader, kind: string, operationId: string): Promise<string> {
  const row = await reader.row(
    reader.db.selectFrom('operations').select('input').where('id', '=', operationId).where('kind', '=', kind),
  );
  if (row !== undefined) return row.input.uploadId as string;
  throw new Refusal(errors.NotFound, `There is no import ${operationId}.`, { data: { path: 'importId' } });
}
