// How runs are shown, and the pages of their answers.
import Type from 'typebox';
import { findBlob } from '#platform/blobs/keep-blobs.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { Refusal } from '#platform/errors.ts';
import type { ReadContext, Subject } from '#platform/http/endpoint.ts';
import { mustHave } from '#platform/http/may-call.ts';
import { DateTime, Int, Named, Nullable, StringEnum, Text } from '#platform/input/schemas.ts';
import { defineList } from '#platform/resource/define-list.ts';
import { madeByFields } from '#platform/resource/made-by.ts';
import { notFound } from '#platform/resource/not-found.ts';
import { type OperationView, readOperations } from '#platform/work/operations/operations.ts';
import { operationStates } from '#platform/work/operations/states.ts';
import { rowsOfAnswer, rowsOfPage } from '../answer-text.ts';
import { questionErrors } from '../errors.ts';
import { query } from '../query.ts';
import { queryRuns, type RunRow } from '../tables.ts';
import { AnswerColumn, personalPermission } from '../words.ts';
import { rowsMax } from './run.ts';

export const QueryRun = Named('QueryRun')({
  id: Text({ max: 12, example: 'OP-7KQ2-M9XA', description: 'That of its operation.' }),
  object: Type.Literal('queryRun'),
  queryId: Text({ max: 12, example: 'QY-5KX8-W2NB' }),
  version: Int({ min: 1, max: 200 }),
  parameters: Type.Object({}, { additionalProperties: true }),
  status: StringEnum(operationStates.states),
  rowCount: Nullable(Int({ min: 0, max: rowsMax }), { description: 'Null until it has succeeded.' }),
  error: Nullable(Type.Object({}, { additionalProperties: true })),
  createdByType: madeByFields.createdByType,
  createdById: madeByFields.createdById,
  createdAt: DateTime,
  finishedAt: Nullable(DateTime),
});

export const runList = defineList({ table: 'query_runs', below: 'query_id' });

const shownRun = (row: RunRow, operation: OperationView | undefined) => ({
  id: row.id,
  object: 'queryRun' as const,
  queryId: row.query_id,
  version: row.version,
  parameters: JSON.parse(row.parameters) as Record<string, unknown>,
  status: operation?.state ?? operationStates.to('fail'),
  rowCount: row.row_count,
  error: operation?.error ?? null,
  createdByType: row.created_by_type,
  createdById: row.created_by_id,
  createdAt: row.created_at,
  finishedAt: operation?.finishedAt ?? null,
});

export async function showRuns(reader: Reader, rows: readonly RunRow[]) {
  const operations = await readOperations(
    reader,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => shownRun(row, operations.get(row.id)));
}

export const selectRuns = (reader: Reader) => reader.db.selectFrom('query_runs').select(queryRuns.all);

/** A run below its query. */
export const runOfPath: Subject<RunRow> = {
  param: 'runId',
  notFound: query.subject.notFound,
  async find(reader, reference, _lock, params) {
    const { id } = await query.find(reader, params?.queryId as string);
    const row = await reader.row(selectRuns(reader).where('id', '=', reference).where('query_id', '=', id));
    if (row === undefined) throw notFound('run', reference, 'runId', 'This query');
    return { id: reader.realm.companyId, subject: row as RunRow };
  },
};

/** Errors: NotAnswered, AnswerGone, Forbidden. */
export async function answerOfRun({ caller, reader, vault }: ReadContext, row: RunRow) {
  const { company_id: companyId, answer_id: answerId } = row;
  if (answerId === null) throw new Refusal(questionErrors.NotAnswered, `The run ${row.id} has no answer.`);
  if (row.is_personal) mustHave(caller, personalPermission);
  const blob = await findBlob(reader, vault.companySealer(companyId), companyId, answerId);
  if (blob === undefined) throw new Refusal(questionErrors.AnswerGone, `The answer of the run ${row.id} has gone.`);
  return blob;
}

export const AnswerPage = Named('QueryAnswerPage')({
  object: Type.Literal('queryAnswerPage'),
  columns: Type.Array(AnswerColumn),
  rows: Type.Array(Type.Array(Nullable(Type.String())), {
    description: 'Values as texts, in the order of the columns: money as 12.00, days as 2026-11-29, instants in UTC.',
  }),
  offset: Int({ min: 0, max: rowsMax }),
  rowCount: Int({ min: 0, max: rowsMax }),
});

interface Asked {
  readonly offset?: number | undefined;
  readonly count?: number | undefined;
}

export const pageMax = rowsOfPage;

/** Reads those pages of the answer in which the rows lie, at most two. Errors: NotAnswered, AnswerGone. */
export async function pageOfAnswer(ctx: ReadContext, row: RunRow, { offset = 0, count = 100 }: Asked) {
  const blob = await answerOfRun(ctx, row);
  const columns = JSON.parse(row.columns as string) as AnswerColumn[];
  const starts = row.page_starts ?? [];
  const rowCount = row.row_count as number;
  const shown = { object: 'queryAnswerPage' as const, columns, offset, rowCount };
  if (offset >= rowCount) return { ...shown, rows: [] };
  const first = Math.floor(offset / rowsOfPage);
  const last = Math.floor((Math.min(offset + count, rowCount) - 1) / rowsOfPage);
  const range = { from: starts[first] as number, to: (starts[last + 1] ?? blob.length) - 1 };
  const rows = (await Array.fromAsync(rowsOfAnswer(columns, ctx.open(blob, range)))).flat();
  const from = offset - first * rowsOfPage;
  return { ...shown, rows: rows.slice(from, from + count) };
}
