import { errorKinds } from '#platform/errors.ts';

export const cardErrors = errorKinds({
  OnlyForLines: {
    status: 409,
    title: 'Only a line of credit has this',
    remedy: 'Name a loan whose type is lineOfCredit.',
  },
});
