// Writing queries, running them, and reading what they answered.
import Type from 'typebox';
import type { Caller } from '#platform/command/context.ts';
import { errors } from '#platform/errors.ts';
import { below } from '#platform/http/below.ts';
import { type AheadTools, type Endpoint, endpoint } from '#platform/http/endpoint.ts';
import { Operation } from '#platform/http/operation-routes.ts';
import type { PageInput } from '#platform/http/pages.ts';
import { Int, Named } from '#platform/input/schemas.ts';
import { describeQuestion, explainQuestion } from './asking/ask.ts';
import { mustFit, valuesOf } from './asking/values.ts';
import { cancelRun } from './commands/cancel-run.ts';
import { type CheckedVersion, createQuery, shown, updateQuery } from './commands/write-query.ts';
import { questionErrors } from './errors.ts';
import { jsonOf, QueryCreate, type QuerySent, QueryUpdate, QueryVersion, query } from './query.ts';
import { rowsMax, startRun } from './runs/run.ts';
import {
  AnswerPage,
  answerOfRun,
  pageMax,
  pageOfAnswer,
  QueryRun,
  runList,
  runOfPath,
  selectRuns,
  showRuns,
} from './runs/show-run.ts';
import type { RunRow } from './tables.ts';
import { findVersion, versionsOf } from './versions.ts';
import { runPermission } from './words.ts';

const path = '/queries';
const { QuestionRefused, QuestionsNotPossible, QuestionsBusy, QuestionTooLong, QuestionFailed } = questionErrors;
const askErrors = [QuestionRefused, QuestionsNotPossible, QuestionsBusy, QuestionTooLong, QuestionFailed];
const [created, updated] = query.events;

/** Looks at the SQL before the command begins: at its words, and at the server at its names and types. */
async function checkedVersion(
  tools: AheadTools,
  caller: Caller,
  { sql, parameters }: Pick<CheckedVersion, 'sql' | 'parameters'>,
): Promise<CheckedVersion> {
  const asked = { sql, parameters, rights: caller.permissions };
  const { columns, names } = await tools.waitFor(caller, () => describeQuestion(tools, caller.realm, asked));
  mustFit(parameters, names);
  return { sql, parameters, columns };
}

const createEndpoint = endpoint({
  name: 'queries.create',
  path,
  summary: 'Write a query',
  description:
    'The SQL is looked at as a whole: what is not allowed, and names that the views lack, are refused with line and column.',
  permission: 'query:create',
  body: QueryCreate,
  answer: query.answer,
  errors: [...askErrors, errors.NoRoom, errors.DuplicateExternalId],
  emits: [created].filter((kind) => kind !== undefined),
  example: {
    body: {
      name: 'Loans by status',
      sql: 'select status, count(*) as loans from loans group by status order by status',
    },
  },
  ahead: (tools, { body: { sql, parameters = [] } }, caller) => checkedVersion(tools, caller, { sql, parameters }),
  alongside: async (_, __, ___, ahead) => ahead,
  command: async (ctx, tx, { body }, _, checked) => shown(await createQuery(ctx, tx, body, checked)),
});

/** Null: neither SQL nor parameters were sent. */
async function changedVersion(tools: AheadTools, reference: string, sent: QuerySent, caller: Caller) {
  if (sent.sql === undefined && sent.parameters === undefined) return null;
  const before = await query.find(tools.database.reader(caller.realm), reference);
  const { sql = before.sql, parameters = jsonOf(before).parameters } = sent;
  return checkedVersion(tools, caller, { sql, parameters });
}

const updateEndpoint = endpoint({
  name: 'queries.update',
  path: `${path}/{queryId}`,
  summary: 'Change a query',
  description: 'What is not sent stays. Other SQL or parameters are the next version; earlier ones stay as they are.',
  permission: 'query:update',
  subject: query.subject,
  body: QueryUpdate,
  answer: query.answer,
  errors: [...askErrors, errors.NoRoom, errors.DuplicateExternalId],
  emits: [updated].filter((kind) => kind !== undefined),
  example: { body: { name: 'Loans by their status' } },
  ahead: (tools, { params, body }, caller) => changedVersion(tools, params.queryId, body, caller),
  alongside: async (_, __, ___, ahead) => ahead,
  command: async (ctx, tx, { body }, { row }, checked) => shown(updateQuery(ctx, tx, row, body, checked)),
});

const ofQuery = below({ path: `${path}/{queryId}`, permission: runPermission, subject: query.subject });

const RunAsked = Named('QueryRunCreate')({
  version: Type.Optional(Int({ min: 1, max: 200, description: 'The newest, if not given.' })),
  parameters: Type.Optional(Type.Object({}, { additionalProperties: true, description: 'Values by name.' })),
});

const given = (parameters: object | undefined) => (parameters ?? {}) as Readonly<Record<string, unknown>>;

/** How the server answers depends on its version and its rows, so this is one of many. */
const planShown = ['Sort', '  Sort Key: t.status', '  ->  HashAggregate', '        Group Key: t.status'];

const askingEndpoints = [
  ofQuery({
    name: 'queries.run',
    path: '/run',
    summary: 'Run a query',
    description: `An operation; its id is that of the run. The answer has at most ${rowsMax} rows, and is kept for 30 days.`,
    shape: 'operation',
    status: 202,
    body: RunAsked,
    answer: Operation,
    errors: [questionErrors.QueryArchived, errors.NotFound],
    example: { body: {} },
    async command(ctx, tx, { body }, { row }) {
      const version = await findVersion(tx, row, body.version);
      const { parameters } = jsonOf(version);
      valuesOf(parameters, [], given(body.parameters));
      return startRun(ctx, tx, row, version, given(body.parameters));
    },
  }),
  ofQuery({
    name: 'queries.explain',
    path: '/explain',
    summary: 'Show how a query would be answered',
    description: 'The plan of the database without its estimates, which come of all companies. Nothing is read.',
    body: RunAsked,
    answer: Named('QueryPlan')({ object: Type.Literal('queryPlan'), lines: Type.Array(Type.String()) }),
    errors: [...askErrors, errors.NotFound],
    example: { body: {}, answer: { object: 'queryPlan', lines: planShown } },
    async ahead(tools, { params, body }, caller) {
      const reader = tools.database.reader(caller.realm);
      const version = await findVersion(reader, await query.find(reader, params.queryId), body.version);
      const asked = { sql: version.sql, parameters: jsonOf(version).parameters, given: given(body.parameters) };
      const question = { ...asked, rights: caller.permissions };
      return tools.waitFor(caller, () => explainQuestion(tools, caller.realm, question));
    },
    alongside: async (_, __, ___, ahead) => ahead,
    command: async (_ctx, _tx, _input, _found, lines) => ({ object: 'queryPlan' as const, lines }),
  }),
];

const readingEndpoints = [
  ofQuery({
    name: 'queryVersions.list',
    path: '/versions',
    summary: 'List the versions of a query',
    description: 'All of them, the newest first: a query has at most 200.',
    permission: 'query:read',
    shape: 'bare',
    answer: Type.Array(QueryVersion),
    read: ({ reader }, _, { row }) => versionsOf(reader, row),
  }),
  ofQuery({
    name: 'queryRuns.list',
    permission: 'query:read',
    path: '/runs',
    summary: 'List the runs of a query',
    description: 'The newest first.',
    shape: 'list',
    query: runList.query,
    list: runList,
    answer: QueryRun,
    read: ({ reader }, { query: asked }, { row }) =>
      runList.page(reader, selectRuns(reader), asked as PageInput, {
        below: row.id,
        show: (rows) => showRuns(reader, rows as RunRow[]),
      }),
  }),
];

const ofRun = below({ path: `${path}/{queryId}/runs/{runId}`, permission: 'query:read', subject: runOfPath });

const runEndpoints = [
  ofRun({
    name: 'queryRuns.read',
    summary: 'Read a run of a query',
    answer: QueryRun,
    async read({ reader }, _, run) {
      const [one] = await showRuns(reader, [run]);
      return one as NonNullable<typeof one>;
    },
  }),
  ofRun({
    name: 'queryRuns.rows',
    path: '/rows',
    summary: 'Read rows of an answer',
    query: {
      offset: Type.Optional(Int({ min: 0, max: rowsMax, description: 'How many rows are passed over.' })),
      count: Type.Optional(Int({ min: 1, max: pageMax, description: 'How many rows are read: 100, if not given.' })),
    },
    answer: AnswerPage,
    errors: [questionErrors.NotAnswered, questionErrors.AnswerGone],
    read: (ctx, { query: asked }, run) => pageOfAnswer(ctx, run, asked),
  }),
  ofRun({
    name: 'queryRuns.content',
    path: '/content',
    summary: 'Download an answer',
    description:
      'CSV by RFC 4180. Texts that a spreadsheet would take for formulas begin with an apostrophe; what is null is empty, and an empty text is "".',
    shape: 'content',
    errors: [questionErrors.NotAnswered, questionErrors.AnswerGone],
    content: async (ctx, _, run) => ({
      blob: await answerOfRun(ctx, run),
      contentType: 'text/csv; charset=utf-8',
      fileName: `${run.id}.csv`,
    }),
  }),
  ofRun({
    name: 'queryRuns.cancel',
    permission: runPermission,
    path: '/cancel',
    summary: 'Cancel a run',
    description: 'The server stops working on it within seconds. Canceling a canceled run again changes nothing.',
    shape: 'operation',
    answer: Operation,
    errors: [questionErrors.RunEnded],
    command: (ctx, tx, _, run) => cancelRun(ctx, tx, run),
  }),
];

export const questionRoutes: readonly Endpoint[] = [
  createEndpoint,
  ...query.endpoints(),
  updateEndpoint,
  ...askingEndpoints,
  ...readingEndpoints,
  ...runEndpoints,
];
