// A check for `tenor doctor` of files of the clearing house: what does not get to a bank, what a bank is silent about, and
// what has come and is not read.
import { checkOfModes, counted, type Finding, rowsOf, warning, wrong } from '#platform/doctor/check.ts';

/** So often in vain. */
export const failuresMax = 4;

interface Counted {
  readonly unsent: number;
  readonly why: string | null;
  readonly silent: number;
  readonly unread: number;
  readonly waiting: number;
}

export const achFilesCheck = checkOfModes(
  'ACH files with their banks',
  'Files get to their banks, are acknowledged in time, and those that came are read.',
  async (inspected, mode) => {
    const [row] = await rowsOf<Counted>(
      inspected,
      `select (select count(*) from ${mode}.ach_files where held_until is not null and tries >= ${failuresMax})::integer as unsent,
      (select max(last_error) from ${mode}.ach_files where held_until is not null and tries >= ${failuresMax}) as why,
      (select count(*) from ${mode}.ach_awaited awaited join ${mode}.ach_files file
        on file.company_id = awaited.company_id and file.id = awaited.file_id
        where awaited.due_at is null and file.state = 'uploaded')::integer as silent,
      (select count(*) from ${mode}.ach_readings where held_until is not null and failures >= ${failuresMax})::integer as unread,
      (select count(*) from ${mode}.ach_readings where state = 'kept' and held_until is null)::integer as waiting`,
    );
    return row === undefined ? [] : findingsOf(mode, row);
  },
);

function findingsOf(mode: string, { unsent, why, silent, unread, waiting }: Counted): Finding[] {
  const found: Finding[] = [];
  if (unsent > 0) {
    const says = `${counted(unsent, 'ACH file')} of ${mode} could not be left with its bank, again and again (${why}).`;
    found.push(
      wrong(says, 'Look at the host of the bank, its folder and the credentials; it is tried again each hour.'),
    );
  }
  if (silent > 0) {
    const says = `Of ${counted(silent, 'ACH file')} of ${mode} the bank has not said in time that it has read it.`;
    found.push(
      wrong(says, 'Ask the bank, and say what it says by `…/acknowledge` or `…/reject`. Never send it again.'),
    );
  }
  if (unread > 0) {
    const says = `${counted(unread, 'file')} of banks in ${mode} mode cannot be taken, again and again.`;
    found.push(wrong(says, 'The log says why; it is tried again each hour, and nothing of it is lost.'));
  }
  if (waiting > 0) {
    const says = `${counted(waiting, 'file')} of banks in ${mode} mode waits for a second person.`;
    found.push(warning(says, 'Somebody else confirms that it is of the bank, by `…/ach-readings/{id}/confirm`.'));
  }
  return found;
}
