// Notification types: when a case comes to a status or an outcome, its borrower is written to, at once or some days later.
// They are the sisters of do-not-interact types, and name the cases on which they act.
import Type from 'typebox';
import {
  baseCaseTypes,
  callersNumber,
  caseTypesByIds,
  checkedCondition,
  durationUnits,
  fieldsOnMove,
  inOneForm,
  mustSayWhen,
} from '#capabilities/case-types/index.ts';
import { themeToBorrowers } from '#capabilities/communications/index.ts';
import { themes } from '#capabilities/company/index.ts';
import { subjectNow } from '#capabilities/interactions/index.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { mustHaveNone, refuseField } from '#platform/errors.ts';
import { Int, Nullable, StringEnum, Text } from '#platform/input/schemas.ts';
import { defineVersioned } from '#platform/resource/versioned.ts';
import { noticeChannels } from '../channels.ts';
import { type NotificationTypeRow, notificationTypes } from '../tables.ts';

const daysMax = 3_660;
const typesMax = 20;
const subjectForm = /^[a-z][A-Za-z0-9]*$/;

export const notificationType = defineVersioned({
  name: 'notification type',
  plural: 'notification types',
  prefix: 'NT',
  table: notificationTypes,
  fields: {
    name: Text({ max: 50, example: 'Identity theft, first reminder' }),
    description: Text({ max: 500 }),
    caseTypes: Type.Array(StringEnum(baseCaseTypes), {
      maxItems: baseCaseTypes.length,
      description: 'It acts on cases of these base types. With `caseTypeIds` empty too it acts on none.',
    }),
    caseTypeIds: Type.Array(Text({ max: 12, example: 'CE-7KQ2-M9XA' }), {
      maxItems: typesMax,
      description: 'It acts on cases of these types, each named by any of its versions.',
    }),
    ...fieldsOnMove('The borrower is written to'),
    subject: Nullable(Text({ min: 1, max: 60, example: 'identityTheftSubmitDocumentationFirstReminder' }), {
      description: 'What the message is about: it goes out by the template of this subject. Required to be active.',
    }),
    channel: StringEnum(noticeChannels, { description: 'email if not given.' }),
    theme: Nullable(StringEnum(themes), { description: 'Null: the one that the subject implies.' }),
    delay: Int({ min: 0, max: daysMax, example: 10, description: 'So many days after the move; 0 if not given.' }),
    unit: StringEnum(durationUnits, { description: 'Days that delay counts. `calendarDays` if not given.' }),
  },
  defaults: {
    name: '',
    description: '',
    caseTypes: [],
    caseTypeIds: [],
    channel: 'email',
    delay: 0,
    unit: 'calendarDays',
  },
  copiedBy: 'query',
  numberOfCaller: callersNumber,
  endpoints: {
    list: { description: 'Lists every version of every type; only active ones send messages.' },
    create: {
      description:
        'A draft, unless `status` is `active`. With `typeId` in the query it is a copy of that type, or of its `version`. What it sends waits for its day, and is not sent if the case has moved on by then.',
      body: {
        name: 'Identity theft, first reminder',
        status: 'active',
        caseTypes: ['identityTheft'],
        onStatus: 'processing',
        subject: 'identityTheftSubmitDocumentationFirstReminder',
        delay: 10,
      },
    },
    read: {},
    update: {
      description:
        'What is not sent stays. A draft is changed as it stands. What is active is not changed: the answer is a new version with an id of its own, active in its place, or a draft if `status` is `draft`. What waits already is sent as its version says.',
      body: { delay: 14 },
    },
  },
  async normal(_tx, sent) {
    const { subject } = sent;
    return inOneForm({ ...sent, ...(typeof subject === 'string' && { subject: subjectNow(subject) }) });
  },
  async check(ctx, tx, row) {
    mustSayWhen(row);
    const said = row as unknown as NotificationTypeRow;
    if (said.subject !== null) mustBeSubject(said.subject, said);
    if (said.subject === null && said.status === 'active') {
      throw refuseField('subject', 'is required of what is active', 'a subject for which there is a template');
    }
    await mustHaveCaseTypes(tx, said.case_type_ids);
    return { condition: await checkedCondition(tx, row, ctx.caller.permissions) };
  },
});

/** Errors: InvalidRequest. */
function mustBeSubject(subject: string, { theme }: Pick<NotificationTypeRow, 'theme'>): void {
  if (!subjectForm.test(subject)) throw refuseField('subject', 'is no subject', 'letters and digits, such as welcome');
  themeToBorrowers(subject, theme);
}

/** Errors: InvalidRequest. */
async function mustHaveCaseTypes(tx: Tx, ids: readonly string[]): Promise<void> {
  const found = new Set((await caseTypesByIds(tx, ids)).map(({ id }) => id));
  mustHaveNone(
    ids.flatMap((id, i) =>
      found.has(id)
        ? []
        : [{ path: `caseTypeIds[${i}]`, message: `there is no case type ${id}`, expected: 'the id of one' }],
    ),
  );
}
