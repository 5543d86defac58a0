import { errorKinds } from '#platform/errors.ts';

export const doNotInteractErrors = errorKinds({
  DoNotInteractExists: {
    status: 409,
    title: 'The case has a do-not-interact already',
    remedy: 'Change the one that data.doNotInteractId names, or delete it first.',
  },
  DoNotInteractEnded: {
    status: 409,
    title: 'The do-not-interact has ended',
    remedy: 'Make another one on the case.',
  },
});
