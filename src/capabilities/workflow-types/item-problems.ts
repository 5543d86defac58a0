// What is wrong with an item by itself: tasks that do not fit its kind, a lateness without a due time, a permission that
// whoever writes it does not have.
import { type CustomFieldSchema, schemaProblems } from '#capabilities/case-types/index.ts';
import { themeToBorrowers } from '#capabilities/communications/index.ts';
import { permissionsOfTool } from '#capabilities/loans/index.ts';
import { type Problem, problemIf, Refusal } from '#platform/errors.ts';
import type { Assignee, AutomaticTask, Retry, Time, WaitTask, WhenLate } from './item-schemas.ts';
import { type Action, actions, type ItemKind, itemKinds } from './words.ts';

const bodyMax = 10_000;

/** The fields of an item, as they are stored. */
export interface ItemFields {
  readonly kind: ItemKind;
  readonly assignee: Assignee;
  readonly due: Time | null;
  readonly whenLate: WhenLate | null;
  readonly retry: Retry | null;
  readonly checklist: readonly string[] | null;
  readonly form: readonly CustomFieldSchema[] | null;
  readonly document: object | null;
  readonly call: object | null;
  readonly approval: object | null;
  readonly automatic: AutomaticTask | null;
  readonly wait: WaitTask | null;
}

export const itemProblems = (item: ItemFields): Problem[] => [
  ...assigneeProblems('assignee', item.assignee),
  ...latenessProblems(item),
  ...automaticProblems(item),
  ...oneOf('', item.kind, itemKinds, { ...item }),
  ...problemIf(item.retry !== null && item.kind !== 'automatic', 'retry', 'is for automatic items', 'null'),
  ...checklistProblems(item.checklist ?? []),
  ...formProblems('form', item.form ?? []),
  ...waitProblems(item),
];

/** The object that is meant is there, and no other. */
function oneOf(
  at: string,
  named: string,
  names: readonly string[],
  given: Readonly<Record<string, unknown>>,
): Problem[] {
  return names.flatMap((name) =>
    name === named
      ? problemIf(given[name] === null, `${at}${name}`, 'is required', `what the ${name} says`)
      : problemIf(given[name] !== null, `${at}${name}`, `is not for ${named}`, `null, or ${named} in its place`),
  );
}

function assigneeProblems(path: string, { to, id }: Assignee): Problem[] {
  if (to === 'caseOwner') return problemIf(id !== null, `${path}.id`, 'is not for the owner of the case', 'null');
  return problemIf(id === null, `${path}.id`, 'is required', `the id of a ${to}`);
}

function latenessProblems({ kind, due, whenLate }: ItemFields): Problem[] {
  if (whenLate === null) return [];
  const { do: does, to, again } = whenLate;
  const goesToSomebody = does === 'reassign' || does === 'escalate';
  return [
    ...(to === null ? [] : assigneeProblems('whenLate.to', to)),
    ...problemIf(due === null, 'due', 'is required beside whenLate', 'how long it may take'),
    ...problemIf(goesToSomebody && to === null, 'whenLate.to', `is required to ${does}`, 'a user, a role or a team'),
    ...problemIf(!goesToSomebody && to !== null, 'whenLate.to', `is not for ${does}`, 'null'),
    ...problemIf(again !== null && does === 'goOn', 'whenLate.again', 'is not for goOn', 'null'),
    ...problemIf(again?.count === 0, 'whenLate.again.count', 'would repeat it without end', 'at least 1'),
    ...problemIf(
      does === 'goOn' && kind === 'approval',
      'whenLate.do',
      'would approve by silence',
      'remind, reassign or escalate',
    ),
  ];
}

const checklistProblems = (entries: readonly string[]): Problem[] =>
  entries.flatMap((entry, i) =>
    problemIf(entries.indexOf(entry) < i, `checklist[${i}]`, 'stands there twice', 'another entry'),
  );

/** Conditions name what became of an item by this word, beside its fields. */
const outcome = 'outcome';

const formProblems = (path: string, fields: readonly CustomFieldSchema[]): Problem[] => [
  ...schemaProblems(path, fields, { type: 'form', names: [] }),
  ...fields.flatMap(({ fieldName }, i) =>
    problemIf(fieldName === outcome, `${path}[${i}].fieldName`, 'means what became of the item', 'another name'),
  ),
];

function automaticProblems({ automatic: task, due, whenLate }: ItemFields): Problem[] {
  if (task === null) return [];
  const { action, changeOwner, loanTool, makeDocument, sendMessage, webhook } = task;
  const { to = undefined } = changeOwner ?? {};
  const owner = 'automatic.changeOwner.to';
  const isOwner = to?.to === 'user' || to?.to === 'team';
  return [
    ...(to === undefined ? [] : assigneeProblems(owner, to)),
    ...problemIf(to !== undefined && !isOwner, `${owner}.to`, 'owns no case', 'user or team'),
    ...oneOf('automatic.', action, actions, task),
    ...problemIf(
      JSON.stringify(loanTool?.body ?? {}).length > bodyMax,
      'automatic.loanTool.body',
      'is too long',
      `at most ${bodyMax} characters as JSON`,
    ),
    ...(sendMessage === null ? [] : subjectProblems(sendMessage)),
    ...(makeDocument === null ? [] : nameProblems('automatic.makeDocument', makeDocument)),
    ...formProblems('automatic.webhook.answer', webhook?.answer ?? []),
    ...problemIf(
      webhook !== null && due === null,
      'due',
      'is required: the answer may never come',
      'how long it waits',
    ),
    ...problemIf(
      webhook !== null && whenLate === null,
      'whenLate',
      'is required: the answer may never come',
      'what then',
    ),
  ];
}

const nameProblems = (path: string, { subject }: { readonly subject: string }): Problem[] =>
  problemIf(
    !/^[a-z][A-Za-z0-9]{0,63}$/.test(subject),
    `${path}.subject`,
    'is no subject',
    'letters and digits, such as paymentDueDateReminder',
  );

function subjectProblems({ subject, theme }: NonNullable<AutomaticTask['sendMessage']>): Problem[] {
  const path = 'automatic.sendMessage';
  const named = nameProblems(path, { subject });
  if (named.length > 0) return named;
  try {
    themeToBorrowers(subject, theme);
    return [];
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { path: field, message, expected } = error.data as Partial<Problem>;
    return [{ path: `${path}.${field}`, message: message ?? error.message, expected: expected ?? 'another one' }];
  }
}

function waitProblems({ wait, due, whenLate }: ItemFields): Problem[] {
  if (wait === null) return [];
  const { event, time, untilField } = wait;
  const said = [event, time, untilField].filter((one) => one !== null).length;
  const isEvent = event === null || /^[a-z][a-z0-9]*(\.[a-z0-9]+)+$/.test(event);
  return [
    ...problemIf(said !== 1, 'wait', 'waits for nothing, or for several things', 'one of event, time and untilField'),
    ...problemIf(!isEvent, 'wait.event', 'is no type of an event', 'a type such as document.uploaded'),
    ...problemIf(event !== null && due === null, 'due', 'is required: the event may never come', 'how long it waits'),
    ...problemIf(event !== null && whenLate === null, 'whenLate', 'is required: the event may never come', 'what then'),
  ];
}

/** A webhook tells nothing but ids to those who have one, and whoever answers needs a permission for it. */
const permissionsOfActions: Readonly<Record<Exclude<Action, 'loanLabel' | 'loanTool'>, readonly string[]>> = {
  sendMessage: ['communicator:send'],
  // It shows the borrower and the loan.
  makeDocument: ['communicator:render', 'document.descriptor:create', 'person:read', 'loan:read'],
  doNotInteract: ['case.do.not.interact:create'],
  changeOwner: ['case:update'],
  webhook: [],
};

/** Whoever publishes an action must be able to do it: it is done by the service later, whoever moves the case. */
function permissionsOf({ action, loanLabel, loanTool }: AutomaticTask): readonly string[] {
  if (action === 'loanLabel') return [`loan.label:${loanLabel?.do}`];
  if (action !== 'loanTool') return permissionsOfActions[action];
  const { tool, body, values } = loanTool as NonNullable<AutomaticTask['loanTool']>;
  return permissionsOfTool(tool, [...Object.keys(body), ...values.map(({ field }) => field)]);
}

export function permissionProblems(task: AutomaticTask | null, permissions: ReadonlySet<string>): Problem[] {
  if (task === null) return [];
  const missing = [...new Set(permissionsOf(task))].filter((needed) => !permissions.has(needed));
  return missing.map((needed) => ({
    path: 'automatic.action',
    message: `needs the permission ${needed}`,
    expected: 'what you may do yourself',
  }));
}
