// What an item of a workflow says: who does it, until when, what happens when it is late, and what there is to do.
import Type, { type Static, type TSchema } from 'typebox';
import {
  channels as blockedChannels,
  themes as blockedThemes,
  CustomFieldSchema,
  fieldsMax,
} from '#capabilities/case-types/index.ts';
import { themes } from '#capabilities/company/index.ts';
import { documentTypes } from '#capabilities/documents/index.ts';
import { loanTools } from '#capabilities/loans/index.ts';
import { noticeChannels } from '#capabilities/notices/index.ts';
import { Int, Named, Nullable, StringEnum, Text } from '#platform/input/schemas.ts';
import { actions, assigneeKinds, lateActions, timeUnits } from './words.ts';

const countMax = 3_660;
const textMax = 1_000;
const word = (example: string, description: string) => Text({ min: 1, max: 100, example, description });
/** An id, or an external id behind `ext-`; of a default role also its kind. */
const reference = (example: string) => Text({ min: 1, max: 259, example });

export const Assignee = Named('WorkflowAssignee')({
  to: StringEnum(assigneeKinds, { description: '`caseOwner`: the employee or the team that owns the case.' }),
  id: Nullable(reference('RL-7KQ2-M9XA'), {
    description: 'The user, the role or the team; null for the owner of the case.',
  }),
});
export type Assignee = Static<typeof Assignee>;

export const Time = Named('WorkflowTime')({
  count: Int({ min: 0, max: countMax, example: 5 }),
  unit: StringEnum(timeUnits, {
    description: 'Days end with the day of the company. Business days are those on which banks are open.',
  }),
});
export type Time = Static<typeof Time>;

export const WhenLate = Named('WorkflowWhenLate')({
  do: StringEnum(lateActions, {
    description:
      '`remind`: who has it is told. `reassign`: it goes to `to`. `escalate`: `to` is told, and it stays. `goOn`: it is over without having been done.',
  }),
  to: Nullable(Assignee, { description: 'For reassign and escalate; null otherwise.' }),
  again: Nullable(Time, { description: 'How long after that it is done again; null: once. Not for goOn.' }),
});
export type WhenLate = Static<typeof WhenLate>;

export const Retry = Named('WorkflowRetry')({
  attempts: Int({ min: 1, max: 20, example: 5, description: 'How often it is tried before a person is asked.' }),
  waitMinutes: Int({ min: 1, max: 1_440, example: 10, description: 'Between the first two; twice as long each time.' }),
});
export type Retry = Static<typeof Retry>;

export const DocumentTask = Named('WorkflowDocumentTask')({
  documentType: StringEnum(documentTypes, { example: 'evidence' }),
  request: Nullable(Text({ max: textMax }), { description: 'What is asked for, in words.' }),
});
export type DocumentTask = Static<typeof DocumentTask>;

export const CallTask = Named('WorkflowCall')({
  theme: StringEnum(themes, { description: 'What the call is about: the guard says whether it may be made.' }),
  script: Nullable(Text({ max: 5_000 }), { description: 'What to say.' }),
});
export type CallTask = Static<typeof CallTask>;

export const ApprovalTask = Named('WorkflowApproval')({
  question: Text({ min: 1, max: textMax, example: 'May the loan be charged off?' }),
});
export type ApprovalTask = Static<typeof ApprovalTask>;

export const WaitTask = Named('WorkflowWait')({
  event: Nullable(
    word(
      'document.uploaded',
      'The type of an event that it waits for: about the borrower, or in a case of the company about the company.',
    ),
  ),
  time: Nullable(Time, { description: 'How long it waits.' }),
  untilField: Nullable(word('case.responseDueDate', 'A date of the case until whose beginning it waits.')),
});
export type WaitTask = Static<typeof WaitTask>;

const SendMessage = Named('WorkflowSendMessage')({
  subject: word('identityTheftSubmitDocumentation', 'Which message; it names the template.'),
  channel: StringEnum(noticeChannels),
  theme: Nullable(StringEnum(themes), { description: 'Null: the one that the subject implies.' }),
});

const MakeDocument = Named('WorkflowMakeDocument')({
  subject: word(
    'identityTheftValidated',
    'Which text: the one for documents, or else the letter, in the language of the borrower.',
  ),
  documentType: StringEnum(documentTypes, {
    example: 'caseDocument',
    description: 'What a borrower is to agree to is made as a draft, all else is accepted.',
  }),
});

const DoNotInteract = Named('WorkflowDoNotInteract')({
  channel: StringEnum(blockedChannels),
  theme: StringEnum(blockedThemes),
  days: Nullable(Int({ min: 0, max: countMax }), { description: 'Calendar days; null: until it is taken away.' }),
});

const LoanLabel = Named('WorkflowLoanLabel')({
  do: StringEnum(['add', 'remove']),
  loanLabelId: reference('LL-7KQ2-M9XA'),
});

const ChangeOwner = Named('WorkflowChangeOwner')({ to: Assignee });

/** A value that is known only when the item runs. */
const FromField = Named('WorkflowFromField')({
  field: word('paymentAmount', 'The field of the body.'),
  from: word('items.intake.monthlyAmount', 'A field of the case or of an item that was completed before.'),
});

const LoanTool = Named('WorkflowLoanTool')({
  tool: StringEnum([...loanTools.keys()] as [string, ...string[]], {
    description: 'The endpoint of the tool. It works on the loan of the case.',
  }),
  body: Type.Record(Type.String(), Type.Unknown(), {
    description: 'What is sent to it: at most 10,000 characters as JSON.',
  }),
  values: Type.Array(FromField, {
    maxItems: 20,
    description: 'Fields of the body that come from the case or its items.',
  }),
});

const Webhook = Named('WorkflowWebhook')({
  name: word(
    'fraudScore',
    'What is asked: the field `call` of the event `workflow.workitem.asked`, which your webhooks get. Where none is subscribed to it, the item waits until it is late.',
  ),
  answer: Type.Array(CustomFieldSchema, {
    maxItems: fieldsMax,
    description: 'The fields of the answer, which conditions may name: `items.score.points`.',
  }),
});

const forAction = <S extends TSchema>(schema: S) => Nullable(schema, { description: 'Null for any other action.' });

/** One of the objects is there: that of the action. */
export const AutomaticTask = Named('WorkflowAutomatic')({
  action: StringEnum(actions, { description: 'What is done; the object of the same name says how.' }),
  sendMessage: forAction(SendMessage),
  doNotInteract: forAction(DoNotInteract),
  loanLabel: forAction(LoanLabel),
  changeOwner: forAction(ChangeOwner),
  loanTool: forAction(LoanTool),
  makeDocument: forAction(MakeDocument),
  webhook: forAction(Webhook),
});
export type AutomaticTask = Static<typeof AutomaticTask>;
