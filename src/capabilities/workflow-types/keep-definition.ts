// Keeps the definition of a workflow type when a version of it is published, after all of it was checked.
import { caseReading, caseTypesOfWorkflow } from '#capabilities/case-types/index.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { NamedContext } from '#platform/conditions/named-context.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { mustHaveNone, type Problem, problemIf } from '#platform/errors.ts';
import { contextsOfAll, contextsOfType, namesItems } from './contexts.ts';
import type { WorkflowDefinition } from './definition.ts';
import { definitionOf, itemsInSteps, partsOf, partTypeIds } from './definition-of.ts';
import { permissionProblems } from './item-problems.ts';
import type { WorkflowTypeRow, WorkitemTypeRow } from './tables.ts';
import { namingProblems, structureProblems } from './whole-problems.ts';
import { workerProblems } from './workers-of-item.ts';

/** Errors: InvalidRequest. */
export async function keepDefinition(
  ctx: CommandContext,
  tx: Tx,
  row: WorkflowTypeRow,
  isRenewal: boolean,
): Promise<void> {
  const parts = await partsOf(tx, [row]);
  const definition = definitionOf(row, parts, isRenewal ? 'deprecated' : 'active');
  mustHaveNone(structureProblems(definition));
  const { permissions } = ctx.caller;
  mustHaveNone(await fieldProblems(tx, row.type_id, definition, isRenewal ? undefined : permissions));
  if (isRenewal) mustHaveNone(outcomeProblems(definition, permissions));
  mustHaveNone(await itemProblems(tx, itemsInSteps(row, parts), permissions, isRenewal));
  const kept = {
    workflow_type_id: row.id,
    part_type_ids: partTypeIds(parts),
    definition: JSON.stringify(definition),
  };
  tx.write(tx.db.insertInto('workflow_definitions').values(kept));
}

/**
 * Whoever changes an item changes what the conditions over it decide, in a renewal too, and so must be able to read cases as
 * whoever wrote them.
 */
function outcomeProblems({ steps }: WorkflowDefinition, permissions: ReadonlySet<string>): Problem[] {
  if (permissions.has(caseReading)) return [];
  const message = `a condition of it names items: this needs the permission ${caseReading}`;
  return steps.flatMap(({ entryCondition, exitRule, next }, i) => {
    const all = [entryCondition, exitRule.condition, ...next.map(({ condition }) => condition)];
    const isOver = all.some((text) => text !== null && namesItems(text));
    return problemIf(isOver, `steps[${i}].stepTypeId`, message, 'what you may read yourself');
  });
}

/** Each case type that names the workflow must have what its conditions name; without one the fields of all count. */
async function fieldProblems(
  tx: Tx,
  typeId: number,
  definition: WorkflowDefinition,
  permissions: ReadonlySet<string> | undefined,
): Promise<Problem[]> {
  const versions = await tx.rows(tx.db.selectFrom('workflow_types').select('id').where('type_id', '=', typeId));
  const ids = versions.map(({ id }) => id);
  const caseTypes = await caseTypesOfWorkflow(tx, ids);
  if (caseTypes.length === 0) return namingProblems(definition, naming(await contextsOfAll(tx), permissions));
  return caseTypes.flatMap((one) => {
    const contexts = contextsOfType(one.case_type, one.custom_field_schemas);
    return namingProblems(definition, naming(contexts, permissions)).map((problem) => ({
      ...problem,
      message: `${problem.message} (of the case type ${one.id})`,
    }));
  });
}

/** Without permissions of somebody: who wrote the conditions had them. */
export const naming = (contexts: readonly NamedContext[], permissions?: ReadonlySet<string>) => ({
  contexts,
  permissions: permissions ?? permissionsFor(contexts),
});

const permissionsFor = (contexts: readonly NamedContext[]): ReadonlySet<string> =>
  new Set(
    contexts.flatMap(({ permission, fields }) => [
      permission,
      ...Object.values(fields).flatMap((field) => field.permission ?? []),
    ]),
  );

/**
 * Who publishes must have the permission of all actions, in a renewal too: a step before an action may be what holds it
 * up. Workers may have left since the items were published.
 */
async function itemProblems(
  reader: Reader,
  inSteps: readonly (readonly WorkitemTypeRow[])[],
  permissions: ReadonlySet<string>,
  isRenewal: boolean,
): Promise<Problem[]> {
  const all = inSteps.flatMap((inStep, i) => inStep.map((item) => ({ path: `steps[${i}].stepTypeId`, item })));
  const named = all.map(({ item }) => ({
    assignee: item.assignee,
    whenLate: item.when_late,
    automatic: item.automatic,
  }));
  const ofWorkers = isRenewal ? [] : await workerProblems(reader, named);
  return all.flatMap(({ path, item }, i) => {
    const problems = [...permissionProblems(item.automatic, permissions), ...(ofWorkers[i] ?? [])];
    return problems.map((one) => ({ ...one, path, message: `its item "${item.key}": ${one.path} ${one.message}` }));
  });
}
