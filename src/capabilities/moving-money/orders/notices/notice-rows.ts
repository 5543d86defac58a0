import { claimedRows } from '#platform/work/claimed/claimed-rows.ts';

/** Notices that were kept, as workers claim them to act on them. */
export const noticeRows = claimedRows({
  name: 'payment_notices',
  job: 'payments.takeNotice',
  table: 'payment_notices',
  named: ['carrier_id', 'event_id'],
  alarmTries: 4,
});
