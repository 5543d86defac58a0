// The definitions by which workflows run. One never changes, so it is remembered for ever.
import type { CaseTypeCheck } from '#capabilities/case-types/index.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { mustHaveNone, refuseField } from '#platform/errors.ts';
import { latelyUsed } from '#platform/lately-used.ts';
import type { Resolver } from '#platform/references.ts';
import { idOfReference } from '#platform/resource/external-ids.ts';
import { contextsOfType } from './contexts.ts';
import type { WorkflowDefinition } from './definition.ts';
import { naming } from './keep-definition.ts';
import { kinds } from './references.ts';
import { namingProblems } from './whole-problems.ts';

/** The definition of the active version of a type, which any of its versions names; undefined: nothing starts by it. */
export async function definitionFor(reader: Reader, workflowTypeId: string): Promise<WorkflowDefinition | undefined> {
  const all = reader.db.selectFrom('workflow_types');
  const row = await reader.row(
    all
      .innerJoin('workflow_definitions', 'workflow_definitions.workflow_type_id', 'workflow_types.id')
      .select('workflow_definitions.definition')
      .where('workflow_types.type_id', 'in', all.select('type_id').where('id', '=', workflowTypeId))
      .where('workflow_types.status', '=', 'active'),
  );
  return row?.definition;
}

/** By company and mode, as everything that is read. */
const kept = latelyUsed<string, WorkflowDefinition>(1_000);

/** The definition of one version, of whatever status; undefined: it was never published. */
export async function definitionById(reader: Reader, workflowTypeId: string): Promise<WorkflowDefinition | undefined> {
  const { companyId, mode } = reader.realm;
  const key = `${companyId} ${mode} ${workflowTypeId}`;
  const known = kept.get(key);
  if (known !== undefined) return known;
  const row = await reader.row(
    reader.db.selectFrom('workflow_definitions').select('definition').where('workflow_type_id', '=', workflowTypeId),
  );
  if (row !== undefined) kept.set(key, row.definition);
  return row?.definition;
}

/** The workflow type that a case type names. */
export const workflowTypeNamed: Resolver = async (reader, reference) => {
  const id = await idOfReference(reader, kinds.workflow, reference);
  if (id === undefined) return undefined;
  const row = await reader.row(reader.db.selectFrom('workflow_types').select('id').where('id', '=', id));
  return row?.id;
};

/** A case type names a workflow that can start, and has the fields that its conditions name. Errors: InvalidRequest. */
export const workflowFitsCases: CaseTypeCheck = async (
  tx,
  { status, workflowTypeId, caseType, customFieldSchemas },
) => {
  if (workflowTypeId === null || status === 'deprecated') return;
  const definition = await definitionFor(tx, workflowTypeId);
  const path = 'workflowTypeId';
  if (definition === undefined) {
    throw refuseField(path, 'has no active version: nothing would start by it', 'a workflow type that is active');
  }
  const problems = namingProblems(definition, naming(contextsOfType(caseType, customFieldSchemas)));
  mustHaveNone(problems.map((one) => ({ ...one, path, message: `${one.path} of it: ${one.message}` })));
};
