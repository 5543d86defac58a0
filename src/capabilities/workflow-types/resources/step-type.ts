// Step types: which items begin together, when the step is passed over, and when it is left.
import Type from 'typebox';
import { callersNumber } from '#capabilities/case-types/index.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { mustHaveNone, type Problem, problemIf } from '#platform/errors.ts';
import { ExternalId, Nullable, Text } from '#platform/input/schemas.ts';
import { defineVersioned } from '#platform/resource/versioned.ts';
import { contextsOfAll, earlyProblems } from '../contexts.ts';
import type { ExitRule as Rule } from '../definition.ts';
import { partOfStep } from '../definition-of.ts';
import { permissionProblems } from '../item-problems.ts';
import { workflowsNaming } from '../named-by.ts';
import { idsOf, kinds } from '../references.ts';
import { renewWorkflowsWith } from '../renew.ts';
import { inFull, sentForm } from '../sent-form.ts';
import { Condition, ExitRule } from '../step-schemas.ts';
import { type StepTypeRow, stepTypes } from '../tables.ts';
import { countedItems } from '../versions-in-use.ts';
import { makersOf, mustHaveAll } from '../written.ts';
import { typesOfCompany } from './types-of-company.ts';
import { workflowType } from './workflow-type.ts';

const itemsMax = 20;
const itemPath = (i: number): string => `workitemTypeIds[${i}]`;

const typeIds = (max: number) =>
  Type.Array(Text({ min: 1, max, example: 'IT-7KQ2-M9XA' }), {
    minItems: 1,
    maxItems: itemsMax,
    description: 'Its items, by any version of their types, in the order in which they are shown. All begin with it.',
  });

export const stepType = defineVersioned({
  name: 'workflow step type',
  plural: 'workflow step types',
  prefix: 'ST',
  ...typesOfCompany,
  table: stepTypes,
  fields: {
    externalId: ExternalId({ max: 255, example: 'collect-documents' }),
    name: Text({ min: 1, max: 100, example: 'Collect the documents' }),
    description: Text({ max: 1_000 }),
    workitemTypeIds: typeIds(12),
    entryCondition: Nullable(Condition, {
      description:
        'Where it does not hold, or something that it needs is not known, the step is passed over. It may name fields of the case, of the borrower (person), of the loan, and what became of items. Null: always.',
    }),
    exitRule: ExitRule,
  },
  taken: { workitemTypeIds: typeIds(259), exitRule: sentForm(ExitRule) },
  defaults: { description: '', exitRule: { when: 'all', condition: null } },
  fixed: ['externalId'],
  mayEmit: workflowType.events,
  endpoints: {
    list: { description: 'Lists every version of every type; `status=active` lists those that workflows have.' },
    create: {
      description:
        'A draft, unless `status` is `active`. Its items must have active versions before a workflow has it.',
      body: {
        externalId: 'collect-documents',
        name: 'Collect the documents',
        workitemTypeIds: ['ext-police-report'],
        entryCondition: 'case.theftExtent == "wholeAccount"',
      },
    },
    read: {},
    update: {
      description:
        'What is not sent stays. A draft is changed as it stands. What is active is not changed: the answer is a new version with an id of its own, and each active workflow type that has it gets a new version too. What runs keeps what it began with.',
      body: { exitRule: { when: 'any' } },
    },
    delete: { description: 'A draft that nothing names is deleted; everything else is deprecated.' },
  },
  numberOfCaller: callersNumber,
  async normal(tx, { workitemTypeIds, exitRule, ...sent }) {
    const ids = workitemTypeIds as readonly string[] | undefined;
    return {
      ...sent,
      ...(exitRule !== undefined && { exitRule: inFull(ExitRule, exitRule) }),
      ...(ids && { workitemTypeIds: await idsOf(tx, kinds.item, ids, itemPath) }),
    };
  },
  async check(ctx, tx, row, from) {
    mustHaveAll(row, { name: 'a name', workitemTypeIds: 'the ids of its items' });
    const step = row as StepTypeRow;
    mustHaveNone([...ruleProblems(step.exit_rule), ...(await itemProblems(ctx, tx, step))]);
    mustHaveNone(await conditionsOf(ctx, tx, step));
    return { makers: makersOf(ctx, from) };
  },
  publish: (ctx, tx, row) => renewWorkflowsWith(ctx, tx, partOfStep(row.type_id as number)),
  isNamed: async (tx, row) => (await workflowsNaming(tx, row.id)).length > 0,
});

function ruleProblems({ when, condition }: Rule): Problem[] {
  const path = 'exitRule.condition';
  if (when === 'condition') {
    return problemIf(condition === null, path, 'is required', 'when the step is left');
  }
  return problemIf(condition !== null, path, `is not for ${when}`, 'null, or `when` condition');
}

/** Whoever publishes a step brings its items into workflows, and so must have the permission of what they do. */
async function itemProblems(ctx: CommandContext, tx: Tx, step: StepTypeRow): Promise<Problem[]> {
  const { workitem_type_ids: ids, status } = step;
  const items = await countedItems(tx, ids);
  const numbers = ids.map((id) => items.get(id)?.type_id);
  return ids.flatMap((id, i): Problem[] => {
    const path = itemPath(i);
    const item = items.get(id);
    if (item === undefined) return [{ path, message: `there is no workitem type ${id}`, expected: 'the id of one' }];
    if (numbers.indexOf(item.type_id) < i) return [{ path, message: 'stands there twice', expected: 'another item' }];
    if (status !== 'active') return [];
    if (item.status !== 'active') {
      return [{ path, message: `is ${item.status}`, expected: 'a workitem type with an active version' }];
    }
    return permissionProblems(item.automatic, ctx.caller.permissions).map((one) => ({ ...one, path }));
  });
}

async function conditionsOf(ctx: CommandContext, tx: Tx, step: StepTypeRow): Promise<Problem[]> {
  const conditions = [
    ['entryCondition', step.entry_condition],
    ['exitRule.condition', step.exit_rule.condition],
  ] as const;
  if (conditions.every(([, text]) => text === null)) return [];
  const naming = { contexts: await contextsOfAll(tx), permissions: ctx.caller.permissions };
  return conditions.flatMap(([path, text]) => (text === null ? [] : earlyProblems(path, text, naming)));
}
