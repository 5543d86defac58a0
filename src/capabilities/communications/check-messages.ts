// Checks for `tenor doctor` whether messages to borrowers go out.
import { modes } from '#platform/db/realm.ts';
import { lateIn, workInVain } from '#platform/doctor/backlog.ts';
import {
  type Check,
  counted,
  type Finding,
  type InspectedDatabase,
  orFine,
  rowsOf,
  warning,
} from '#platform/doctor/check.ts';
import { overdueCheck } from '#platform/doctor/overdue.ts';
import { bulkSendingRows, dueBulkSendings } from './bulk/rows.ts';
import { dueMessages } from './outgoing/due.ts';
import { outgoingRows } from './outgoing/message-rows.ts';

const remedy = 'Look at the mail server or the receiver of messages, and whether a worker runs; its log says more.';

const outgoingCheck: Check<InspectedDatabase> = {
  name: 'outgoing messages',
  async look(inspected) {
    const findings: Finding[] = [];
    for (const mode of modes) {
      findings.push(
        ...(await lateIn(
          outgoingRows,
          inspected,
          mode,
          `A message to a borrower of ${mode} has waited to be sent`,
          remedy,
        )),
        ...(await workInVain(outgoingRows, inspected, mode, (count, why) =>
          warning(`${counted(count, 'message')} of ${mode} could not be sent, again and again (${why}).`, remedy),
        )),
      );
      const [row] = await rowsOf<{ n: number }>(
        inspected,
        `select count(*)::integer as n from ${mode}.outgoing_messages where state = 'unknown'`,
      );
      if ((row?.n ?? 0) > 0) {
        const says = `Of ${counted(row?.n ?? 0, 'message')} of ${mode} nobody knows whether it went out.`;
        const asks = 'GET /communicator/messages?state=unknown lists them; PUT there says what the mail server knows.';
        findings.push(warning(says, asks));
      }
    }
    return orFine(
      findings,
      'No message to a borrower waits for too long, and of each it is known whether it went out.',
    );
  },
};

const bulkRemedy = 'Look whether a worker runs; its log says more.';

const bulkCheck: Check<InspectedDatabase> = {
  name: 'bulk sendings',
  async look(inspected) {
    const findings: Finding[] = [];
    for (const mode of modes) {
      findings.push(
        ...(await lateIn(
          bulkSendingRows,
          inspected,
          mode,
          `A bulk sending of ${mode} has waited for a worker`,
          bulkRemedy,
        )),
        ...(await workInVain(bulkSendingRows, inspected, mode, (count, why) =>
          warning(`${counted(count, 'bulk sending')} of ${mode} did not go on, again and again (${why}).`, bulkRemedy),
        )),
      );
    }
    return orFine(findings, 'Every bulk sending goes on.');
  },
};

export const messageChecks = [
  outgoingCheck,
  overdueCheck('waiting messages', dueMessages),
  bulkCheck,
  overdueCheck('waiting bulk sendings', dueBulkSendings),
];
