// A file of 100,000 entries: written, split and looked at by the check that stands before a release. No database.
import { createHash } from 'node:crypto';
import { checkFile } from '@tenor/ach/write/check-file.ts';
import type { Entry } from '@tenor/ach/write/entry.ts';
import type { FileSetting } from '@tenor/ach/write/file-writer.ts';
import { filesOf } from '@tenor/ach/write/files.ts';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import type { Cleanup } from '../cleanup.ts';

export const writeFileName = 'ach-write';

const aimPerSecond = 5_000;
const sampledEach = 10_000;

const setting: FileSetting = {
  originator: {
    destination: '110000026',
    destinationName: 'DEMO ODFI BANK',
    origin: '1987654321',
    originName: 'TENOR DEMO LOANS',
    companyName: 'TENOR DEMO LOANS',
    companyId: '1987654321',
    discretionary: '',
    odfi: '11000002',
  },
  createdOn: '2027-05-13' as CivilDate,
  createdAt: '1605',
  modifier: 'A',
  firstTrace: 1,
  lineEnd: '\n',
  limits: { entries: 40_000, lines: null, debitCents: null, creditCents: null },
};

/** In the order of their places, one at a time, as a database gives them. */
function* entriesOf(count: number): Generator<Entry> {
  for (let n = 0; n < count; n++) {
    yield {
      direction: 'debit',
      sec: n < count / 2 ? 'PPD' : 'WEB',
      description: 'LOAN PMT',
      entryDate: '2027-05-14' as CivilDate,
      sameDayMark: null,
      isPrenote: false,
      routingNumber: '110000013',
      accountNumber: String(900_000_000_000 + n),
      accountType: 'checking',
      amountCents: 10_000 + n,
      id: `TX-${String(n).padStart(8, '0')}`,
      name: `José Borrower ${n}`,
      isRecurring: true,
      addenda: null,
    };
  }
}

export async function measureWriteFile(_cleanup: Cleanup, isQuick: boolean): Promise<void> {
  const count = isQuick ? 20_000 : 100_000;
  let [done, heapMax, files] = [0, 0, 0];
  let check = checkFile();
  const hash = createHash('sha256');
  const heapBefore = process.memoryUsage().heapUsed;
  const before = process.cpuUsage();
  for (const { text, totals } of filesOf(setting, entriesOf(count))) {
    hash.update(text, 'latin1');
    check.take(text);
    done += 1;
    if (done % sampledEach === 0) heapMax = Math.max(heapMax, process.memoryUsage().heapUsed);
    if (totals === undefined) continue;
    files += 1;
    const { findings } = check.end();
    if (findings.count > 0) throw new Error(`the file has a fault: ${findings.first[0]?.says}`);
    check = checkFile();
  }
  const { user, system } = process.cpuUsage(before);
  const perSecond = Math.round((count * 1_000_000) / (user + system));
  const heapMiB = ((heapMax - heapBefore) / 1024 ** 2).toFixed(1);
  console.log(
    `${writeFileName}: ${count} entries in ${files} files, written, hashed and checked: ${perSecond} a second of processor time (aim ${aimPerSecond}); the heap grew by at most ${heapMiB} MiB`,
  );
}
