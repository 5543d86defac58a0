// People in bulk, from one file of JSON lines: name, date of birth, social security number and external id.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Cleanup } from './cleanup.ts';
import { importFile, profileImports } from './import-file.ts';
import { watchHealth } from './loans/wait.ts';
import { personBody } from './people.ts';
import { enter, record } from './report.ts';
import { makePlace, type Place, type RunningService, startService, withDatabase } from './service.ts';

export const importPeopleName = 'import-people';

const quickCount = 5_000;
const wholeCount = 100_000;

export async function measureImportPeople(cleanup: Cleanup, isQuick: boolean): Promise<void> {
  const place = makePlace(cleanup);
  const service = await startService(place, cleanup);
  await importPeople(service, quickCount);
  const count = isQuick ? quickCount : wholeCount;
  const health = watchHealth(service);
  const databaseBefore = databaseMicros(place);
  const { seconds, processorSeconds, sentSeconds } = await importPeople(service, count);
  const { maxMs: healthMs } = await health.stop();
  const began = performance.now();
  await withDatabase(place, async (client) => {
    const waiting = async () => (await client.query('select 1 from live.waiting_commits limit 1')).rows.length > 0;
    while (await waiting());
  });
  const orderedSeconds = (performance.now() - began) / 1000;
  const databaseSeconds = (databaseMicros(place) - databaseBefore) / 1e6;
  record({
    figure: importPeopleName,
    count,
    seconds,
    sentSeconds,
    orderedSeconds,
    processorSeconds,
    databaseSeconds,
    healthMs,
  });
  enter({ name: importPeopleName, limitSays: 'its aim: 5,000 people a second', aim: 1 }, count / seconds / 5_000);
  const perSecond = (count / seconds).toFixed(0);
  console.log(`import-people  ${count} people in ${seconds.toFixed(1)} s: ${perSecond} a second (aim: 5,000)`);
  console.log(
    `  of it ${sentSeconds.toFixed(1)} s until the file was taken; ${orderedSeconds.toFixed(1)} s later its last event had its place`,
  );
  const each = (all: number): string => ((1e6 * all) / count).toFixed(0);
  console.log(
    `  processor time of each person: service ${each(processorSeconds)} us, database ${each(databaseSeconds)} us`,
  );
  console.log(`  /health at most ${healthMs.toFixed(0)} ms meanwhile`);
  await cleanup.run();
}

export const profileImportPeople = (cleanup: Cleanup, seconds: number): Promise<void> =>
  profileImports(importPeopleName, cleanup, { seconds, count: quickCount, run: importPeople });

export const importPeople = (service: RunningService, count: number) =>
  importFile(service, '/people/import', linesOf(count), count);

const linesOf = (count: number): string =>
  Array.from({ length: count }, () => `${JSON.stringify({ person: JSON.parse(personBody()) })}\n`).join('');

/** Processor time of the database server and its processes, with those that have ended. */
function databaseMicros({ dataDirectory }: Place): number {
  const server = Number(readFileSync(join(dataDirectory, 'db', 'postmaster.pid'), 'utf8').split('\n')[0]);
  const fieldsOf = (pid: number | string): number[] => {
    try {
      return (readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1) ?? '').split(' ').slice(1).map(Number);
    } catch {
      return [];
    }
  };
  const [, , , , , , , , , , user = 0, system = 0, endedUser = 0, endedSystem = 0] = fieldsOf(server);
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(fieldsOf)
    .filter(([parent]) => parent === server);
  const ticks = children.reduce((sum, fields) => sum + (fields[10] ?? 0) + (fields[11] ?? 0), 0);
  return 10_000 * (ticks + user + system + endedUser + endedSystem);
}
