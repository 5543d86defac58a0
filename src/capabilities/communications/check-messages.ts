// Checks for `tenor doctor` whether messages to borrowers go out.
import { claimedWorkCheck } from '#platform/doctor/backlog.ts';
import { counted, rowsOf, warning } from '#platform/doctor/check.ts';
import { overdueCheck } from '#platform/doctor/overdue.ts';
import { bulkSendingRows, dueBulkSendings } from './bulk/rows.ts';
import { dueMessages } from './outgoing/due.ts';
import { outgoingRows } from './outgoing/message-rows.ts';

const outgoingCheck = claimedWorkCheck({
  name: 'outgoing messages',
  rows: outgoingRows,
  fine: 'No message to a borrower waits for too long, and of each it is known whether it went out.',
  late: (mode) => `A message to a borrower of ${mode} has waited to be sent`,
  inVain: (count, mode) => `${counted(count, 'message')} of ${mode} could not be sent`,
  remedy: 'Look at the mail server or the receiver of messages, and whether a worker runs; its log says more.',
  async besides(inspected, mode) {
    const [row] = await rowsOf<{ n: number }>(
      inspected,
      `select count(*)::integer as n from ${mode}.outgoing_messages where state = 'unknown'`,
    );
    if ((row?.n ?? 0) === 0) return [];
    const says = `Of ${counted(row?.n ?? 0, 'message')} of ${mode} nobody knows whether it went out.`;
    const asks = 'GET /communicator/messages?state=unknown lists them; PUT there says what the mail server knows.';
    return [warning(says, asks)];
  },
});

const bulkCheck = claimedWorkCheck({
  name: 'bulk sendings',
  rows: bulkSendingRows,
  fine: 'Every bulk sending goes on.',
  late: (mode) => `A bulk sending of ${mode} has waited for a worker`,
  inVain: (count, mode) => `${counted(count, 'bulk sending')} of ${mode} did not go on`,
  remedy: 'Look whether a worker runs; its log says more.',
});

export const messageChecks = [
  outgoingCheck,
  overdueCheck('waiting messages', dueMessages),
  bulkCheck,
  overdueCheck('waiting bulk sendings', dueBulkSendings),
];
