// A query is a question in SQL with a name. Its SQL and its parameters are a version, which is never changed: a change of
// them is the next one.
import Type, { type Static } from 'typebox';
import { Refusal } from '#platform/errors.ts';
import { DateTime, Described, ExternalId, Int, Named, Nullable, StringEnum, Text } from '#platform/input/schemas.ts';
import { defineResource } from '#platform/resource/define-resource.ts';
import { madeByFields } from '#platform/resource/made-by.ts';
import { sqlMax } from '#platform/sql/check-select.ts';
import { questionErrors } from './errors.ts';
import { type QueryRow, queries } from './tables.ts';
import { AnswerColumn, Parameter } from './words.ts';

const parametersMax = 20;
const externalId = ExternalId({ max: 255, example: 'loans-by-status' });

const content = {
  sql: Text({
    min: 1,
    max: sqlMax,
    example: 'select id, status from loans where status = :status',
    description: 'One SELECT over the views. A parameter is written `:name`.',
  }),
  parameters: Type.Array(Parameter, { maxItems: parametersMax }),
};

const own = {
  name: Text({ min: 1, max: 100, example: 'Loans by status' }),
  description: Nullable(Text({ min: 1, max: 1_000, example: 'For the meeting on Monday.' })),
  status: StringEnum(['active', 'archived'], { description: 'What is archived is not run.' }),
};

export const query = defineResource({
  name: 'query',
  plural: 'queries',
  prefix: 'QY',
  table: queries,
  fields: {
    externalId,
    ...own,
    ...content,
    version: Int({ min: 1, max: 200 }),
    columns: Type.Array(AnswerColumn, { description: 'What its answers have.' }),
    changedByType: madeByFields.createdByType,
    changedById: madeByFields.createdById,
  },
  onlyShown: ['version', 'columns', 'changedByType', 'changedById'],
  atMost: 1_000,
  filters: { status: own.status },
  told: { status: own.status, version: Int({ min: 1, max: 200 }) },
  events: {
    created: 'A query was written.',
    updated: 'A query was changed: its name, its status, or by a new version.',
  },
  endpoints: { list: { description: 'The newest first.' }, read: {} },
  present: (rows) => rows.map(jsonOf),
});

export const jsonOf = (row: Pick<QueryRow, 'parameters' | 'columns'>) => ({
  parameters: JSON.parse(row.parameters) as Parameter[],
  columns: JSON.parse(row.columns) as AnswerColumn[],
});

/** What is archived is not run, whoever asks. Errors: QueryArchived. */
export function mustBeInUse({ id, status }: Pick<QueryRow, 'id' | 'status'>): void {
  if (status === 'archived') throw new Refusal(questionErrors.QueryArchived, `The query ${id} is archived.`);
}

export const QueryCreate = Named('QueryCreate')({
  externalId: Type.Optional(externalId),
  name: own.name,
  description: Type.Optional(own.description),
  sql: content.sql,
  parameters: Type.Optional(content.parameters),
});

export type NewQuery = Static<typeof QueryCreate>;

export const QueryUpdate = Named('QueryUpdate')({
  externalId: Type.Optional(externalId),
  name: Type.Optional(own.name),
  description: Type.Optional(own.description),
  status: Type.Optional(own.status),
  sql: Type.Optional(content.sql),
  parameters: Type.Optional(content.parameters),
});
export type QuerySent = Static<typeof QueryUpdate>;

export const QueryVersion = Named('QueryVersion')({
  object: Type.Literal('queryVersion'),
  version: Described(Int({ min: 1, max: 200 }), { description: 'Counted from 1.' }),
  ...content,
  columns: Type.Array(AnswerColumn),
  createdByType: madeByFields.createdByType,
  createdById: madeByFields.createdById,
  createdAt: DateTime,
});
