// A check for `tenor doctor` whether contents are scanned, and what was found.

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
import { scanRows } from './scan-rows.ts';

const remedy =
  'Look at the scanner that SCANNER_CLAMD or SCANNER_COMMAND names, and whether a worker runs. Until it answers, nobody is given these contents.';

export const scansCheck: Check<InspectedDatabase> = {
  name: 'scanner',
  async look(inspected) {
    const findings: Finding[] = [];
    for (const mode of modes) {
      findings.push(
        ...(await lateIn(scanRows, inspected, mode, `A content of ${mode} has waited for the scanner`, remedy)),
        ...(await workInVain(scanRows, inspected, mode, (count, why) =>
          warning(`${counted(count, 'content')} of ${mode} could not be scanned, again and again (${why}).`, remedy),
        )),
      );
      const [row] = await rowsOf<{ n: number }>(
        inspected,
        `select count(*)::integer as n from ${mode}.document_contents where scan_state = 'infected'`,
      );
      if ((row?.n ?? 0) > 0) {
        const says = `In ${counted(row?.n ?? 0, 'content')} of ${mode} the scanner has found something; their bytes are gone.`;
        findings.push(warning(says, 'Ask the sender for another one; deleting the document ends this warning.'));
      }
    }
    return orFine(findings, 'No content waits for the scanner, and it has found nothing in those that are there.');
  },
};
