import { errorKinds } from '#platform/errors.ts';

export const caseErrors = errorKinds({
  CaseClosed: {
    status: 409,
    title: 'The case is completed or canceled',
    remedy: 'Send the status reopened first, or along with what is to change.',
  },
  CollectionCaseOpen: {
    status: 409,
    title: 'The borrower has a collection case that is open',
    remedy: 'Work on that one, or complete or cancel it first.',
  },
});
