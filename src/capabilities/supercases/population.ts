// Populations: borrowers and their loans that are added to a supercase together. While it is a draft its members come and
// go. Committed, it stays as it is, and its cases are made.

import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { Refusal, refuseField } from '#platform/errors.ts';
import type { Endpoint } from '#platform/http/endpoint.ts';
import { Bool, DateTime, Described, Int, Nullable, Text } from '#platform/input/schemas.ts';
import { defineResource } from '#platform/resource/define-resource.ts';
import { madeBy, madeByFields } from '#platform/resource/made-by.ts';
import type { OperationView } from '#platform/work/operations/operations.ts';
import { hasEnded, readOperation } from '#platform/work/operations/operations.ts';
import { supercaseErrors } from './errors.ts';
import { mustBeOpen } from './states.ts';
import { subcaseTypeOf, supercaseOfPath } from './supercase.ts';
import { type PopulationRow, populations, type SupercaseRow } from './tables.ts';

/** Starts what makes the cases of these populations. */
type StartMaking = (
  ctx: CommandContext,
  tx: Tx,
  ofCases: SupercaseRow,
  populationIds: readonly string[],
) => OperationView;

export const membersMax = 100_000;

export const population = defineResource({
  name: 'population',
  plural: 'populations',
  prefix: 'PO',
  table: populations,
  below: {
    path: '/supercases/{supercaseId}',
    subject: supercaseOfPath,
    column: 'supercase_id',
    words: 'This supercase',
  },
  fields: {
    name: Nullable(Text({ min: 1, max: 100, example: 'Vigo county' })),
    isDraft: Described(Bool, {
      description: 'False commits it: its members stay as they are, and its cases are made.',
    }),
    memberCount: Int({ min: 0, max: membersMax }),
    committedAt: Nullable(DateTime),
    operationId: Nullable(Text({ max: 12, example: 'OP-7KQ2-M9XA' }), {
      description: 'The operation that makes its cases: its progress counts members.',
    }),
    ...madeByFields,
  },
  onlyShown: ['memberCount', 'committedAt', 'operationId', 'createdByType', 'createdById'],
  defaults: { isDraft: true },
  atMost: 1_000,
  sort: ['createdAt', 'updatedAt', 'name'],
  filters: { isDraft: Bool },
  told: { isDraft: Bool, memberCount: Int({ min: 0, max: membersMax }) },
  events: { created: 'A population was made.', updated: 'A population or its members changed, or it was committed.' },
  endpoints: {
    list: {},
    create: {
      description: 'It is a draft, without members.',
      errors: [supercaseErrors.SupercaseClosed],
      body: { name: 'Vigo county' },
    },
    read: {},
    update: {
      description:
        '`isDraft: false` commits it, and starts the operation that makes a case for each member. Sent again when this has ended, it tries those members again that failed.',
      errors: [supercaseErrors.SupercaseClosed, supercaseErrors.PopulationCommitted],
      body: { name: 'Vigo and Knox county' },
    },
  },
});

export const populationRoutes = (startMaking: StartMaking): readonly Endpoint[] =>
  population.endpoints({
    async beforeWrite(ctx, tx, { before, row, sent, parent }) {
      mustBeOpen(parent);
      if (before === undefined) {
        if (!row.is_draft) throw refuseField('isDraft', 'cannot be false yet: it has no members', 'true, or nothing');
        return { member_count: 0, ...madeBy(ctx.caller.actor) };
      }
      if (before.is_draft) return row.is_draft ? undefined : commit(ctx, tx, startMaking, parent, row);
      const { isDraft, ...more } = sent;
      if (isDraft !== false || Object.values(more).some((value) => value !== undefined)) throw committed(before);
      return (await isStillMade(tx, before))
        ? undefined
        : { operation_id: startMaking(ctx, tx, parent, [before.id]).id };
    },
  });

/** Errors: InvalidRequest, NotFound. */
async function commit(
  ctx: CommandContext,
  tx: Tx,
  startMaking: StartMaking,
  parent: SupercaseRow,
  row: PopulationRow,
): Promise<Partial<PopulationRow>> {
  if (row.member_count === 0)
    throw refuseField('isDraft', 'cannot be false: it has no members', 'true, or members first');
  await subcaseTypeOf(tx, parent);
  return { committed_at: ctx.now, operation_id: startMaking(ctx, tx, parent, [row.id]).id };
}

async function isStillMade(tx: Tx, { operation_id }: PopulationRow): Promise<boolean> {
  const operation = operation_id === null ? undefined : await readOperation(tx, operation_id);
  return operation !== undefined && !hasEnded(operation);
}

export const committed = ({ id }: PopulationRow): Refusal =>
  new Refusal(supercaseErrors.PopulationCommitted, `The population ${id} is committed.`, { data: { path: 'isDraft' } });
