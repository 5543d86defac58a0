import { errorKinds } from '#platform/errors.ts';

export const achReadingErrors = errorKinds({
  AchReadingState: {
    status: 409,
    title: 'The file of the bank does not wait for this',
    remedy: 'Read it again: `waitsFor` says whether a second person is asked, and `state` what has become of it.',
  },
  TooManyAchReadings: {
    status: 429,
    title: 'The company has brought as many files as it may in a day',
    remedy: 'Let the service fetch them from the folder of the bank, or go on tomorrow; data.perDay says how many.',
  },
});
