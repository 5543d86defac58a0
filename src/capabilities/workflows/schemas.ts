// Requests and answers of workflows.
import Type, { type Static } from 'typebox';
import { CustomFieldSchema } from '#capabilities/case-types/index.ts';
import {
  ApprovalTask,
  Assignee,
  AutomaticTask,
  CallTask,
  DocumentTask,
  itemKinds,
  WaitTask,
} from '#capabilities/workflow-types/index.ts';
import { Bool, DateTime, Described, Id, MetaData, Named, Nullable, StringEnum, Text } from '#platform/input/schemas.ts';
import { Reference } from '#platform/references.ts';
import { madeByFields } from '#platform/resource/made-by.ts';
import { itemOutcomes, itemStatuses, moveReasons, moveVerbs, stepStatuses, workflowStatuses } from './words.ts';

const id = (example: string) => Text({ max: 12, example });
const wordsMax = 2_000;
const personId = Nullable(id('BO-3M8K-Q7TZ'), { description: 'Null: the case is one of the company.' });
const ended = Nullable(DateTime, { description: 'When it ended.' });

export const Workflow = Type.Object(
  {
    id: id('WF-7KQ2-M9XA'),
    object: Type.Literal('workflow'),
    companyId: id('CP-2W8D-K4TN'),
    personId,
    caseId: id('CS-7KQ2-M9XA'),
    workflowTypeId: Described(id('WT-7KQ2-M9XA'), {
      description: 'The version of its type. It keeps to this version, whatever becomes of the type.',
    }),
    name: Text({ max: 100, example: 'Identity theft' }),
    status: StringEnum(workflowStatuses),
    stepId: Nullable(id('WS-7KQ2-M9XA'), { description: 'The step at which it stands; null once it has ended.' }),
    reason: Nullable(StringEnum(moveReasons), { description: 'Why it was canceled.' }),
    ...madeByFields,
    endedAt: ended,
    createdAt: DateTime,
    updatedAt: Nullable(DateTime),
  },
  { title: 'Workflow' },
);
export type Workflow = Static<typeof Workflow>;

const Done = Named('WorkitemDone')({
  comment: Nullable(Text({ max: wordsMax })),
  reason: Nullable(Text({ max: wordsMax }), { description: 'Why it was skipped.' }),
  checklist: Nullable(Type.Array(Text({ max: 500 }))),
  form: Nullable(MetaData),
  documentId: Nullable(id('DD-7KQ2-M9XA')),
  interactionId: Nullable(id('IN-7KQ2-M9XA')),
});
export type Done = Static<typeof Done>;

const ofKind = { description: 'Null where it is of another kind.' };

export const Workitem = Type.Object(
  {
    id: id('WI-7KQ2-M9XA'),
    object: Type.Literal('workflowWorkitem'),
    companyId: id('CP-2W8D-K4TN'),
    personId,
    caseId: id('CS-7KQ2-M9XA'),
    workflowId: id('WF-7KQ2-M9XA'),
    stepId: id('WS-7KQ2-M9XA'),
    workitemTypeId: id('IT-7KQ2-M9XA'),
    key: Text({ max: 50, example: 'policeReport' }),
    name: Text({ max: 100, example: 'Ask for the police report' }),
    description: Text({ max: 2_000 }),
    kind: StringEnum(itemKinds),
    isRequired: Bool,
    checklist: Nullable(Type.Array(Text({ max: 500 })), ofKind),
    form: Nullable(Type.Array(CustomFieldSchema), ofKind),
    document: Nullable(DocumentTask, ofKind),
    call: Nullable(CallTask, ofKind),
    approval: Nullable(ApprovalTask, ofKind),
    automatic: Nullable(AutomaticTask, ofKind),
    wait: Nullable(WaitTask, ofKind),
    status: StringEnum(itemStatuses, {
      description:
        '`open` and `failed` wait for a person, `waiting` for a moment or an event; `acting` goes by itself. `canceled`: it was not needed any more.',
    }),
    outcome: Nullable(StringEnum(itemOutcomes)),
    assignedEmployeeId: Nullable(id('EE-3T8M-K4QZ')),
    assignedUserId: Nullable(id('UR-5D8K-W2QM')),
    assignedTeamId: Nullable(id('TM-6M2W-K9QX')),
    assignedRoleId: Nullable(id('RL-7KQ2-M9XA')),
    takenById: Nullable(id('UR-5D8K-W2QM'), { description: 'The user or the key that has it in hand.' }),
    takenUntil: Nullable(DateTime, { description: 'When it goes back to the others, unless it was accepted.' }),
    lateAt: Nullable(DateTime, { description: 'By when it is to be done.' }),
    isLate: Described(Bool, { description: 'True: it was not done in time.' }),
    actsAt: Nullable(DateTime, { description: 'When it goes on by itself.' }),
    tries: Described(Type.Integer(), { description: 'How often it was tried in vain.' }),
    errorType: Nullable(Text({ max: 60, example: 'LoanClosed' }), { description: 'Why the last try was in vain.' }),
    madeId: Nullable(Text({ max: 40 }), {
      description: 'What it has made, such as a document; of one that asks a receiver, which asking it is.',
    }),
    preview: Nullable(Type.Record(Type.String(), Type.Unknown()), {
      description:
        'What the tool of a loan said right before it was ordered: its answer in the preview, with what changes. Null: it has none, or was not ordered.',
    }),
    done: Nullable(Done, { description: 'What people have said of it. Null: nothing.' }),
    endedByType: Nullable(StringEnum(['key', 'user', 'provider', 'system'])),
    endedById: Nullable(Text({ max: 12 })),
    endedAt: ended,
    createdAt: DateTime,
    updatedAt: Nullable(DateTime),
  },
  { title: 'WorkflowWorkitem' },
);
export type Workitem = Static<typeof Workitem>;

export const WorkflowStep = Type.Object(
  {
    id: id('WS-7KQ2-M9XA'),
    object: Type.Literal('workflowStep'),
    companyId: id('CP-2W8D-K4TN'),
    personId,
    workflowId: id('WF-7KQ2-M9XA'),
    stepTypeId: id('ST-7KQ2-M9XA'),
    name: Text({ max: 100, example: 'Collect the papers' }),
    visit: Described(Type.Integer(), { description: 'The visit of the step that it is, from 1.' }),
    status: StringEnum(stepStatuses),
    reason: Nullable(StringEnum(moveReasons), { description: 'Why it was left, skipped or canceled.' }),
    workitems: Type.Array(Workitem),
    endedAt: ended,
    createdAt: DateTime,
    updatedAt: Nullable(DateTime),
  },
  { title: 'WorkflowStep' },
);
export type WorkflowStep = Static<typeof WorkflowStep>;

export const WorkflowMove = Type.Object(
  {
    id: id('WM-7KQ2-M9XA'),
    object: Type.Literal('workflowMove'),
    companyId: id('CP-2W8D-K4TN'),
    personId,
    workflowId: id('WF-7KQ2-M9XA'),
    stepId: Nullable(id('WS-7KQ2-M9XA')),
    workitemId: Nullable(id('WI-7KQ2-M9XA')),
    verb: StringEnum(moveVerbs, { description: 'What was done.' }),
    reason: Nullable(StringEnum(moveReasons), { description: 'Why, where it follows from a rule.' }),
    words: Nullable(Text({ max: wordsMax }), { description: 'Why, where a person has said it.' }),
    actorType: StringEnum(['key', 'user', 'provider', 'system'], { description: 'Who.' }),
    actorId: Nullable(Text({ max: 12 })),
    createdAt: DateTime,
  },
  { title: 'WorkflowMove' },
);
export type WorkflowMove = Static<typeof WorkflowMove>;

/** Blanks are no reason. */
const why = Type.Unsafe<string>({
  ...Text({ min: 1, max: wordsMax, example: 'The borrower has sent the papers by mail.' }),
  pattern: '\\S',
  'x-expected': `a reason in words, of at most ${wordsMax} characters`,
});

export const WorkflowCreate = Named('WorkflowCreate')({
  workflowTypeId: Described(Reference('WT', 'workflow type'), {
    description: 'Any version of it: the active one is taken.',
  }),
});

export const WorkflowCancel = Named('WorkflowCancel')({ reason: why });

export const WorkitemTake = Named('WorkitemTake')({ accept: Type.Optional(Bool) });

export const WorkitemSkip = Named('WorkitemSkip')({
  reason: Described(why, { description: 'Why it is not done: whoever looks at the case later reads it.' }),
});
export const WorkitemRetry = Named('WorkitemRetry')({ reason: Type.Optional(why) });

export const WorkitemReassign = Named('WorkitemReassign')({
  to: Assignee,
  reason: Type.Optional(why),
});
export type WorkitemReassign = Static<typeof WorkitemReassign>;

export const WorkitemComplete = Named('WorkitemComplete')({
  outcome: Type.Optional(
    StringEnum(['approved', 'rejected'], { description: 'Required of an approval, and of nothing else.' }),
  ),
  checklist: Type.Optional(
    Type.Array(Text({ max: 500 }), {
      maxItems: 100,
      description: 'Required of a checklist: its points that were done, which must be all.',
    }),
  ),
  form: Type.Optional(Described(MetaData, { description: 'Required of a form: its fields.' })),
  documentId: Type.Optional(
    Id('DD', 'document', {
      description: 'Required of a document: one of this borrower, of the type that is asked for.',
    }),
  ),
  interactionId: Type.Optional(
    Id('IN', 'interaction', { description: 'The call, where it was recorded as an interaction of the borrower.' }),
  ),
  comment: Type.Optional(Text({ min: 1, max: wordsMax })),
});
export type WorkitemComplete = Static<typeof WorkitemComplete>;

export const WorkitemAnswer = Named('WorkitemAnswer')({
  outcome: Type.Optional(
    StringEnum(['completed', 'failed'], {
      description: '`completed` if not given. `failed`: there will be no answer, and a person is asked.',
    }),
  ),
  answer: Type.Optional(
    Described(MetaData, { description: 'The fields that the type asks for. Not beside the outcome `failed`.' }),
  ),
  asking: Type.Optional(
    Text({
      min: 1,
      max: 40,
      description: 'The `asking` of the event that is answered: then a late answer to an earlier one is refused.',
    }),
  ),
  comment: Type.Optional(Text({ min: 1, max: wordsMax })),
});
export type WorkitemAnswer = Static<typeof WorkitemAnswer>;
