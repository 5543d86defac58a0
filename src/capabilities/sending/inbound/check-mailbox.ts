// A check for `tenor doctor` whether what comes back about emails is read.
import { type Check, type InspectedDatabase, orFine, rowsOf, warning, wrong } from '#platform/doctor/check.ts';

interface Looked {
  readonly failure: string | null;
  readonly since: number | null;
}

const hour = 3_600;

export const bouncesCheck: Check<InspectedDatabase> = {
  name: 'bounces',
  async look(inspected) {
    const [row] = await rowsOf<Looked>(
      inspected,
      `select last_failure as failure, (extract(epoch from read_at))::float8 as since from live.bounce_mailbox`,
    );
    const remedy = 'Look at BOUNCES_IMAP_URL, and whether a worker runs.';
    const findings = [];
    if (row?.failure != null) findings.push(wrong(`The mailbox for bounces cannot be read: ${row.failure}.`, remedy));
    else if (row?.since != null && inspected.clock.micros() / 1e6 - row.since > hour) {
      findings.push(warning('The mailbox for bounces was not read for an hour.', remedy));
    }
    return orFine(findings, 'What comes back about emails is read, or no mailbox is set.');
  },
};
