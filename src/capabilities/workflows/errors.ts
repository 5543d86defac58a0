import { errorKinds } from '#platform/errors.ts';

export const workflowErrors = errorKinds({
  WorkflowRunning: {
    status: 409,
    title: 'The case goes through a workflow of this type already',
    remedy: 'Work on the one that is there, or cancel it first.',
  },
  WorkflowEnded: {
    status: 409,
    title: 'The workflow has ended',
    remedy: 'Start another one on the case.',
  },
  WorkitemEnded: {
    status: 409,
    title: 'The workitem has ended',
    remedy: 'Read the workflow: its steps say what became of each item, and why.',
  },
  WorkitemNotOpen: {
    status: 409,
    title: 'The workitem does not wait for a person',
    remedy: 'What goes by itself is skipped with a reason, or completed once it has failed.',
  },
  WorkitemTaken: {
    status: 409,
    title: 'Somebody else has the workitem in hand',
    remedy: 'Take another one, wait until it is free, or give it to somebody else.',
  },
  WorkitemOfAnother: {
    status: 403,
    title: 'The workitem is for somebody else',
    remedy: 'Whoever it is assigned to does it. Somebody with the permission to reassign may give it to you.',
  },
});
