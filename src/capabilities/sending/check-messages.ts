// A check for `tenor doctor` whether messages go out.
import { lateFinding, workInVain } from '#platform/doctor/backlog.ts';
import {
  type Check,
  counted,
  type Finding,
  type InspectedDatabase,
  orFine,
  rowsOf,
  warning,
} from '#platform/doctor/check.ts';
import { messageRows } from './message-rows.ts';

interface Counted {
  readonly since: string | null;
  readonly failure: string | null;
  readonly lost: number;
}

/** Only live mode sends. */
export const messagesCheck: Check<InspectedDatabase> = {
  name: 'messages',
  async look(inspected) {
    const [row] = await rowsOf<Counted>(
      inspected,
      `select min(recorded_at) filter (where due_at is not null) as since,
        max(last_failure) filter (where due_at is not null) as failure,
        (count(*) filter (where state in ('refused', 'unknown') and recorded_at > $1))::integer as lost
      from live.messages where due_at is not null or recorded_at > $1`,
      [inspected.clock.micros() - dayMicros],
    );
    const why = row?.failure == null ? '' : ` (${row.failure})`;
    const remedy = 'Look at the mail server or the receiver of messages, and whether a worker runs; its log says more.';
    const since = row?.since == null ? null : Number(row.since);
    const findings: Finding[] = lateFinding(inspected, since, `A message has waited to be sent${why}`, remedy);
    findings.push(
      ...(await workInVain(messageRows, inspected, 'live', (count) => {
        const says = `${counted(count, 'message')} could not be sent, again and again${why}.`;
        return warning(says, remedy);
      })),
    );
    if (row !== undefined && row.lost > 0) {
      const says = `${counted(row.lost, 'message')} of the last day did not go out, or nobody knows: refused or unknown.`;
      findings.push(warning(says, 'The log of the workers says of each why ("a message was not sent").'));
    }
    return orFine(findings, 'No message waits, and none of the last day was refused or lost sight of.');
  },
};

const dayMicros = 24 * 3_600 * 1_000_000;
