// What a case means for its workflows, in its commit: one starts with it, all go on as it changes, and end when it closes.
import { type CaseListener, type CompanyCaseListener, isOpen, type MovingContext } from '#capabilities/cases/index.ts';
import { definitionFor, type WorkflowDefinition, whyBorrower } from '#capabilities/workflow-types/index.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { refuseField } from '#platform/errors.ts';
import { companyWorkflowEvents, workflowEvents } from './events.ts';
import { endRun, goOn } from './run/advance.ts';
import { caseChanged } from './run/case-changed.ts';
import { handOver } from './run/hand-over.ts';
import { loadRun, runningOn } from './run/load.ts';
import type { OwnerOfCase } from './run/open-items.ts';
import { startWorkflow } from './run/start.ts';
import { ownerIdOf, type Whose } from './run/whose.ts';
import { write } from './run/write.ts';

export const workflowsOfCases: CaseListener = {
  mayEmit: workflowEvents,
  async moved(ctx, tx, { row: ofCase, parent: owner, before, type }) {
    const whose = { owner, ofCase };
    if (before !== null) return moved(ctx, tx, whose, before);
    const definition = await definitionAtStart(tx, whose, type);
    if (definition !== undefined) await startWorkflow(ctx, tx, whose, { definition, reason: 'caseOpened' });
  },
  async changed(ctx, tx, { before, row: ofCase, parent: owner }) {
    if (isOpen(ofCase)) await caseChanged(ctx, tx, { owner, ofCase }, { before });
  },
};

/** Errors: InvalidRequest, where the workflow of its type is for borrowers alone. */
export const workflowsOfCompanyCases: CompanyCaseListener = {
  mayEmit: companyWorkflowEvents,
  async changed(ctx, tx, { row: ofCase, before, type }) {
    const whose = { owner: null, ofCase };
    if (before !== null) return moved(ctx, tx, whose, before);
    const definition = await definitionAtStart(tx, whose, type);
    if (definition === undefined) return;
    mustNeedNoBorrower(definition, 'caseTypeId');
    await startWorkflow(ctx, tx, whose, { definition, reason: 'caseOpened' });
  },
};

/** By what a new case goes; undefined: by nothing. */
async function definitionAtStart(
  tx: Tx,
  { ofCase }: Whose,
  { workflowTypeId }: { readonly workflowTypeId: string | null },
): Promise<WorkflowDefinition | undefined> {
  return workflowTypeId === null || !isOpen(ofCase) ? undefined : definitionFor(tx, workflowTypeId);
}

/** Errors: InvalidRequest. */
export function mustNeedNoBorrower(definition: WorkflowDefinition, path: string): void {
  const why = whyBorrower(definition);
  if (why === undefined) return;
  const message = `goes through the workflow "${definition.name}", which is for cases of borrowers: ${why}`;
  throw refuseField(path, message, 'one whose workflow needs neither a borrower nor a loan');
}

async function moved(ctx: MovingContext, tx: Tx, whose: Whose, before: OwnerOfCase): Promise<void> {
  for (const workflow of await runningOn(tx, ownerIdOf(whose), whose.ofCase)) {
    const run = await loadRun(ctx, tx, workflow, whose);
    if (isOpen(whose.ofCase)) {
      // A request may move a case and give it to somebody at once.
      handOver(run, before);
      await goOn(run);
    } else endRun(run, 'cancel', { reason: 'caseClosed' });
    write(run);
  }
}
