// Tapes that are to be left at a host, as workers claim them.
import { claimedRows } from '#platform/work/claimed/claimed-rows.ts';
import '../tables.ts';

export const waitingTapes = claimedRows({
  name: 'loan_tape_files',
  job: 'loanTapes.leave',
  table: 'loan_tapes',
  named: ['id'],
  alarmTries: 3,
  why: 'last_failure',
});
