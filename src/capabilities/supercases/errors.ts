import { errorKinds } from '#platform/errors.ts';

export const supercaseErrors = errorKinds({
  SupercaseClosed: {
    status: 409,
    title: 'The supercase is completed or canceled',
    remedy: 'Send it the status reopened first.',
  },
  PopulationCommitted: {
    status: 409,
    title: 'The population is committed, and does not change any more',
    remedy: 'Make another population for further borrowers.',
  },
  NoSubcases: {
    status: 409,
    title: 'The supercase has no cases yet',
    remedy: 'Commit a population first: its cases are made then; those of a disaster a monitor makes.',
  },
});
