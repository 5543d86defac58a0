// Do-not-interact types: when a case comes to a status or an outcome, the type makes a do-not-interact on it. The type also
// says at which status or outcome that one is released.
import Type from 'typebox';
import { loanContext } from '#capabilities/loans/index.ts';
import { personContext } from '#capabilities/people/index.ts';
import { conditionProblems } from '#platform/conditions/check-condition.ts';
import { ConditionItem, textOfItems } from '#platform/conditions/items.ts';
import { conditionLengthMax } from '#platform/conditions/language.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { mustHaveNone, refuseField } from '#platform/errors.ts';
import { Int, Nullable, StringEnum, Text } from '#platform/input/schemas.ts';
import type { AnyFields, AnyRow } from '#platform/resource/declared-resource.ts';
import { defineVersioned } from '#platform/resource/versioned.ts';
import { baseCaseTypes, caseStatuses } from '../base-types.ts';
import { callersNumber } from '../callers-number.ts';
import { caseContext } from '../case-context.ts';
import { channels, durationUnits, outcomeWord, Release, themes, usualReleases } from '../interaction-words.ts';
import { doNotInteractTypes } from '../tables.ts';
import { customFieldsInUse } from '../types-in-use.ts';

const itemsMax = 20;
/** The longest duration is ten years. */
const daysMax = 3_660;

export const doNotInteractType = defineVersioned({
  name: 'do not interact type',
  plural: 'do not interact types',
  prefix: 'DT',
  table: doNotInteractTypes,
  fields: {
    name: Text({ max: 50, example: 'Bankruptcy, confirmed' }),
    description: Text({ max: 500 }),
    channel: StringEnum(channels, { description: 'The channel that is closed. `all` if not given.' }),
    theme: StringEnum(themes, {
      description: 'What nobody may speak about. `all` if not given, which never covers opsAccountCredentials.',
    }),
    onStatus: Nullable(StringEnum(caseStatuses, { example: 'completed' }), {
      description:
        'An instance is made when a case comes to this status. At least one of onStatus and onOutcome is said.',
    }),
    onOutcome: Nullable(outcomeWord, { description: 'The case must have this outcome.' }),
    onCondition: Nullable(Type.Array(ConditionItem, { minItems: 1, maxItems: itemsMax }), {
      description: 'Comparisons that must all hold. Null: no condition, or one that is said as text.',
    }),
    conditionText: Nullable(
      Text({ min: 1, max: conditionLengthMax, example: 'case.courtCaseChapter == "chapter13"' }),
      {
        description:
          'The same as a text, in place of onCondition: fields of the case, of its borrower (person) and of its loan, if it is about one alone, compared and joined by && || and !. A field that has no value decides nothing; has(case.name) asks whether it has one.',
      },
    ),
    duration: Nullable(Int({ min: 0, max: daysMax, example: 90 }), {
      description:
        'Days from the day on which it is made; it holds until the end of the last. Null: until it is released.',
    }),
    unit: StringEnum(durationUnits, { description: 'Days that duration counts. `calendarDays` if not given.' }),
    releaseOn: Type.Array(Release, {
      maxItems: itemsMax,
      description:
        'An instance ends when its case comes to one of these. If not given: completed as rejected or ended, or canceled.',
    }),
  },
  defaults: {
    name: '',
    description: '',
    channel: 'all',
    theme: 'all',
    unit: 'calendarDays',
    releaseOn: usualReleases,
  },
  copiedBy: 'query',
  numberOfCaller: callersNumber,
  endpoints: {
    list: { description: 'Lists every version of every type; only active ones make instances.' },
    create: {
      description:
        'A draft, unless `status` is `active`. With `typeId` in the query it is a copy of that type, or of its `version`. It acts on cases whose case type names it.',
      body: {
        name: 'Bankruptcy, confirmed',
        status: 'active',
        onStatus: 'completed',
        onOutcome: 'approved',
        onCondition: [{ fieldName: 'courtCaseChapter', dataType: 'string', operator: 'eq', value: 'chapter13' }],
      },
    },
    read: {},
    update: {
      description:
        'What is not sent stays. A draft is changed as it stands. What is active is not changed: the answer is a new version with an id of its own, active in its place, or a draft if `status` is `draft`. What an instance was made by stays its version.',
      body: { duration: 90 },
    },
  },
  normal: async (_tx, sent) => inOneForm(sent),
  async check(ctx, tx, row) {
    if (row.on_status === null && row.on_outcome === null) {
      throw refuseField('onStatus', 'is required where onOutcome is not given', `one of ${caseStatuses.join(', ')}`);
    }
    return { condition: await checkedCondition(tx, row, ctx.caller.permissions) };
  },
});

/** A condition has two forms, and is stored in the one that was sent last. */
function inOneForm({ onCondition, conditionText, ...sent }: AnyFields): AnyFields {
  if (onCondition === undefined && conditionText === undefined) return sent;
  if (onCondition != null && conditionText != null) {
    throw refuseField('conditionText', 'is said beside onCondition', 'one of them');
  }
  return { ...sent, onCondition: onCondition ?? null, conditionText: conditionText ?? null };
}

/** The condition as a text, checked. Cases of any base type may use the type, so it may name the fields of all of them. */
async function checkedCondition(tx: Tx, row: AnyRow, permissions: ReadonlySet<string>): Promise<string | null> {
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
