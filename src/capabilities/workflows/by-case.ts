// What a case means for its workflows, in its commit: one starts with it, all go on as it changes, and end when it closes.
import { type CaseListener, isOpen } from '#capabilities/cases/index.ts';
import { definitionFor } from '#capabilities/workflow-types/index.ts';
import { workflowEvents } from './events.ts';
import { endRun, goOn } from './run/advance.ts';
import { caseChanged } from './run/case-changed.ts';
import { handOver } from './run/hand-over.ts';
import { loadRun, runningOn } from './run/load.ts';
import { startWorkflow } from './run/start.ts';
import { write } from './run/write.ts';

export const workflowsOfCases: CaseListener = {
  mayEmit: workflowEvents,
  async moved(ctx, tx, { row: ofCase, parent: owner, before, type }) {
    if (before === null) {
      if (type.workflowTypeId === null || !isOpen(ofCase)) return;
      const definition = await definitionFor(tx, type.workflowTypeId);
      if (definition !== undefined) await startWorkflow(ctx, tx, { owner, ofCase, definition, reason: 'caseOpened' });
      return;
    }
    for (const workflow of await runningOn(tx, ofCase)) {
      const run = await loadRun(ctx, tx, workflow, { owner, ofCase });
      if (isOpen(ofCase)) {
        // A request may move a case and give it to somebody at once.
        handOver(run, before);
        await goOn(run);
      } else endRun(run, 'cancel', { reason: 'caseClosed' });
      write(run);
    }
  },
  async changed(ctx, tx, { before, row: ofCase, parent: owner }) {
    if (isOpen(ofCase)) await caseChanged(ctx, tx, { owner, before, ofCase });
  },
};
