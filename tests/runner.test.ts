// What a run does with a failure that another program may have caused, and that what it draws is the same again.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { repeatAlone } from '../scripts/test/repeat-alone.ts';
import { type Results, runBatches } from '../scripts/test/run-batches.ts';
import { hasFailed, lastLines } from '../scripts/test/summary.ts';
import { seed } from './support/seed.ts';

/** The results of a file with one test, which fails so many times. */
async function ranWithFailures(t: TestContext, failures: number): Promise<Results> {
  const folder = mkdtempSync(join(tmpdir(), 'tenor-runner-'));
  t.after(() => rmSync(folder, { recursive: true }));
  t.mock.method(console, 'log', () => {});
  const [file, tries] = [join(folder, 'busy.test.mjs'), join(folder, 'tries')];
  const lines = [
    "import { appendFileSync, readFileSync } from 'node:fs';",
    "import test from 'node:test';",
    "test('waits for a machine', () => {",
    `  appendFileSync('${tries}', '.');`,
    `  if (readFileSync('${tries}').length <= ${failures}) throw new Error('it is busy');`,
    '});',
  ];
  writeFileSync(file, lines.join('\n'));
  const first = await runBatches([{ files: [file], load: 1 }], false);
  assert.equal(hasFailed(first), true);
  return repeatAlone(first, false);
}

describe('a run', () => {
  test('tries once more by itself what failed beside others, and tells that it was unsteady', async (t) => {
    const results = await ranWithFailures(t, 1);
    assert.equal(hasFailed(results), false);
    assert.match(lastLines(results), /^\nUNSTEADY .*busy\.test\.mjs\n {2}waits for a machine\n1 tests, 0 failed$/);
  });

  test('has failed where it fails again', async (t) => {
    const results = await ranWithFailures(t, 2);
    assert.equal(hasFailed(results), true);
    assert.match(lastLines(results), /\nFAILED .*busy\.test\.mjs\n {2}waits for a machine\n1 tests, 1 failed$/);
  });

  test('draws the same again by its seed, and something else by another', () => {
    const drawn = (): number[] => fc.sample(fc.nat(), 20);
    assert.deepEqual(drawn(), drawn());
    assert.equal(fc.readConfigureGlobal().seed, seed);
    assert.notDeepEqual(drawn(), fc.sample(fc.nat(), { seed: seed + 1, numRuns: 20 }));
  });
});
