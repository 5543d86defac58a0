// The ids of what a type names by an external id: stored are ids, and a document that goes to another company names
// everything by external ids.
import { loanLabelsOf } from '#capabilities/loans/index.ts';
import { idOfWorker } from '#capabilities/users/index.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { mustHaveNone, type Problem } from '#platform/errors.ts';
import { referenceOf } from '#platform/ids.ts';
import { findExternalIds } from '#platform/resource/external-ids.ts';
import type { Assignee, AutomaticTask, WhenLate } from './item-schemas.ts';

export const kinds = {
  workflow: 'workflow type',
  step: 'workflow step type',
  item: 'workflow workitem type',
  label: 'loan label',
} as const;

/** Errors: InvalidRequest. */
export async function idsOf(
  reader: Reader,
  kind: string,
  references: readonly string[],
  pathOf: (i: number) => string,
): Promise<readonly string[]> {
  const named = references.map(referenceOf);
  const external = named.flatMap((one) => ('externalId' in one ? [one.externalId] : []));
  const found = await findExternalIds(reader, kind, external);
  const ids = named.map((one) => ('id' in one ? one.id : found.get(one.externalId)?.objectId));
  mustHaveNone(ids.flatMap((id, i) => (id === undefined ? [missing(pathOf(i), kind, references[i] as string)] : [])));
  return ids as readonly string[];
}

const missing = (path: string, kind: string, reference: string): Problem => ({
  path,
  message: `there is no ${kind} ${reference}`,
  expected: 'its id, or ext- and its external id',
});

async function labelNamed(reader: Reader, reference: string): Promise<string> {
  const path = 'automatic.loanLabel.loanLabelId';
  const [id] = await idsOf(reader, kinds.label, [reference], () => path);
  const found = await loanLabelsOf(reader, [id as string]);
  if (!found.has(id as string)) mustHaveNone([missing(path, kinds.label, reference)]);
  return id as string;
}

/** Errors: InvalidRequest. */
export async function resolvedAssignee(reader: Reader, assignee: Assignee, path: string): Promise<Assignee> {
  const { to, id: reference } = assignee;
  if (to === 'caseOwner' || reference === null) return assignee;
  const id = await idOfWorker(reader, to, reference);
  if (id === undefined) mustHaveNone([missing(`${path}.id`, to, reference)]);
  return { to, id: id as string };
}

/** Errors: InvalidRequest. */
export async function resolvedLateness(reader: Reader, whenLate: WhenLate | null): Promise<WhenLate | null> {
  if (whenLate?.to == null) return whenLate;
  return { ...whenLate, to: await resolvedAssignee(reader, whenLate.to, 'whenLate.to') };
}

/** Errors: InvalidRequest. */
export async function resolvedTask(reader: Reader, task: AutomaticTask | null): Promise<AutomaticTask | null> {
  if (task === null) return null;
  const { changeOwner, loanLabel } = task;
  return {
    ...task,
    changeOwner: changeOwner && {
      to: await resolvedAssignee(reader, changeOwner.to, 'automatic.changeOwner.to'),
    },
    loanLabel: loanLabel && {
      ...loanLabel,
      loanLabelId: await labelNamed(reader, loanLabel.loanLabelId),
    },
  };
}
