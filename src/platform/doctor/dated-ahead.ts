// Checks whether the newest changes have a date in the future: then a clock was ahead when they were made, and was set
// back later.
import { modes } from '../db/realm.ts';
import { type Check, type Finding, type InspectedDatabase, inTime, orFine, rowsOf, warning, wrong } from './check.ts';

const aheadSeconds = { warning: 5, error: 60 };
/** When a clock was set back and the service restarted, newer changes have smaller positions. */
const newestMax = 1_000;

const remedy =
  'Let every machine keep time by NTP: "timedatectl" tells whether one does. What is recorded before that time comes is listed as older than these changes.';

export const datedAhead: Check<InspectedDatabase> = {
  name: 'recorded times',
  async look(inspected) {
    const findings: Finding[] = [];
    for (const mode of modes) {
      const newest = await newestPosition(inspected, mode);
      const seconds = (newest - inspected.clock.micros()) / 1e6;
      const says = `The newest changes of ${mode} are dated ${inTime(seconds)} in the future: a clock was ahead when they were made.`;
      if (seconds >= aheadSeconds.error) findings.push(wrong(says, remedy));
      else if (seconds >= aheadSeconds.warning) findings.push(warning(says, remedy));
    }
    return orFine(findings, 'No change is dated in the future.');
  },
};

async function newestPosition(inspected: InspectedDatabase, mode: string): Promise<number> {
  const newest = async (text: string): Promise<number> =>
    Number((await rowsOf<{ position: string | null }>(inspected, text))[0]?.position ?? 0);
  return Math.max(
    await newest(`select max(position) as position from ${mode}.waiting_commits`),
    await newest(
      `select max(position) as position from (
        select position from ${mode}.placed_commits order by place desc limit ${newestMax}) as newest`,
    ),
  );
}
