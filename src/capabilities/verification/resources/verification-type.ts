// Verification types: how agents make sure with whom they speak, and what a borrower who was verified lets them see.
import Type from 'typebox';
import { settingsOf } from '#capabilities/company/index.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { mustHaveNone, type Problem } from '#platform/errors.ts';
import { mustHave } from '#platform/http/may-call.ts';
import { ExternalId, Int, Named, Nullable, StringEnum, Text } from '#platform/input/schemas.ts';
import type { Resolver } from '#platform/references.ts';
import { defineResource } from '#platform/resource/define-resource.ts';
import { idOfReference } from '#platform/resource/external-ids.ts';
import { namedIn } from '#platform/resource/named-in.ts';
import { questionIds, questions } from '../questions/bank.ts';
import { type TypeRow, verificationTypes } from '../tables.ts';
import { type Criterion, categories, methods, unlockable } from '../words.ts';

const hour = 3_600;

const Selection = Named('VerificationQuestionSelection')({
  exactMatchCount: Int({ min: 1, max: 10, example: 2 }),
  category: StringEnum(categories),
});

const defaults = {
  method: 'questions',
  expirationInSecs: 900,
  maxSessionsRecentPast: 2,
  recentPastSecs: hour,
  maxAttemptsPerSession: 3,
  unlocks: [],
} as const;

export const verificationType = defineResource({
  name: 'verification type',
  plural: 'verification types',
  prefix: 'VT',
  table: verificationTypes,
  fields: {
    externalId: ExternalId({ max: 255, example: 'by-telephone' }),
    name: Nullable(Text({ min: 1, max: 100, example: 'On the telephone' })),
    method: StringEnum(methods, {
      description:
        '`questions`: by answers that the borrower should know. `code`: by a code that is sent to a contact of the borrower. `questions` if not given.',
    }),
    expirationInSecs: Int({ min: 60, max: hour, description: 'How long it may be answered; 900 if not given.' }),
    maxSessionsRecentPast: Int({
      min: 1,
      max: 20,
      description: 'How many verifications of a borrower may be started within `recentPastSecs`; 2 if not given.',
    }),
    recentPastSecs: Int({
      min: 60,
      max: 30 * 24 * hour,
      description: 'The time that is looked at; 3600 if not given.',
    }),
    maxAttemptsPerSession: Int({
      min: 1,
      max: 10,
      description: 'After so many wrong attempts it fails; 3 if not given.',
    }),
    enabledQuestionIds: Nullable(
      Type.Array(StringEnum(questionIds as [string, ...string[]]), { minItems: 1, maxItems: 50 }),
      {
        description: 'Only these questions. Null: all.',
      },
    ),
    questionSelectionCriteria: Nullable(Type.Array(Selection, { minItems: 1, maxItems: categories.length }), {
      description: 'How many questions of each category are drawn. Null: three of any.',
    }),
    unlocks: Type.Array(StringEnum(unlockable), {
      maxItems: unlockable.length,
      description:
        'What an agent who has verified a borrower may see of this borrower for 15 minutes, in the session in which it was done, without having the permission. Whoever sets it must have the permission.',
    }),
  },
  defaults,
  sort: ['createdAt', 'updatedAt', 'externalId'],
  events: { created: 'A verification type was created.', updated: 'A verification type was changed.' },
  present: (rows) => rows.map((row) => ({ questionSelectionCriteria: criteriaOf(row) })),
  endpoints: {
    list: {},
    create: {
      description: 'Every field may be left out.',
      body: {
        name: 'On the telephone',
        enabledQuestionIds: ['dateOfBirth', 'taxNumberLastFour', 'homeZip'],
        questionSelectionCriteria: [
          { exactMatchCount: 1, category: 'notInBorrowerPortal' },
          { exactMatchCount: 1, category: 'inBorrowerPortal' },
        ],
      },
    },
    read: {},
    update: {
      description: 'What is not sent stays. What was started goes on as it began.',
      body: { maxAttemptsPerSession: 2 },
    },
  },
});

export const typeRoutes = verificationType.endpoints({
  whoMay({ caller }, { sent }) {
    for (const permission of sent.unlocks ?? []) mustHave(caller, permission);
  },
  async beforeWrite(_ctx, _tx, { row, sent: { questionSelectionCriteria: sent } }) {
    const criteria = sent === undefined ? criteriaOf(row) : sent;
    mustHaveNone(problemsOf(criteria ?? [], row));
    return { criteria: criteria && JSON.stringify(criteria) };
  },
});

const criteriaOf = ({ criteria }: Pick<TypeRow, 'criteria'>): Criterion[] | null =>
  criteria === null ? null : (JSON.parse(criteria) as Criterion[]);

/** A type that could never ask anything is refused when it is written. */
function problemsOf(criteria: readonly Criterion[], { enabled_question_ids: enabled }: TypeRow): Problem[] {
  return criteria.flatMap(({ category, exactMatchCount }, i) => {
    const at = `questionSelectionCriteria[${i}]`;
    if (criteria.findIndex((one) => one.category === category) < i) {
      return [{ path: `${at}.category`, message: 'stands there twice', expected: 'each category once' }];
    }
    const there = questions.filter((one) => one.category === category && (enabled?.includes(one.id) ?? true)).length;
    if (exactMatchCount <= there) return [];
    const expected = there === 0 ? 'another category' : `at most ${there}`;
    return [{ path: `${at}.exactMatchCount`, message: 'is more than there are enabled questions', expected }];
  });
}

/** What a verification goes by. */
export interface Rules
  extends Omit<
    TypeRow,
    'id' | 'company_id' | 'position' | 'external_id' | 'name' | 'criteria' | 'created_at' | 'updated_at'
  > {
  readonly id: string | null;
  readonly criteria: readonly Criterion[] | null;
}

/** For a company that has set no type: it can verify borrowers from the first day. */
const standard: Rules = {
  id: null,
  method: defaults.method,
  expiration_in_secs: defaults.expirationInSecs,
  max_sessions_recent_past: defaults.maxSessionsRecentPast,
  recent_past_secs: defaults.recentPastSecs,
  max_attempts_per_session: defaults.maxAttemptsPerSession,
  enabled_question_ids: null,
  criteria: null,
  unlocks: [],
};

/** The type that is named, or the company's default, or the standard. Errors: NotFound. */
export async function rulesFor(reader: Reader, named: string | null | undefined): Promise<Rules> {
  const { defaultVerificationTypeId: usual } = named == null ? await settingsOf(reader) : {};
  const id = named ?? usual;
  if (id == null) return standard;
  const row = await namedIn('verificationTypeId', verificationType.find(reader, id));
  return { ...row, criteria: criteriaOf(row) };
}

/** For the setting of the company that names one. */
export const findType: Resolver = async (reader, reference) => {
  const id = await idOfReference(reader, 'verification type', reference);
  const found = reader.db.selectFrom('verification_types').select('id');
  return id && (await reader.row(found.where('id', '=', id)))?.id;
};
