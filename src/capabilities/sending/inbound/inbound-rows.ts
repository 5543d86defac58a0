import { claimedRows } from '#platform/work/claimed/claimed-rows.ts';

/** What has come back, as workers claim it to act on it. */
export const inboundRows = claimedRows({
  name: 'heard_messages',
  job: 'messages.hear',
  table: 'heard_messages',
  named: ['key'],
  alarmTries: 4,
  why: 'last_failure',
});
