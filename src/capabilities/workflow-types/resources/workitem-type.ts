// Workitem types: what is to be done in a step, by whom, until when, and what happens when it is late.
import Type from 'typebox';
import {
  CustomFieldSchema,
  CustomFieldSchemaInput,
  callersNumber,
  fieldsMax,
  wholeSchema,
} from '#capabilities/case-types/index.ts';
import { isTextAmong, paperChannels } from '#capabilities/templates/index.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { mustHaveNone, type Problem, problemIf } from '#platform/errors.ts';
import { Bool, Described, ExternalId, Nullable, StringEnum, Text } from '#platform/input/schemas.ts';
import type { AnyFields } from '#platform/resource/declared-resource.ts';
import { defineVersioned } from '#platform/resource/versioned.ts';
import { partOfItem } from '../definition-of.ts';
import { type ItemFields, itemProblems, permissionProblems } from '../item-problems.ts';
import {
  ApprovalTask,
  Assignee,
  AutomaticTask,
  CallTask,
  DocumentTask,
  Retry,
  Time,
  WaitTask,
  WhenLate,
} from '../item-schemas.ts';
import { stepsNaming } from '../named-by.ts';
import { resolvedAssignee, resolvedLateness, resolvedTask } from '../references.ts';
import { renewWorkflowsWith } from '../renew.ts';
import { inFull, sentForm } from '../sent-form.ts';
import { type WorkitemTypeRow, workitemTypes } from '../tables.ts';
import { itemKinds } from '../words.ts';
import { workerProblems } from '../workers-of-item.ts';
import { makersOf, mustHaveAll } from '../written.ts';
import { typesOfCompany } from './types-of-company.ts';
import { workflowType } from './workflow-type.ts';

const Key = Type.Unsafe<string>({
  type: 'string',
  pattern: '^[a-z][A-Za-z0-9]{0,49}$',
  'x-expected': 'a name in camel case, of at most 50 letters and digits',
  description: 'As conditions name it: `items.policeReport.outcome`. Once in a workflow.',
  examples: ['policeReport'],
});

const kind = StringEnum(itemKinds, { description: 'What it is; the field of the same name says what there is to do.' });

const Checklist = Type.Array(Text({ min: 1, max: 200, example: 'Compare the signatures' }), {
  minItems: 1,
  maxItems: 50,
});

/** The fields that are objects: what is left out of one is null, or an empty list. */
const objects = {
  assignee: Assignee,
  due: Nullable(Time, { description: 'How long it may take from when it begins. Null: it is never late.' }),
  whenLate: Nullable(WhenLate, { description: 'Null: nothing happens; the item is shown as late.' }),
  retry: Nullable(Retry, { description: 'For automatic items. Null: five times, from ten minutes on.' }),
  document: Nullable(DocumentTask, { description: 'A document to collect.' }),
  call: Nullable(CallTask, { description: 'A call to make.' }),
  approval: Nullable(ApprovalTask, { description: 'A question that another person answers.' }),
  automatic: Nullable(AutomaticTask, { description: 'What is done by the service.' }),
  wait: Nullable(WaitTask, { description: 'What it waits for: an event, a time, or a date of the case.' }),
};
const objectsTaken = Object.fromEntries(Object.entries(objects).map(([name, schema]) => [name, sentForm(schema)]));
const form = (schema: typeof CustomFieldSchema | typeof CustomFieldSchemaInput) =>
  Nullable(Type.Array(schema, { minItems: 1, maxItems: fieldsMax }), { description: 'Fields to fill in.' });

export const workitemType = defineVersioned({
  name: 'workflow workitem type',
  plural: 'workflow workitem types',
  prefix: 'IT',
  ...typesOfCompany,
  table: workitemTypes,
  fields: {
    externalId: ExternalId({ max: 255, example: 'police-report' }),
    key: Key,
    name: Text({ min: 1, max: 100, example: 'Collect the police report' }),
    description: Text({ max: 1_000 }),
    kind,
    isRequired: Described(Bool, { description: 'Whether the step waits for it. True if not given.' }),
    ...objects,
    checklist: Nullable(Checklist, { description: 'What is checked off.' }),
    form: form(CustomFieldSchema),
  },
  taken: { ...objectsTaken, form: form(CustomFieldSchemaInput) },
  defaults: { description: '', isRequired: true, assignee: { to: 'caseOwner', id: null } },
  filters: { kind, key: Key },
  fixed: ['externalId'],
  mayEmit: workflowType.events,
  endpoints: {
    list: { description: 'Lists every version of every type; `status=active` lists those that workflows have.' },
    create: {
      description:
        'A draft, unless `status` is `active`. Of the fields named after kinds, the one of its `kind` is given and no other. Whoever publishes an automatic one must have the permission of what it does.',
      body: {
        externalId: 'police-report',
        key: 'policeReport',
        name: 'Collect the police report',
        kind: 'document',
        document: { documentType: 'evidence', request: 'A copy of the report, with its number' },
        due: { count: 30, unit: 'calendarDays' },
        whenLate: { do: 'remind', again: { count: 5, unit: 'businessDays' } },
      },
    },
    read: {},
    update: {
      description:
        'What is not sent stays. A draft is changed as it stands. What is active is not changed: the answer is a new version with an id of its own, and each active workflow type that has it gets a new version too. What runs keeps what it began with.',
      body: { due: { count: 45, unit: 'calendarDays' } },
    },
    delete: { description: 'A draft that nothing names is deleted; everything else is deprecated.' },
  },
  numberOfCaller: callersNumber,
  normal,
  async check(ctx, tx, row, from) {
    mustHaveAll(row, { name: 'a name', key: 'a name in camel case', kind: `one of ${itemKinds.join(', ')}` });
    const item = fieldsOf(row as WorkitemTypeRow);
    mustHaveNone(itemProblems(item));
    if (row.status === 'active') {
      mustHaveNone(await textProblems(tx, item.automatic));
      const ofCaller = permissionProblems(item.automatic, ctx.caller.permissions);
      mustHaveNone([...ofCaller, ...(await workerProblems(tx, [item])).flat()]);
    }
    return { makers: makersOf(ctx, from) };
  },
  publish: (ctx, tx, row) => renewWorkflowsWith(ctx, tx, partOfItem(row.type_id as number)),
  isNamed: async (tx, row) => (await stepsNaming(tx, row.id)).length > 0,
});

async function normal(tx: Tx, sent: AnyFields): Promise<AnyFields> {
  const whole = Object.fromEntries(
    Object.entries(objects).flatMap(([name, schema]) =>
      sent[name] === undefined ? [] : [[name, inFull(schema, sent[name])]],
    ),
  ) as Partial<ItemFields>;
  const { assignee, whenLate, automatic } = whole;
  const { form: fields } = sent as { readonly form?: readonly CustomFieldSchemaInput[] | null };
  return {
    ...sent,
    ...whole,
    ...(fields != null && { form: fields.map((one, i) => wholeSchema(one, i + 1)) }),
    ...(assignee && { assignee: await resolvedAssignee(tx, assignee, 'assignee') }),
    ...(whenLate && { whenLate: await resolvedLateness(tx, whenLate) }),
    ...(automatic && { automatic: await resolvedTask(tx, withWholeFields(automatic)) }),
  };
}

const withWholeFields = ({ webhook, ...task }: AutomaticTask): AutomaticTask => ({
  ...task,
  webhook: webhook && { ...webhook, answer: webhook.answer.map((one, i) => wholeSchema(one, i + 1)) },
});

/** A document is made of a text, which may be there for loans of some types alone. */
async function textProblems(reader: Reader, task: AutomaticTask | null): Promise<Problem[]> {
  const { subject } = task?.makeDocument ?? {};
  if (subject === undefined) return [];
  const hasText = await isTextAmong(reader, subject, paperChannels);
  const path = 'automatic.makeDocument.subject';
  return problemIf(
    !hasText,
    path,
    'has no text',
    'a subject with a text for documents, or with a letter where documents are not disabled',
  );
}

const fieldsOf = ({ when_late: whenLate, ...row }: WorkitemTypeRow): ItemFields => ({ ...row, whenLate });
