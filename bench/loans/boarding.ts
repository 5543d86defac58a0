// Boarding a portfolio: people and their loans, activated, from one file of JSON lines.
import type { Cleanup } from '../cleanup.ts';
import { importFile, profileImports } from '../import-file.ts';
import { personBody } from '../people.ts';
import { enter, record } from '../report.ts';
import { makePlace, type RunningService, startService } from '../service.ts';
import { loanTerms } from './template.ts';
import { watchHealth } from './wait.ts';

export const boardingName = 'boarding';

const quickCount = 1_000;
const wholeCount = 20_000;

export async function measureBoarding(cleanup: Cleanup, isQuick: boolean): Promise<void> {
  const service = await startService(makePlace(cleanup), cleanup);
  await board(service, quickCount);
  const count = isQuick ? quickCount : wholeCount;
  const health = watchHealth(service);
  const { seconds, processorSeconds, sentSeconds } = await board(service, count);
  const { maxMs: healthMs } = await health.stop();
  record({ figure: boardingName, count, seconds, sentSeconds, processorSeconds, healthMs });
  enter({ name: boardingName, limitSays: 'its aim: 1,000 loans a second', aim: 1 }, count / seconds / 1_000);
  const perSecond = (count / seconds).toFixed(0);
  console.log(
    `boarding       ${count} people and loans in ${seconds.toFixed(1)} s: ${perSecond} loans a second (aim: 1,000)`,
  );
  console.log(
    `  of it ${sentSeconds.toFixed(1)} s until the file was taken; processor time ${processorSeconds.toFixed(1)} s`,
  );
  console.log(`  /health at most ${healthMs.toFixed(0)} ms meanwhile`);
  await cleanup.run();
}

export const profileBoarding = (cleanup: Cleanup, seconds: number): Promise<void> =>
  profileImports(boardingName, cleanup, { seconds, count: quickCount, run: board });

/** A person and a loan have a line each. */
const board = (service: RunningService, count: number) =>
  importFile(service, '/loans/import', linesOf(count), 2 * count);

let boarded = 0;

function linesOf(count: number): string {
  const lines: string[] = [];
  for (let i = 0; i < count; i++) {
    const externalId = `board-${++boarded}`;
    const person = { ...JSON.parse(personBody()), externalId };
    const loan = { ...loanTerms({ duration: 36 }), externalId: `loan-${boarded}`, personId: `ext-${externalId}` };
    lines.push(JSON.stringify({ person }), JSON.stringify({ loan, activate: {} }));
  }
  return `${lines.join('\n')}\n`;
}
