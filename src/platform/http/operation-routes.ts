import Type from 'typebox';
import { errors, Refusal } from '#platform/errors.ts';
import { type Endpoint, endpoint } from '#platform/http/endpoint.ts';
import { DateTime, Described, Nullable, StringEnum, Text } from '#platform/input/schemas.ts';
import { readOperation } from '#platform/work/operations/operations.ts';
import { operationStates } from '#platform/work/operations/states.ts';

export const Operation = Type.Object(
  {
    id: Text({ max: 12, example: 'OP-7KQ2-M9XA' }),
    object: Type.Literal('operation'),
    kind: Text({ max: 100, example: 'testClock.advance' }),
    state: StringEnum(operationStates.states),
    progress: Type.Object({ done: Type.Integer(), total: Nullable(Type.Integer()) }),
    result: Nullable(Type.Object({}, { additionalProperties: true })),
    error: Nullable(Type.Object({}, { additionalProperties: true }), {
      description: 'The body of the error that the call would have answered, where the operation failed.',
    }),
    createdAt: Described(DateTime, { description: 'By the real clock, as the others: no test clock moves them.' }),
    startedAt: Nullable(DateTime),
    finishedAt: Nullable(DateTime),
  },
  { title: 'Operation' },
);

export const operationRoutes: Endpoint[] = [
  endpoint({
    name: 'operations.read',
    method: 'GET',
    path: '/operations/{operationId}',
    summary: 'Read an operation',
    description:
      'Work that goes on after its call has been answered. Read it until its state is succeeded, failed or canceled.',
    permission: 'operation:read',
    shape: 'single',
    answer: Operation,
    errors: [errors.NotFound],
    async read({ reader }, { params }) {
      const operation = await readOperation(reader, params.operationId);
      if (operation !== undefined) return operation;
      throw new Refusal(errors.NotFound, `There is no operation with the id ${params.operationId}.`);
    },
  }),
];
