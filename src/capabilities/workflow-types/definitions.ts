// The definitions by which workflows run. One never changes, so it is remembered for ever.
import { companyToHold } from '#capabilities/access/index.ts';
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
import { countedWorkflows } from './versions-in-use.ts';
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

/** The workflow type that a case type names. In the place of a draft stands the version that counts: a draft is deleted. */
export const workflowTypeNamed: Resolver = async (reader, reference) => {
  const id = await idOfReference(reader, kinds.workflow, reference);
  if (id === undefined) return undefined;
  const row = await reader.row(reader.db.selectFrom('workflow_types').select(['id', 'status']).where('id', '=', id));
  return row?.status === 'draft' ? (await countedWorkflows(reader, [id])).get(id)?.id : row?.id;
};

/**
 * A case type names a workflow that can start, and has the fields that its conditions name. The company is held, as by
 * whoever changes a workflow type: no version is published meanwhile that names other fields. Errors: InvalidRequest.
 */
export const workflowFitsCases: CaseTypeCheck = async (
  tx,
  { status, workflowTypeId, caseType, customFieldSchemas },
) => {
  if (workflowTypeId === null || status === 'deprecated') return;
  await tx.row(companyToHold(tx));
  const definition = await definitionFor(tx, workflowTypeId);
  const path = 'workflowTypeId';
  if (definition === undefined) {
    throw refuseField(path, 'has no active version: nothing would start by it', 'a workflow type that is active');
  }
  const problems = namingProblems(definition, naming(contextsOfType(caseType, customFieldSchemas)));
  mustHaveNone(problems.map((one) => ({ ...one, path, message: `${one.path} of it: ${one.message}` })));
};
