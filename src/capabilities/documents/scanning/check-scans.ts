// A check for `tenor doctor` whether contents are scanned, and what was found.
import { claimedWorkCheck } from '#platform/doctor/backlog.ts';
import { counted, rowsOf, warning } from '#platform/doctor/check.ts';
import { scanRows } from './scan-rows.ts';

export const scansCheck = claimedWorkCheck({
  name: 'scanner',
  rows: scanRows,
  fine: 'No content waits for the scanner, and it has found nothing in those that are there.',
  late: (mode) => `A content of ${mode} has waited for the scanner`,
  inVain: (count, mode) => `${counted(count, 'content')} of ${mode} could not be scanned`,
  remedy:
    'Look at the scanner that SCANNER_CLAMD or SCANNER_COMMAND names, and whether a worker runs. Until it answers, nobody is given these contents.',
  async besides(inspected, mode) {
    const [row] = await rowsOf<{ n: number }>(
      inspected,
      `select count(*)::integer as n from ${mode}.document_contents where scan_state = 'infected'`,
    );
    if ((row?.n ?? 0) === 0) return [];
    const says = `In ${counted(row?.n ?? 0, 'content')} of ${mode} the scanner has found something; their bytes are gone.`;
    return [warning(says, 'Ask the sender for another one; deleting the document ends this warning.')];
  },
});
