// Whether the conditions of a workflow hold: over the case, the borrower, the loan of the case and what became of items.
import { factsFor } from '#capabilities/case-types/index.ts';
import { itemsContext, type WorkflowDefinition } from '#capabilities/workflow-types/index.ts';
import { type ReadCondition, readCondition } from '#platform/conditions/language.ts';
import { type Facts, factsOf } from '#platform/conditions/named-context.ts';
import type { Holds } from '../machine/settle.ts';
import { type Forms, type Run, sealerOfRun } from './run.ts';
import { caseAsAsked, loansOf } from './whose.ts';

/** The case, the borrower and the loan are read once; what becomes of items is seen as it moves. */
export async function holdsIn(run: Run): Promise<Holds> {
  const read = readConditions(run.definition);
  if (read.size === 0) return () => undefined;
  const names = [...read.values()].flatMap((condition) => condition.names);
  const facts = await factsOfRun(run, names);
  const context = itemsContext(run.definition);
  return (condition) => {
    const items = factsOf(context, itemValues(run));
    return read.get(condition)?.evaluate({ ...facts, items });
  };
}

export async function factsOfRun(run: Run, names: ReadCondition['names']): Promise<Facts> {
  const { ctx, tx, owner } = run;
  const asked = await caseAsAsked(tx, ctx.vault, run);
  const borrower = owner === null ? undefined : { vault: ctx.vault, personId: owner.person_id, loanIds: loansOf(run) };
  return factsFor(tx, asked, names, borrower);
}

function readConditions({ steps }: WorkflowDefinition): ReadonlyMap<string, ReadCondition> {
  const texts = steps.flatMap(({ entryCondition, exitRule, next }) => [
    entryCondition,
    exitRule.condition,
    ...next.map(({ condition }) => condition),
  ]);
  return new Map(texts.flatMap((text) => (text === null ? [] : [[text, readCondition(text)] as const])));
}

/** By the names that conditions have for them: `review.outcome`, `intake.monthlyAmount`. */
function itemValues(run: Run): Readonly<Record<string, unknown>> {
  const outcomes = Object.entries(run.workflow.outcomes).map(([key, outcome]) => [`${key}.outcome`, outcome]);
  const fields = Object.entries(formsOf(run)).flatMap(([key, values]) =>
    Object.entries(values).map(([field, value]) => [`${key}.${field}`, value]),
  );
  return Object.fromEntries([...outcomes, ...fields]);
}

export const formsPart = (workflowId: string): string => `workflows.${workflowId}.forms`;

export function formsOf(run: Run): Forms {
  const { forms_sealed: sealed, id } = run.workflow;
  return sealed === null ? {} : (JSON.parse(sealerOfRun(run).unseal(formsPart(id), sealed)) as Forms);
}

/** What an item was given last is what counts. */
export const withForm = (run: Run, key: string, values: Forms[string]): Buffer =>
  sealerOfRun(run).seal(formsPart(run.workflow.id), JSON.stringify({ ...formsOf(run), [key]: values }));
