import { errorKinds } from '#platform/errors.ts';

export const hardshipErrors = errorKinds({
  HardshipStatusForbids: {
    status: 409,
    title: 'The deferral, change, plan or re-age is not in a status in which this can be done',
    remedy:
      'data.status is the status it is in, data.allowed those in which it can be done. What is completed stays: use the tool again.',
  },
  HardshipBuiltUpon: {
    status: 409,
    title: 'Something that was done later would lose its ground',
    remedy: 'data.hardshipIds names what was done later by the due dates that would go. Cancel that first.',
  },
});
