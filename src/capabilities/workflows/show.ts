// How workflows, their steps, items and moves are shown.
import { personSealers } from '#capabilities/people/index.ts';
import type { ItemDefinition, WorkflowDefinition } from '#capabilities/workflow-types/index.ts';
import type { Sealer, Vault } from '#platform/crypto/vault.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { presenter } from '#platform/resource/columns.ts';
import { definitionOf, itemsOf } from './run/load.ts';
import { wordsPart } from './run/run.ts';
import { isOfCompany, type Owned } from './run/whose.ts';
import { type Done, Workflow, WorkflowMove, WorkflowStep, Workitem } from './schemas.ts';
import type { ItemRow, MoveRow, StepRow, WorkflowRow } from './tables.ts';

const present = presenter<typeof Workflow, WorkflowRow>(Workflow);
const presentItem = presenter<typeof Workitem, ItemRow>(Workitem);
const presentStep = presenter<typeof WorkflowStep, StepRow>(WorkflowStep);
const presentMove = presenter<typeof WorkflowMove, MoveRow>(WorkflowMove);

const personOf = (row: Owned): string | null => (isOfCompany(row) ? null : row.owner_id);

export const showWorkflow = (row: WorkflowRow): Workflow => present(row, { personId: personOf(row) });

export const showMove = (row: MoveRow, sealer: Sealer | undefined): WorkflowMove =>
  presentMove(row, {
    personId: personOf(row),
    words: row.words_sealed && sealer ? sealer.unseal(wordsPart(row.id), row.words_sealed) : null,
  });

export const detailsPart = (itemId: string): string => `workflow_items.${itemId}.details`;

const nothingSaid: Done = {
  comment: null,
  reason: null,
  checklist: null,
  form: null,
  documentId: null,
  interactionId: null,
};

export const sealDone = (sealer: Sealer, { id }: ItemRow, said: Partial<Done>): Buffer =>
  sealer.seal(detailsPart(id), JSON.stringify(said));

const openDone = (sealer: Sealer | undefined, { id, details_sealed: sealed }: ItemRow): Done | null =>
  sealed === null || sealer === undefined
    ? null
    : { ...nothingSaid, ...(JSON.parse(sealer.unseal(detailsPart(id), sealed)) as Partial<Done>) };

export const previewPart = (itemId: string): string => `workflow_items.${itemId}.preview`;

export const sealPreview = (sealer: Sealer, id: string, text: string): Buffer => sealer.seal(previewPart(id), text);

const openPreview = (sealer: Sealer | undefined, { id, preview_sealed: sealed }: ItemRow): Workitem['preview'] =>
  sealed === null || sealer === undefined
    ? null
    : (JSON.parse(sealer.unseal(previewPart(id), sealed)) as Workitem['preview']);

/** What there is to do stands in the definition of the workflow. */
export function showItem(row: ItemRow, { steps }: WorkflowDefinition, sealer: Sealer | undefined): Workitem {
  const items = steps.flatMap(({ items: own }) => own);
  const definition = items.find(({ id }) => id === row.workitem_type_id) as ItemDefinition;
  return presentItem(row, {
    ...taskOf(definition),
    personId: personOf(row),
    description: definition.description,
    preview: openPreview(sealer, row),
    done: openDone(sealer, row),
  });
}

const nothing = {
  checklist: null,
  form: null,
  document: null,
  call: null,
  approval: null,
  automatic: null,
  wait: null,
};

function taskOf(definition: ItemDefinition): Pick<Workitem, keyof typeof nothing> {
  const { kind } = definition;
  const asked = definition as Partial<Pick<Workitem, keyof typeof nothing>>;
  return { ...nothing, [kind]: asked[kind] };
}

/** The items of all steps of the page are read together. */
export async function showSteps(
  reader: Reader,
  vault: Vault,
  workflow: WorkflowRow,
  rows: readonly StepRow[],
): Promise<WorkflowStep[]> {
  if (rows.length === 0) return [];
  const stepIds = rows.map(({ id }) => id);
  const [items, definition, sealer] = await Promise.all([
    reader.rows(itemsOf(reader, workflow.owner_id).where('step_id', 'in', stepIds).orderBy('position')),
    definitionOf(reader, workflow),
    sealerOfOwner(reader, vault, workflow),
  ]);
  return rows.map((row) =>
    presentStep(row, {
      personId: personOf(row),
      workitems: (items as ItemRow[])
        .filter(({ step_id }) => step_id === row.id)
        .map((item) => showItem(item, definition, sealer)),
    }),
  );
}

/** Undefined: the borrower was erased. */
export const sealerOfOwner = async (reader: Reader, vault: Vault, row: Owned): Promise<Sealer | undefined> =>
  isOfCompany(row)
    ? vault.companySealer(row.company_id)
    : (await personSealers(reader, vault, [row.owner_id])).get(row.owner_id);
