// A check for `tenor doctor` of files of the clearing house: what does not get to a bank, what a bank is silent about, and
// what has come and is not read.
import type { Mode } from '#platform/db/realm.ts';
import { because, workInVain } from '#platform/doctor/backlog.ts';
import { checkOfModes, counted, type Finding, rowsOf, warning, wrong } from '#platform/doctor/check.ts';
import { uploadRows } from '../files/upload-rows.ts';
import { readingRows } from './reading-rows.ts';

interface Counted {
  readonly silent: number;
  readonly waiting: number;
}

export const achFilesCheck = checkOfModes(
  'ACH files with their banks',
  'Files get to their banks, are acknowledged in time, and those that came are read.',
  async (inspected, mode) => {
    const [row] = await rowsOf<Counted>(
      inspected,
      `select (select count(*) from ${mode}.ach_awaited awaited join ${mode}.ach_files file
        on file.company_id = awaited.company_id and file.id = awaited.file_id
        where awaited.due_at is null and file.state = 'uploaded')::integer as silent,
      (select count(*) from ${mode}.ach_readings where state = 'kept' and due_at is null)::integer as waiting`,
    );
    return [
      ...(await workInVain(uploadRows, inspected, mode, (count, why) => unsent(mode, count, why))),
      ...(row === undefined ? [] : findingsOf(mode, row)),
      ...(await workInVain(readingRows, inspected, mode, (count) => unread(mode, count))),
    ];
  },
);

const unsent = (mode: Mode, count: number, why: string | null): Finding =>
  wrong(
    `${counted(count, 'ACH file')} of ${mode} could not be left with its bank, again and again${because(why)}.`,
    'Look at the host of the bank, its folder and the credentials; it is tried again each hour.',
  );

const unread = (mode: Mode, count: number): Finding =>
  wrong(
    `${counted(count, 'file')} of banks in ${mode} mode cannot be taken, again and again.`,
    'The log says why; it is tried again each hour, and nothing of it is lost.',
  );

function findingsOf(mode: Mode, { silent, waiting }: Counted): Finding[] {
  const found: Finding[] = [];
  if (silent > 0) {
    const says = `Of ${counted(silent, 'ACH file')} of ${mode} the bank has not said in time that it has read it.`;
    found.push(
      wrong(says, 'Ask the bank, and say what it says by `…/acknowledge` or `…/reject`. Never send it again.'),
    );
  }
  if (waiting > 0) {
    const says = `${counted(waiting, 'file')} of banks in ${mode} mode waits for a second person.`;
    found.push(warning(says, 'Somebody else confirms that it is of the bank, by `…/ach-readings/{id}/confirm`.'));
  }
  return found;
}
