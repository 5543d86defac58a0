// What automatic items may do.
import { caseEvents, companyCaseEvents } from '#capabilities/cases/index.ts';
import { doNotInteractEvents } from '#capabilities/do-not-interact/index.ts';
import { labelEvents } from '#capabilities/loans/index.ts';
import type { Action, AutomaticTask } from '#capabilities/workflow-types/index.ts';
import type { EventKind } from '#platform/events/event-kind.ts';
import type { Act } from './acting.ts';
import { changeOwner } from './change-owner.ts';
import { doNotInteract } from './do-not-interact.ts';
import { loanLabel } from './loan-label.ts';
import { loanTool } from './loan-tool.ts';
import { makeDocument } from './make-document.ts';
import { sendMessage } from './send-message.ts';
import { webhook } from './webhook.ts';

/** What they emit besides what workflows tell. */
export const actionEvents: readonly EventKind[] = [
  ...caseEvents,
  ...companyCaseEvents,
  ...doNotInteractEvents,
  ...labelEvents,
];

type ActOf = { readonly [A in Action]: (asked: NonNullable<AutomaticTask[A]>) => Act };

const actions: ActOf = { changeOwner, doNotInteract, loanLabel, loanTool, makeDocument, sendMessage, webhook };

/** The object of the same name says how it is done. */
export function actionNamed(task: AutomaticTask): Act {
  const made = actions[task.action] as (asked: unknown) => Act;
  return made(task[task.action]);
}
