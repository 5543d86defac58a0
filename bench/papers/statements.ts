// Statements as PDF: how many of 15 rows a second are set, and whether the memory of all processes stays flat.
import { readFileSync } from 'node:fs';
import { formatOf } from '#capabilities/papers/format.ts';
import { statementOf } from '#capabilities/papers/kinds/statement.ts';
import type { Look } from '#capabilities/papers/look.ts';
import { setPaper } from '#capabilities/papers/write-paper.ts';
import { aStatement } from '../../examples/papers/a-statement.ts';
import { hostileNames } from '../../examples/papers/hostile-names.ts';
import type { Cleanup } from '../cleanup.ts';
import { enter, record } from '../report.ts';

export const papersName = 'papers';

const aimPerSecond = 60;
const memoryMax = 600 * 1024 * 1024;
const rows = 15;

const look: Look = {
  company: { name: 'Acme Lending', color: '#0a5fff', logo: null, contact: ['PO Box 7', 'Indianapolis, IN 46204'] },
  language: 'en',
  footer: 'Acme Lending LLC',
  paymentAddress: ['PO Box 7'],
  disputeAddress: ['PO Box 8'],
  files: {},
};

function one(n: number): Promise<Uint8Array> {
  const of = { ...aStatement('line', rows, hostileNames), id: `SM-${n}`, previousBalance: n };
  const loan = { displayId: `LN-${n}`, type: 'lineOfCredit' };
  const written = statementOf({ language: 'en', format: formatOf('en'), look, of, loan });
  return setPaper(written, { language: 'en', today: of.statementDate, look, reader: [`Borrower ${n}`], loan });
}

/** What this process and those that set papers have in memory. */
function memoryOfAll(): number {
  const children = readFileSync(`/proc/self/task/${process.pid}/children`, 'latin1').trim().split(' ');
  const pages = children.filter(Boolean).map((pid) => {
    try {
      return Number(readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1]);
    } catch {
      return 0;
    }
  });
  return process.memoryUsage.rss() + pages.reduce((sum, one) => sum + one, 0) * 4_096;
}

/** As many at once as a worker has under way. */
const atOnce = 8;

export async function measurePapers(_cleanup: Cleanup, isQuick: boolean): Promise<void> {
  const count = isQuick ? 200 : 10_000;
  await one(0);
  let next = 1;
  let memory = 0;
  const began = performance.now();
  const worker = async () => {
    while (next <= count) {
      await one(next++);
      if (next % 20 === 0) memory = Math.max(memory, memoryOfAll());
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  const seconds = (performance.now() - began) / 1_000;
  const perSecond = count / seconds;
  console.log(
    `${papersName}: ${count} statements of ${rows} rows, ${perSecond.toFixed(0)} a second, at most ${(memory / 1_048_576).toFixed(0)} MiB`,
  );
  record({ figure: papersName, count, perSecond, memory, memoryMax });
  enter({ name: papersName, limitSays: `its aim: ${aimPerSecond} a second`, aim: 1 }, perSecond / aimPerSecond);
}
