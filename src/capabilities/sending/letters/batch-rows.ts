import { claimedRows } from '#platform/work/claimed/claimed-rows.ts';

/** The letters of a day, as workers claim them when the day is over. Until then a row is due at its end. */
export const batchRows = claimedRows({
  name: 'letter_batches',
  job: 'letters.index',
  table: 'letter_batches',
  named: ['day', 'number'],
  alarmTries: 4,
  why: 'last_failure',
});
