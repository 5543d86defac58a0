// What the conditions of a workflow may name: its case, the borrower, the loan, and what became of its items.
import {
  type BaseCaseType,
  type CustomFieldSchema,
  caseContext,
  caseReading,
  contextsInUse,
  namedFields,
} from '#capabilities/case-types/index.ts';
import { loanContext } from '#capabilities/loans/index.ts';
import { personContext } from '#capabilities/people/index.ts';
import { conditionProblems, nameProblems } from '#platform/conditions/check-condition.ts';
import { Misread, readCondition } from '#platform/conditions/language.ts';
import type { NamedContext, NamedField } from '#platform/conditions/named-context.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import type { Problem } from '#platform/errors.ts';
import type { ItemDefinition, WorkflowDefinition } from './definition.ts';
import { outcomesOf } from './words.ts';

export const itemsName = 'items';

/** `items.review.outcome`, and the fields of forms: `items.intake.monthlyAmount`. */
export const itemsContext = ({ steps }: Pick<WorkflowDefinition, 'steps'>): NamedContext => ({
  name: itemsName,
  permission: caseReading,
  fields: Object.fromEntries(steps.flatMap(({ items }) => items.flatMap((item) => Object.entries(fieldsOf(item))))),
});

function fieldsOf(item: ItemDefinition): Record<string, NamedField> {
  const part = `${item.key}.`;
  return {
    [`${part}outcome`]: { type: 'string', words: outcomesOf(item.kind) },
    ...namedFields(fieldsGiven(item), part),
  };
}

/** What a form is filled in with, and what a receiver answers. */
function fieldsGiven(item: ItemDefinition): readonly CustomFieldSchema[] {
  if (item.kind === 'form') return item.form;
  return item.kind === 'automatic' ? (item.automatic.webhook?.answer ?? []) : [];
}

/** What a workflow may name on cases of one type. */
export const contextsOfType = (
  base: BaseCaseType,
  customFields: readonly CustomFieldSchema[],
): readonly NamedContext[] => [caseContext([base], customFields), personContext, loanContext];

/** What it may name as long as no case type has it: the fields of all. */
export const contextsOfAll = async (reader: Reader): Promise<readonly NamedContext[]> => [
  ...(await contextsInUse(reader)),
  loanContext,
];

interface Naming {
  readonly contexts: readonly NamedContext[];
  readonly permissions: ReadonlySet<string>;
}

/**
 * Checks a condition before it is known which items stand beside it. One that names items is checked as a whole later, but
 * whether its writer may read what else it names is known only now.
 */
export const earlyProblems = (path: string, text: string, naming: Naming): Problem[] =>
  namesItems(text) ? nameProblems(path, text, naming) : conditionProblems(path, text, naming);

export function namesItems(text: string): boolean {
  try {
    return readCondition(text).names.some(({ context }) => context === itemsName);
  } catch (error) {
    if (error instanceof Misread) return false;
    throw error;
  }
}
