import { errorKinds } from '#platform/errors.ts';

export const caseErrors = errorKinds({
  CaseClosed: {
    status: 409,
    title: 'The case is completed or canceled',
    remedy: 'Send the status reopened first, or along with what is to change.',
  },
  TaskEnded: {
    status: 409,
    title: 'The task is done or canceled',
    remedy: 'Make another one.',
  },
  TaskTaken: {
    status: 409,
    title: 'Somebody else has the task in hand',
    remedy: 'Take another one, or wait until it is given back.',
  },
  AlreadySnoozed: {
    status: 409,
    title: 'The case is snoozed already',
    remedy: 'Change the snooze that is there, or cancel it first.',
  },
  CollectionCaseOpen: {
    status: 409,
    title: 'The borrower has a collection case that is open',
    remedy: 'Work on that one, or complete or cancel it first.',
  },
});
