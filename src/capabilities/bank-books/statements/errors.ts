import { errorKinds } from '#platform/errors.ts';

export const statementErrors = errorKinds({
  StatementRefused: {
    status: 422,
    title: 'The statement is not as it should be',
    remedy:
      'Nothing of it was taken. data.line and data.column say where it is wrong; ask the bank to send it again, whole.',
  },
  StatementOfAnotherAccount: {
    status: 422,
    title: 'The statement is of another account',
    remedy: 'Nothing of it was taken. Send a statement of one account, to the account that it is of.',
  },
  StatementDoesNotFollow: {
    status: 409,
    title: 'The statement does not follow the one before it',
    remedy:
      'Nothing of it was taken. Statements are read in their order, each day once: data.expected says with what this one should begin. A missing one is read first.',
  },
});
