// Parameters and columns of questions, as they are sent, kept and shown.
import type { Static } from 'typebox';
import { Named, Nullable, StringEnum, Text } from '#platform/input/schemas.ts';

const parameterTypes = ['text', 'integer', 'number', 'boolean', 'date'] as const;

export const Parameter = Named('QueryParameter')({
  name: Text({
    min: 2,
    max: 40,
    example: 'days',
    description: 'Written `:days` in the SQL: small letters, digits and _.',
  }),
  type: StringEnum(parameterTypes),
  defaultValue: Nullable(Text({ max: 1_000, example: '10' }), {
    description: 'What it is where a run says nothing, as a text. Null: each run has to say it.',
  }),
});
export type Parameter = Static<typeof Parameter>;

const columnTypes = ['text', 'integer', 'number', 'boolean', 'date', 'instant', 'other'] as const;

export const AnswerColumn = Named('QueryColumn')({
  name: Text({ max: 63, example: 'status' }),
  type: StringEnum(columnTypes),
});
export type AnswerColumn = Static<typeof AnswerColumn>;
export type ColumnType = (typeof columnTypes)[number];

export const runPermission = 'query:run';
export const personalPermission = 'query:personal.read';
