// What types say that act when a case moves: at which status or outcome, and under which condition.
import Type from 'typebox';
import { loanContext } from '#capabilities/loans/index.ts';
import { personContext } from '#capabilities/people/index.ts';
import { conditionProblems } from '#platform/conditions/check-condition.ts';
import { ConditionItem, textOfItems } from '#platform/conditions/items.ts';
import { conditionLengthMax } from '#platform/conditions/language.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { mustHaveNone, refuseField } from '#platform/errors.ts';
import { Nullable, StringEnum, Text } from '#platform/input/schemas.ts';
import type { AnyFields, AnyRow } from '#platform/resource/declared-resource.ts';
import { baseCaseTypes, caseStatuses } from '../base-types.ts';
import { caseContext } from '../case-context.ts';
import { outcomeWord } from '../interaction-words.ts';
import { customFieldsInUse } from '../types-in-use.ts';

const itemsMax = 20;

/** `acts`: what happens when a case comes there, as the beginning of a sentence. */
export const fieldsOnMove = (acts: string) => ({
  onStatus: Nullable(StringEnum(caseStatuses, { example: 'completed' }), {
    description: `${acts} when a case comes to this status. At least one of onStatus and onOutcome is said.`,
  }),
  onOutcome: Nullable(outcomeWord, { description: 'The case must have this outcome.' }),
  onCondition: Nullable(Type.Array(ConditionItem, { minItems: 1, maxItems: itemsMax }), {
    description: 'Comparisons that must all hold. Null: no condition, or one that is said as text.',
  }),
  conditionText: Nullable(Text({ min: 1, max: conditionLengthMax, example: 'case.courtCaseChapter == "chapter13"' }), {
    description:
      'The same as a text, in place of onCondition: fields of the case, of its borrower (person) and of its loan, if it is about one alone, compared and joined by && || and !. A field that has no value decides nothing; has(case.name) asks whether it has one.',
  }),
});

/** A condition has two forms, and is stored in the one that was sent last. */
export function inOneForm({ onCondition, conditionText, ...sent }: AnyFields): AnyFields {
  if (onCondition === undefined && conditionText === undefined) return sent;
  if (onCondition != null && conditionText != null) {
    throw refuseField('conditionText', 'is said beside onCondition', 'one of them');
  }
  return { ...sent, onCondition: onCondition ?? null, conditionText: conditionText ?? null };
}

/** Errors: InvalidRequest. */
export function mustSayWhen(row: AnyRow): void {
  if (row.on_status !== null || row.on_outcome !== null) return;
  throw refuseField('onStatus', 'is required where onOutcome is not given', `one of ${caseStatuses.join(', ')}`);
}

/** The condition as a text, checked. Cases of any base type may use the type, so it may name the fields of all of them. */
export async function checkedCondition(tx: Tx, row: AnyRow, permissions: ReadonlySet<string>): Promise<string | null> {
  const items = row.on_condition as readonly ConditionItem[] | null;
  const said = row.condition_text as string | null;
  if (items === null && said === null) return null;
  const context = caseContext(baseCaseTypes, await customFieldsInUse(tx));
  const written = items && textOfItems('onCondition', items, context);
  mustHaveNone(written?.problems ?? []);
  const text = written?.text ?? (said as string);
  const path = items === null ? 'conditionText' : 'onCondition';
  mustHaveNone(conditionProblems(path, text, { contexts: [context, personContext, loanContext], permissions }));
  return text;
}
