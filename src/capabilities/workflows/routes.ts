// The endpoints of workflows.
import { secondPersonErrors } from '#capabilities/access/index.ts';
import { caseErrors, caseResource, companyCaseOfPath, movingBy, mustBeOpen } from '#capabilities/cases/index.ts';
import type { PersonRow } from '#capabilities/people/index.ts';
import { definitionFor, type WorkflowDefinition } from '#capabilities/workflow-types/index.ts';
import type { Whole } from '#platform/capability.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { errors, Refusal, refuseField } from '#platform/errors.ts';
import { below } from '#platform/http/below.ts';
import { type Endpoint, endpoint } from '#platform/http/endpoint.ts';
import { StringEnum, Text } from '#platform/input/schemas.ts';
import { defineList } from '#platform/resource/define-list.ts';
import { mustNeedNoBorrower } from './by-case.ts';
import { answerItem } from './commands/answer-item.ts';
import { completeItem, reassignItem, retryItem, skipItem, takeItem } from './commands/move-item.ts';
import { workflowErrors } from './errors.ts';
import { ofBorrowers, ofCompany } from './events.ts';
import { shownItem } from './examples.ts';
import { itemOfPath, workflowOfPath } from './find.ts';
import { picture } from './picture.ts';
import { endRun } from './run/advance.ts';
import { definitionOf, loadRun, runningOn, stepsOf } from './run/load.ts';
import { startWorkflow } from './run/start.ts';
import { ownerIdOf, sealerFor, type Whose } from './run/whose.ts';
import { write } from './run/write.ts';
import {
  Workflow,
  WorkflowCancel,
  WorkflowCreate,
  WorkflowMove,
  WorkflowStep,
  Workitem,
  WorkitemAnswer,
  WorkitemComplete,
  WorkitemReassign,
  WorkitemRetry,
  WorkitemSkip,
  WorkitemTake,
} from './schemas.ts';
import { sealerOfOwner, showItem, showMove, showSteps, showWorkflow } from './show.ts';
import { type MoveRow, type StepRow, type WorkflowRow, workflowMoves, workflows } from './tables.ts';
import { workflowStatuses } from './words.ts';

const listed = defineList({
  table: 'workflows',
  filters: {
    status: StringEnum(workflowStatuses),
    caseId: Text({ max: 12 }),
    workflowTypeId: Text({ max: 12, description: 'The version by which it runs.' }),
  },
});
const steps = defineList({ table: 'workflow_steps', below: 'owner_id', sort: ['createdAt'] });
const moves = defineList({ table: 'workflow_moves', below: 'owner_id', sort: ['createdAt'] });

const list = endpoint({
  name: 'workflows.listOfCompany',
  path: '/workflows',
  summary: 'List workflows',
  description: 'What cases go through, and have gone through. The newest are first.',
  permission: 'workflow:list',
  shape: 'list',
  query: listed.query,
  list: listed,
  answer: Workflow,
  read: ({ reader }, { query }) =>
    listed.page(reader, reader.db.selectFrom('workflows').select(workflows.all), query, {
      each: (row) => showWorkflow(row as WorkflowRow),
    }),
});

const create = endpoint({
  name: 'workflows.create',
  path: '/people/{personId}/cases/{caseId}/workflows',
  summary: 'Start a workflow on a case',
  description:
    'The active version of the type runs to its end, whatever becomes of the type. A case whose type names a workflow starts it by itself. A case goes through one workflow of a type at a time.',
  permission: 'workflow:create',
  subject: caseResource.subject,
  body: WorkflowCreate,
  answer: Workflow,
  errors: [errors.NotFound, caseErrors.CaseClosed, workflowErrors.WorkflowRunning],
  emits: [ofBorrowers.started],
  mayEmit: [ofBorrowers.stepChanged, ofBorrowers.itemChanged, ofBorrowers.ended],
  example: { body: { workflowTypeId: 'ext-identity-theft' } },
  async command(ctx, tx, { body }, { row: ofCase, parent: owner }) {
    const whose = { owner, ofCase };
    return startByHand(ctx, tx, whose, await definitionAsked(tx, whose, body.workflowTypeId));
  },
});

const createOfCompany = endpoint({
  name: 'companyCaseWorkflows.create',
  path: '/company-cases/{companyCaseId}/workflows',
  summary: 'Start a workflow on a case of the company',
  description:
    'As on the case of a borrower. A type that needs a borrower or a loan is refused, and says which of its items does.',
  permission: 'workflow:create',
  subject: companyCaseOfPath,
  body: WorkflowCreate,
  answer: Workflow,
  errors: [errors.NotFound, caseErrors.CaseClosed, workflowErrors.WorkflowRunning],
  emits: [ofCompany.started],
  mayEmit: [ofCompany.stepChanged, ofCompany.itemChanged, ofCompany.ended],
  example: { body: { workflowTypeId: 'ext-answer-the-state' } },
  async command(ctx, tx, { body }, ofCase) {
    const whose = { owner: null, ofCase };
    const definition = await definitionAsked(tx, whose, body.workflowTypeId);
    mustNeedNoBorrower(definition, 'workflowTypeId');
    return startByHand(ctx, tx, whose, definition);
  },
});

/** Errors: CaseClosed, NotFound, InvalidRequest. */
async function definitionAsked(tx: Tx, { ofCase }: Whose, workflowTypeId: string): Promise<WorkflowDefinition> {
  mustBeOpen(ofCase);
  const definition = await definitionFor(tx, workflowTypeId);
  if (definition !== undefined) return definition;
  throw refuseField('workflowTypeId', 'has no active version', 'a workflow type that is active');
}

/** Errors: WorkflowRunning. */
async function startByHand(
  ctx: CommandContext,
  tx: Tx,
  whose: Whose,
  definition: WorkflowDefinition,
): Promise<Workflow> {
  const { ofCase } = whose;
  const running = await runningOn(tx, ownerIdOf(whose), ofCase);
  const same = running.find(({ type_number }) => type_number === definition.typeId);
  if (same === undefined) {
    return showWorkflow(await startWorkflow(movingBy(ctx), tx, whose, { definition, reason: 'byHand' }));
  }
  throw new Refusal(workflowErrors.WorkflowRunning, `The case ${ofCase.id} goes through ${same.id}.`, {
    data: { path: 'workflowTypeId', workflowId: same.id },
  });
}

const workflow = below({
  path: '/workflows/{workflowId}',
  permission: 'workflow:read',
  subject: workflowOfPath,
});

const ofOne: readonly Endpoint[] = [
  workflow({
    name: 'workflows.read',
    summary: 'Read a workflow',
    answer: Workflow,
    read: async (_ctx, _input, { row }) => showWorkflow(row),
  }),
  workflow({
    name: 'workflowSteps.list',
    path: '/steps',
    summary: 'List the steps of a workflow',
    description:
      'Each with its items; the newest are first, or by `sortBy=createdAt`. A step that was visited twice stands there twice.',
    shape: 'list',
    query: steps.query,
    list: steps,
    answer: WorkflowStep,
    read: ({ reader, vault }, { query }, { row }) =>
      steps.page(reader, stepsOf(reader, row.owner_id).where('workflow_id', '=', row.id), query, {
        below: row.owner_id,
        show: (rows) => showSteps(reader, vault, row, rows as readonly StepRow[]),
      }),
  }),
  workflow({
    name: 'workflowMoves.list',
    path: '/moves',
    summary: 'List what was moved in a workflow',
    description: 'Who did what, when and why. The newest are first, or by `sortBy=createdAt`.',
    shape: 'list',
    query: moves.query,
    list: moves,
    answer: WorkflowMove,
    read: ({ reader, vault }, { query }, { row }) =>
      moves.page(
        reader,
        reader.db.selectFrom('workflow_moves').select(workflowMoves.all).where('workflow_id', '=', row.id),
        query,
        {
          below: row.owner_id,
          async show(rows) {
            const sealer = await sealerOfOwner(reader, vault, row);
            return (rows as readonly MoveRow[]).map((one) => showMove(one, sealer));
          },
        },
      ),
  }),
  workflow({
    name: 'workflows.cancel',
    path: '/cancel',
    permission: 'workflow:cancel',
    summary: 'Cancel a workflow',
    description: 'What is open in it is canceled. The case stays as it is.',
    body: WorkflowCancel,
    answer: Workflow,
    errors: [workflowErrors.WorkflowEnded],
    emits: [ofBorrowers.ended],
    mayEmit: [
      ofBorrowers.stepChanged,
      ofBorrowers.itemChanged,
      ofCompany.ended,
      ofCompany.stepChanged,
      ofCompany.itemChanged,
    ],
    example: { body: { reason: 'The case was opened for the wrong borrower.' } },
    async command(ctx, tx, { body }, { owner, row }) {
      const run = await loadRun(movingBy(ctx), tx, row, { owner });
      endRun(run, 'cancel', { reason: 'byHand', words: body.reason });
      write(run);
      return showWorkflow(run.workflow);
    },
  }),
];

const item = below({
  path: '/workflow-workitems/{workitemId}',
  permission: 'workflow.workitem',
  subject: itemOfPath,
  answer: Workitem,
});

const { WorkitemEnded, WorkitemNotOpen, WorkitemTaken, WorkitemOfAnother } = workflowErrors;
const emits = [ofBorrowers.itemChanged];
const mayEmit = [ofCompany.itemChanged];
const movesOn = [...mayEmit, ofBorrowers.stepChanged, ofBorrowers.ended, ofCompany.stepChanged, ofCompany.ended];

const isErased = (owner: PersonRow | null): boolean => owner !== null && owner.erased_at !== null;

const ofItem = (whole: Whole): readonly Endpoint[] => [
  item({
    name: 'workflowWorkitems.read',
    summary: 'Read a workitem',
    example: { answer: shownItem },
    read: async ({ reader, vault }, _input, { owner, row, item: found }) =>
      showItem(found, await definitionOf(reader, row), isErased(owner) ? undefined : sealerFor(vault, owner, row)),
  }),
  item({
    name: 'workflowWorkitems.take',
    path: '/take',
    summary: 'Take a workitem',
    description:
      'It is kept for you for two minutes, or as the company has set for tasks. With `accept` it stays with you until it is done or given to somebody else.',
    body: WorkitemTake,
    errors: [WorkitemEnded, WorkitemNotOpen, WorkitemTaken, WorkitemOfAnother],
    emits,
    mayEmit,
    example: { body: { accept: true } },
    command: (ctx, tx, { body }, found) => takeItem(ctx, tx, found, body.accept, whole),
  }),
  item({
    name: 'workflowWorkitems.complete',
    path: '/complete',
    summary: 'Complete a workitem',
    description:
      'With what its kind asks for; one that has failed with a comment alone. The workflow goes on at once. An approval is given or refused by somebody who has neither written the workflow, nor started it, nor done another item of it or had one tried again, nor chosen the loan of the case or a value that is taken from it, nor given this one to anybody, nor the case to the owner to whom it goes. Whoever has answered an approval does no other item of its step.',
    body: WorkitemComplete,
    errors: [
      errors.NotFound,
      WorkitemEnded,
      WorkitemNotOpen,
      WorkitemTaken,
      WorkitemOfAnother,
      secondPersonErrors.SecondPersonNeeded,
    ],
    emits,
    mayEmit: movesOn,
    example: { body: { comment: 'They have called back.' } },
    command: (ctx, tx, { body }, found) => completeItem(ctx, tx, found, body, whole),
  }),
  item({
    name: 'workflowWorkitems.answer',
    path: '/answer',
    summary: 'Answer a workitem that has asked your webhooks',
    description:
      'With the fields that its type asks for, which conditions may name. The workflow goes on at once. With the outcome `failed` a person is asked instead. What is answered twice is refused: send an `Idempotency-Key`.',
    body: WorkitemAnswer,
    errors: [WorkitemEnded, WorkitemNotOpen, secondPersonErrors.SecondPersonNeeded],
    emits,
    mayEmit: movesOn,
    example: { body: { answer: { points: 12 } } },
    command: (ctx, tx, { body }, found) => answerItem(ctx, tx, found, body),
  }),
  item({
    name: 'workflowWorkitems.skip',
    path: '/skip',
    summary: 'Skip a workitem, with a reason',
    description:
      'It is over without having been done, also one that goes by itself: it is stopped. An approval is skipped only by whoever might give it, and so is nothing else of its step by whoever has answered one.',
    body: WorkitemSkip,
    errors: [WorkitemEnded, WorkitemTaken, WorkitemOfAnother, secondPersonErrors.SecondPersonNeeded],
    emits,
    mayEmit: movesOn,
    example: { body: { reason: 'The borrower has sent the papers by mail.' } },
    command: (ctx, tx, { body }, found) => skipItem(ctx, tx, found, body.reason, whole),
  }),
  item({
    name: 'workflowWorkitems.reassign',
    path: '/reassign',
    summary: 'Give a workitem to somebody else',
    description:
      'Whoever has it in hand loses it. Whoever gives an approval to somebody does not answer it. Given to the owner of the case, it goes along when the case gets another one.',
    body: WorkitemReassign,
    errors: [errors.NotFound, WorkitemEnded],
    emits,
    mayEmit,
    example: { body: { to: { to: 'caseOwner', id: null }, reason: 'She is on leave.' } },
    command: (ctx, tx, { body }, found) => reassignItem(ctx, tx, found, body),
  }),
  item({
    name: 'workflowWorkitems.retry',
    path: '/retry',
    summary: 'Have a workitem tried again that has failed',
    description:
      'It begins anew, with all tries that its type allows. Whoever has it tried again prepares what it does, and answers no approval of the workflow.',
    body: WorkitemRetry,
    errors: [WorkitemEnded, WorkitemNotOpen, WorkitemTaken, WorkitemOfAnother],
    emits,
    mayEmit,
    example: { body: { reason: 'The loan is open again.' } },
    command: (ctx, tx, { body }, found) => retryItem(ctx, tx, found, body.reason, whole),
  }),
];

export const workflowRoutes = (whole: Whole): readonly Endpoint[] => [
  list,
  create,
  createOfCompany,
  ...ofOne,
  picture,
  ...ofItem(whole),
];
