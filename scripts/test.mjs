// Runs the tests (CONTRIBUTING.md says how to choose). TEST_DATABASE_URL takes them to a server of your own; where it has
// Citus, each database of the tests is spread over shards.
//   npm test                      everything
//   npm test -- people pages      files whose path contains one of the words
//   npm test -- --since main      what a change since then can touch
//   npm test -- --database        what another database server could break: most, and a third of the rest
//   npm test -- --gate            everything but half of the longest files, which the content of the commit chooses
//   npm test -- --whole           more of what runs small; with --database all of that
//   npm test -- --texts           also lists what was sent to the database and a cluster would refuse
//   npm test -- --keep-times      notes how long each file takes
import { parseArgs } from 'node:util';
import { numberOfContent } from './test/content.ts';
import { batchesOf, isAboutTheDatabase, testFiles } from './test/files.ts';
import { temporaryFilesInMemory } from './test/in-memory.ts';
import { filesLeft, sayWhatIsLeftOut, skipping } from './test/not-on-a-cluster.ts';
import { noteResolutions } from './test/note-resolutions.ts';
import { thirdOfThisCommit, withHalfOfTheLongest } from './test/part-of-commit.ts';
import { watchProcessors } from './test/processors.ts';
import { repeatAlone } from './test/repeat-alone.ts';
import { runBatches } from './test/run-batches.ts';
import { hasFailed, lastLines, summary } from './test/summary.ts';
import { keepTimes } from './test/times.ts';
import { timesOfWhole } from './test/times-of-whole.ts';

const { values, positionals: words } = parseArgs({
  allowPositionals: true,
  options: {
    since: { type: 'string' },
    database: { type: 'boolean', default: false },
    gate: { type: 'boolean', default: false },
    whole: { type: 'boolean', default: false },
    texts: { type: 'boolean', default: false },
    'keep-times': { type: 'boolean', default: false },
  },
});

if (values.whole) for (const [name, times] of Object.entries(timesOfWhole)) process.env[name] ??= String(times);

async function chosen() {
  let files = testFiles();
  if (words.length > 0) files = files.filter((file) => words.some((word) => file.includes(word)));
  if (values.since !== undefined) files = await touchedSince(values.since, files);
  // What kills processes is about the embedded server.
  if (process.env.TEST_DATABASE_URL) files = files.filter((file) => !file.startsWith('tests/crash/'));
  if (values.gate) files = withHalfOfTheLongest(files);
  if (!values.database) return files;
  const aboutIt = files.filter(isAboutTheDatabase);
  return values.whole ? aboutIt : thirdOfThisCommit(aboutIt);
}

/** What is left out is said, and again at the end. */
let leftOut = [];
async function touchedSince(ref, files) {
  const { changedSince, touchedBy } = await import('./test/since.ts');
  const chosen = await touchedBy(changedSince(ref), files);
  if (chosen.endpoints !== undefined) process.env.TENOR_ENDPOINTS = chosen.endpoints.join(',');
  leftOut = chosen.leftOut.map((sentence) => `left out: ${sentence}`);
  return chosen.files;
}

let files = await chosen();
const begun = performance.now();
const busyPercent = watchProcessors();
/** The gate draws the same each time, so that it fails for a change and never by chance; a whole run draws by the content. */
const seedOfGate = 99_390_755;
process.env.TENOR_SEED_OF_RUN ??= String((values.whole && numberOfContent()) || seedOfGate);
const { seed } = await import('../tests/support/seed.ts');
console.log([`${files.length} test files, TENOR_SEED=${seed}`, ...leftOut].join('\n'));
const removeTemporaryFiles = temporaryFilesInMemory();
const forgetResolutions = noteResolutions();
// The server is held by this process: held by the tests, its connection would keep them from ever ending.
const { setUp, tearDown } = await import('../tests/support/setup.ts');
const { noteStatements } = await import('./test/statements-sent.ts');
const notes = values.texts ? noteStatements() : undefined;
const { makeDirectory } = await import('../tests/support/made-directory.ts');
const made = files.some((file) => file.startsWith('tests/crash/')) ? makeDirectory() : undefined;
let results;
let refused = [];
try {
  if (made !== undefined) process.env.TENOR_TEST_DIRECTORY = made.path;
  process.env.TENOR_TEST_SERVER = await setUp();
  const { cluster } = JSON.parse(process.env.TENOR_TEST_SERVER);
  if (cluster !== null) {
    sayWhatIsLeftOut(files);
    files = filesLeft(files);
    process.env.TENOR_TEST_FLAGS = skipping().join('\n');
  }
  const isDetailed = words.length > 0;
  results = await repeatAlone(await runBatches(batchesOf(files), isDetailed), isDetailed);
  console.log(summary(results, performance.now() - begun, busyPercent()));
  refused = notes?.refusedByACluster() ?? [];
} finally {
  await tearDown();
  made?.remove();
  forgetResolutions();
  notes?.forget();
  removeTemporaryFiles();
}
if (values['keep-times']) keepTimes(results.ended, testFiles());
if (leftOut.length > 0) console.log(`\n${leftOut.join('\n')}`);
for (const one of refused) console.log(`\nREFUSED BY A CLUSTER: ${one}`);
console.log(lastLines(results));
process.exitCode = hasFailed(results) ? 1 : 0;
