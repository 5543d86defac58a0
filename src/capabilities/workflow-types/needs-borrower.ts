// Why a workflow is for cases of borrowers alone: a case of the company has neither a borrower nor a loan.
import { loanContext } from '#capabilities/loans/index.ts';
import { personContext } from '#capabilities/people/index.ts';
import { readCondition } from '#platform/conditions/language.ts';
import type { ItemDefinition, StepDefinition, WorkflowDefinition } from './definition.ts';
import type { Action } from './words.ts';

/** What each action does for a borrower; null: it needs none. */
const forBorrower: Readonly<Record<Action, string | null>> = {
  sendMessage: 'writes to the borrower',
  makeDocument: 'makes a document of the borrower',
  doNotInteract: 'forbids what is done towards the borrower',
  loanLabel: 'labels the loans',
  loanTool: 'orders a tool of the loan',
  changeOwner: null,
  webhook: null,
};

/** The first thing for which it needs a borrower; undefined: there is none. */
export function whyBorrower({ steps }: Pick<WorkflowDefinition, 'steps'>): string | undefined {
  for (const step of steps) {
    const named = conditionsOf(step).find(namesBorrower);
    if (named !== undefined)
      return `a condition of its step "${step.name}" asks of the borrower or the loan: ${named.slice(0, 100)}`;
    for (const item of step.items) {
      const why = ofItem(item);
      if (why !== null) return `its item "${item.key}" ${why}`;
    }
  }
  return undefined;
}

function ofItem(item: ItemDefinition): string | null {
  if (item.kind === 'document') return 'asks for a document of the borrower';
  return item.kind === 'automatic' ? forBorrower[item.automatic.action] : null;
}

const conditionsOf = ({ entryCondition, exitRule, next }: StepDefinition): string[] =>
  [entryCondition, exitRule.condition, ...next.map(({ condition }) => condition)].filter((one) => one !== null);

const ofBorrower: readonly string[] = [personContext.name, loanContext.name];

const namesBorrower = (condition: string): boolean =>
  readCondition(condition).names.some(({ context }) => ofBorrower.includes(context));
