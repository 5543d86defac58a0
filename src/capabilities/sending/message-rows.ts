import { claimedRows } from '#platform/work/claimed/claimed-rows.ts';

/** The rows of `messages` as workers claim them. Only live mode sends, so in test mode none is due. */
export const messageRows = claimedRows({
  name: 'messages',
  job: 'messages.send',
  table: 'messages',
  // A line for each channel: emails do not wait behind a receiver of texts that hangs.
  named: ['id', 'channel'],
  alarmTries: 5,
  since: 'recorded_at',
  why: 'last_failure',
});
