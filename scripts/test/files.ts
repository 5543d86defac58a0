// Which test files there are, what they need, and how they share processes.
import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { reached } from './import-graph.ts';
import { secondsOf } from './times.ts';

/** Files that one process runs. */
export interface Batch {
  readonly files: readonly string[];
  /** The share of a core that it takes. */
  readonly load: number;
}

/** What kills processes or drives a browser: each file gets a process of its own. */
const isAlone = (file: string): boolean => /^tests\/(crash|browser)\//.test(file);

export function testFiles(): string[] {
  const places = ['engine', 'ach', 'guard', 'metro2', 'simulator', 'src', 'tests'];
  const found = globSync(
    places.map((place) => `${place}/**/*.test.ts`),
    { exclude: ['**/node_modules/**'] },
  );
  return found.sort();
}

/** They reach the database, but are about what comes before it: requests, sockets, the command line, the documents. */
const notAboutTheDatabase = [
  'src/platform/http/',
  'src/platform/input/',
  'src/app/',
  'src/capabilities/people/odd-input.test.ts',
  'src/platform/egress/',
  'tests/container.test.ts',
  'tests/contract.test.ts',
  'tests/description.test.ts',
  'tests/documents.test.ts',
  'tests/doors.test.ts',
  'tests/ended-keys.test.ts',
  'tests/examples.test.ts',
  'tests/guides.test.ts',
  'tests/shell-samples.test.ts',
  'tests/walks.test.ts',
  'tests/fuzz.test.ts',
  'tests/import-quota.test.ts',
  'tests/overload.test.ts',
  'tests/typed-clients/',
];

/** They repeat statements that other tests send: as every caller, or over many months. */
const sendsNothingOfItsOwn = [
  'tests/autopay-year.test.ts',
  'tests/borrowers.test.ts',
  'tests/card-year.test.ts',
  'tests/isolation.test.ts',
  'tests/line-histories.test.ts',
  'tests/loan-histories.test.ts',
  'tests/money-histories/',
  'tests/one-clock.test.ts',
  'tests/one-place.test.ts',
  'tests/roles.test.ts',
  'tests/sent-statements-1.test.ts',
  'tests/sent-statements-2.test.ts',
  'tests/sent-statements-3.test.ts',
  'tests/secrets-shown-once.test.ts',
];

/** Whether another server than the embedded one could make a difference to the file. */
export function isAboutTheDatabase(file: string): boolean {
  const leftOut = [...notAboutTheDatabase, ...sendsNothingOfItsOwn];
  if (isAlone(file) || leftOut.some((start) => file.startsWith(start))) return false;
  return reached([file]).has('tests/support/server.ts');
}

/** It mostly waits, for processes that it starts and kills. */
const loadOfWaiting = 0.33;
/** It computes, or waits for a database that does: a third on two cores made a whole run no shorter. */
export const loadOfComputing = 1;

/** A whole run gives each core this many processes in turn: more processes would load the service more often. */
const batchesOfCore = 16;
/** About as much work as starting a process is worth. */
const secondsMin = 20;

/** The longest first, so that the end is not one long file by itself. */
export function batchesOf(files: readonly string[]): Batch[] {
  const longestFirst = files.toSorted((a, b) => secondsOf(b) - secondsOf(a));
  const shared = longestFirst.filter((file) => !isAlone(file));
  const isEngine = (file: string) => file.startsWith('engine/');
  const total = shared.reduce((sum, file) => sum + secondsOf(file), 0);
  const secondsOfBatch = Math.max(secondsMin, total / (batchesOfCore * cores));
  return [
    ...longestFirst.filter(isAlone).map((file) => ({ files: [file], load: loadOfWaiting })),
    ...[shared.filter((file) => !isEngine(file)), shared.filter(isEngine)].flatMap((some) =>
      inBatches(some, secondsOfBatch),
    ),
  ];
}

function inBatches(longestFirst: readonly string[], secondsOfBatch: number): Batch[] {
  const batches: { files: string[]; load: number }[] = [];
  let seconds = secondsOfBatch;
  for (const file of longestFirst) {
    if (seconds >= secondsOfBatch) {
      batches.push({ files: [], load: loadOfComputing });
      seconds = 0;
    }
    batches.at(-1)?.files.push(file);
    seconds += secondsOf(file);
  }
  return batches;
}

export const cores = Math.max(2, availableParallelism());
