// Workflow types: steps in order, and where each may lead. What is published has a definition, by which workflows run.
import Type from 'typebox';
import { callersNumber } from '#capabilities/case-types/index.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { mustHaveNone, type Problem, problemIf } from '#platform/errors.ts';
import { ExternalId, Text } from '#platform/input/schemas.ts';
import { defineVersioned } from '#platform/resource/versioned.ts';
import { contextsOfAll, earlyProblems } from '../contexts.ts';
import { keepDefinition } from '../keep-definition.ts';
import { idsOf, kinds } from '../references.ts';
import {
  stepsMax,
  type WorkflowStep,
  WorkflowStepInput,
  WorkflowStep as WorkflowStepOfType,
  wholeStep,
} from '../step-schemas.ts';
import { type WorkflowTypeRow, workflowTypes } from '../tables.ts';
import { countedSteps } from '../versions-in-use.ts';
import { end } from '../words.ts';
import { makersOf, mustHaveAll } from '../written.ts';
import { typesOfCompany } from './types-of-company.ts';

const steps = (schema: typeof WorkflowStepOfType | typeof WorkflowStepInput) =>
  Type.Array(schema, { minItems: 1, maxItems: stepsMax, description: 'Its steps in order. The first one begins it.' });

export const workflowType = defineVersioned({
  name: kinds.workflow,
  plural: 'workflow types',
  prefix: 'WT',
  ...typesOfCompany,
  table: workflowTypes,
  fields: {
    externalId: ExternalId({ max: 255, example: 'identity-theft' }),
    name: Text({ min: 1, max: 100, example: 'Identity theft' }),
    description: Text({ max: 1_000 }),
    steps: steps(WorkflowStepOfType),
  },
  taken: { steps: steps(WorkflowStepInput) },
  defaults: { description: '' },
  fixed: ['externalId'],
  endpoints: {
    list: { description: 'Lists every version of every type; workflows start by the active ones.' },
    create: {
      description:
        'A draft, unless `status` is `active`. To be active, all its steps and their items must be, each step must be reached and lead to the end, and its cases must have the fields that conditions name.',
      body: {
        externalId: 'identity-theft',
        name: 'Identity theft',
        steps: [
          {
            stepTypeId: 'ext-collect-documents',
            next: [{ condition: 'items.policeReport.outcome == "skipped"', goTo: end }],
          },
        ],
      },
    },
    read: {},
    update: {
      description:
        'What is not sent stays. A draft is changed as it stands. What is active is not changed: the answer is a new version with an id of its own, active in its place, or a draft if `status` is `draft`. What runs keeps the version that it began with.',
      body: { description: 'From the report to the decision, within 30 days' },
    },
    delete: {
      description:
        'A draft is deleted; everything else is deprecated: no workflow starts by it any more, and what runs goes on.',
    },
  },
  numberOfCaller: callersNumber,
  async normal(tx, { steps: sent, ...others }) {
    if (sent === undefined) return others;
    return { ...others, steps: await namedById(tx, (sent as readonly object[]).map(wholeStep)) };
  },
  async check(ctx, tx, row, from) {
    mustHaveAll(row, { name: 'a name', steps: 'at least one step' });
    if (!from.isRenewal) mustHaveNone(await earlyStepProblems(ctx, tx, row.steps as readonly WorkflowStep[]));
    return { makers: makersOf(ctx, from) };
  },
  publish: (ctx, tx, row, isRenewal) => keepDefinition(ctx, tx, row as WorkflowTypeRow, isRenewal),
});

/** With ids in the place of external ids. */
async function namedById(tx: Tx, given: readonly WorkflowStep[]): Promise<readonly WorkflowStep[]> {
  const ids = await idsOf(
    tx,
    kinds.step,
    given.map(({ stepTypeId }) => stepTypeId),
    (i) => `steps[${i}].stepTypeId`,
  );
  const idOf = (reference: string): string =>
    ids[given.findIndex(({ stepTypeId }) => stepTypeId === reference)] ?? reference;
  return given.map(({ stepTypeId, next, maxVisits }) => ({
    stepTypeId: idOf(stepTypeId),
    next: next.map(({ condition, goTo }) => ({ condition, goTo: idOf(goTo) })),
    maxVisits,
  }));
}

/** What is wrong already in a draft. */
async function earlyStepProblems(ctx: CommandContext, tx: Tx, given: readonly WorkflowStep[]): Promise<Problem[]> {
  const ids = given.map(({ stepTypeId }) => stepTypeId);
  const found = await countedSteps(tx, ids);
  const hasConditions = given.some(({ next }) => next.some(({ condition }) => condition !== null));
  const contexts = hasConditions ? await contextsOfAll(tx) : [];
  const naming = { contexts, permissions: ctx.caller.permissions };
  const ways = [...ids, end];
  const expected = `one of ${ways.slice(0, 10).join(', ')}`;
  return given.flatMap(({ stepTypeId, next }, i): Problem[] => [
    ...problemIf(
      !found.has(stepTypeId),
      `steps[${i}].stepTypeId`,
      `there is no step type ${stepTypeId}`,
      'the id of one',
    ),
    ...next.flatMap(({ condition, goTo }, j): Problem[] => {
      const at = `steps[${i}].next[${j}]`;
      return [
        ...problemIf(!ways.includes(goTo), `${at}.goTo`, 'is no step of this workflow', expected),
        ...(condition === null ? [] : earlyProblems(`${at}.condition`, condition, naming)),
      ];
    }),
  ]);
}
