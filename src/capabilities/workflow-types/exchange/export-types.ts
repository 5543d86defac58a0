// Makes the document of workflow types, with everything that they name.
import type { TSchema } from 'typebox';
import { loanLabelsOf } from '#capabilities/loans/index.ts';
import { type Worker, workersOf } from '#capabilities/users/index.ts';
import { columnOf } from '#platform/db/column-of.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { mustHaveNone, type Problem } from '#platform/errors.ts';
import { externalPrefix } from '#platform/ids.ts';
import type { AnyFields } from '#platform/resource/declared-resource.ts';
import { partsOf } from '../definition-of.ts';
import type { Assignee } from '../item-schemas.ts';
import { idsOf, kinds } from '../references.ts';
import { inFull } from '../sent-form.ts';
import type { StepTypeRow, WorkflowTypeRow, WorkitemTypeRow } from '../tables.ts';
import { activeWorkflows, countedWorkflows } from '../versions-in-use.ts';
import { end } from '../words.ts';
import { assigneesOf } from '../workers-of-item.ts';
import {
  format,
  type KindOfDocument,
  kindsOfDocument,
  mostOf,
  ownFields,
  type TypeInDocument,
  type WorkflowDocument,
} from './document.ts';

const asked = 'workflowTypeIds';

interface Named {
  readonly id: string;
  readonly type_id: number;
  readonly external_id: string | null;
}

/** Every type has one: its number where none was given. */
const nameOf = ({ external_id: externalId }: Named): string => externalPrefix + externalId;

/** Without ids all that are active. Errors: InvalidRequest. */
export async function exportTypes(reader: Reader, ids: readonly string[] | null): Promise<WorkflowDocument> {
  const workflows = ids === null ? await activeWorkflows(reader, mostOf.workflowTypes + 1) : await named(reader, ids);
  mustFit('workflowTypes', workflows.length);
  const parts = await partsOf(reader, workflows);
  const steps = unique([...parts.steps.values()]);
  const items = unique([...parts.items.values()]);
  mustFit('stepTypes', steps.length);
  mustFit('workitemTypes', items.length);
  const outside = await namesOutside(reader, items);
  const step = (id: string): string => (id === end ? end : nameOf(parts.steps.get(id) as StepTypeRow));
  return {
    format,
    workflowTypes: listed('workflowTypes', workflows, (row) => ({
      steps: row.steps.map(({ stepTypeId, next, maxVisits }) => ({
        stepTypeId: step(stepTypeId),
        next: next.map(({ condition, goTo }) => ({ condition, goTo: step(goTo) })),
        maxVisits,
      })),
    })),
    stepTypes: listed('stepTypes', steps, (row) => ({
      workitemTypeIds: row.workitem_type_ids.map((id) => nameOf(parts.items.get(id) as WorkitemTypeRow)),
    })),
    workitemTypes: listed('workitemTypes', items, (row) => namedOutside(row, outside)),
  };
}

async function named(reader: Reader, references: readonly string[]): Promise<readonly WorkflowTypeRow[]> {
  const pathOf = (i: number) => `${asked}[${i}]`;
  const ids = await idsOf(reader, kinds.workflow, references, pathOf);
  const found = await countedWorkflows(reader, ids);
  mustHaveNone(
    ids.flatMap((id, i) => {
      const row = found.get(id);
      if (row?.status === 'active') return [];
      const message = row === undefined ? `there is no workflow type ${id}` : 'has no active version';
      return [{ path: pathOf(i), message, expected: 'a workflow type that is active' }];
    }),
  );
  return unique([...found.values()]);
}

const unique = <Row extends Named>(rows: readonly Row[]): Row[] => [
  ...new Map(rows.map((row) => [row.type_id, row])).values(),
];

/** Errors: InvalidRequest. */
function mustFit(kind: KindOfDocument, count: number): void {
  if (count <= mostOf[kind]) return;
  const message = `are too many: more than ${mostOf[kind]} ${kindsOfDocument[kind].parts.declared.plural}`;
  mustHaveNone([{ path: asked, message, expected: 'fewer workflow types at once' }]);
}

/** The fields in the order of the body, sorted by external id. `changed`: those that name something. */
function listed<Row extends Named>(
  kind: KindOfDocument,
  rows: readonly Row[],
  changed: (row: Row) => AnyFields,
): TypeInDocument[] {
  const { fields } = kindsOfDocument[kind].parts.declared;
  const types = rows.map((row): TypeInDocument => {
    const values = { ...row, ...columnsOf(changed(row)) } as AnyFields;
    const shown = ownFields(kind)
      .map((name) => [name, withoutNulls(inFull(fields[name] as TSchema, values[columnOf(name)]))] as const)
      .filter(([, value]) => value !== undefined);
    return { externalId: String(row.external_id), ...Object.fromEntries(shown) };
  });
  return types.toSorted((one, other) => (one.externalId < other.externalId ? -1 : 1));
}

const columnsOf = (fields: AnyFields): AnyFields =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [columnOf(name), value]));

function withoutNulls(value: unknown): unknown {
  if (value === null) return undefined;
  if (Array.isArray(value)) return value.map((one) => withoutNulls(one) ?? null);
  if (typeof value !== 'object') return value;
  const kept = Object.entries(value).flatMap(([name, one]) => {
    const left = withoutNulls(one);
    return left === undefined ? [] : [[name, left] as const];
  });
  return Object.fromEntries(kept);
}

type Outside = ReadonlyMap<string, string>;

/** Users, roles, teams and labels by what they are called in every company. Errors: InvalidRequest. */
async function namesOutside(reader: Reader, items: readonly WorkitemTypeRow[]): Promise<Outside> {
  const assignees = items.flatMap((item) =>
    assigneesOf({ assignee: item.assignee, whenLate: item.when_late, automatic: item.automatic }).map((one) => ({
      key: item.key,
      id: one.assignee.id as string,
    })),
  );
  const labels = items.flatMap(({ key, automatic }) =>
    automatic?.loanLabel == null ? [] : [{ key, id: automatic.loanLabel.loanLabelId }],
  );
  const workers = await workersOf(reader, [...new Set(assignees.map(({ id }) => id))]);
  const known = await loanLabelsOf(reader, [...new Set(labels.map(({ id }) => id))]);
  const found = [
    ...assignees.map(({ key, id }) => ({ key, id, name: nameOfWorker(workers.get(id)) })),
    ...labels.map(({ key, id }) => ({ key, id, name: prefixed(known.get(id)?.external_id) })),
  ];
  mustHaveNone(
    found.flatMap(({ key, id, name }): Problem[] =>
      name === null
        ? [{ path: asked, message: `the item "${key}" names ${id}, which has no external id`, expected: 'give it one' }]
        : [],
    ),
  );
  return new Map(found.map(({ id, name }) => [id, name as string]));
}

const prefixed = (externalId: string | null | undefined): string | null =>
  externalId == null ? null : externalPrefix + externalId;

const nameOfWorker = (worker: Worker | undefined): string | null =>
  prefixed(worker?.externalId) ?? worker?.defaultKind ?? null;

function namedOutside(row: WorkitemTypeRow, outside: Outside): AnyFields {
  const renamed = (assignee: Assignee): Assignee =>
    assignee.id === null ? assignee : { ...assignee, id: outside.get(assignee.id) ?? assignee.id };
  const { assignee, when_late: whenLate, automatic } = row;
  return {
    assignee: renamed(assignee),
    whenLate: whenLate && { ...whenLate, to: whenLate.to && renamed(whenLate.to) },
    automatic: automatic && {
      ...automatic,
      changeOwner: automatic.changeOwner && { to: renamed(automatic.changeOwner.to) },
      loanLabel: automatic.loanLabel && {
        ...automatic.loanLabel,
        loanLabelId: outside.get(automatic.loanLabel.loanLabelId),
      },
    },
  };
}
