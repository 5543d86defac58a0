// docs/architecture.md walks a reader through the files that a request passes. Each walk is done here, and what the page
// lists is held against what really ran.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import type { Profiler } from 'node:inspector';
import { Session } from 'node:inspector/promises';
import { basename, relative } from 'node:path';
import { before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { capabilities, endpoints } from '#app/capabilities.ts';
import { stopwatch } from '#platform/clock.ts';
import { beginLoan } from './support/begun-loan.ts';
import { type Client, useHouse } from './support/house.ts';

const page = readFileSync('docs/architecture.md', 'utf8');

interface Walk {
  readonly text: string;
  /** The file of each step. */
  readonly files: readonly string[];
  readonly counted: number;
}

/** A walk, as the page tells it. */
function walkOf(title: string): Walk {
  const [text = ''] = new RegExp(`^### ${title}.*\\n(?:\\d+\\. .*\\n)+`, 'm').exec(page) ?? [];
  assert.ok(text !== '', title);
  const names = [...text.matchAll(/^\d+\. `([^`]+)`/gm)].map(([, name]) => name as string);
  return {
    text,
    files: names.map((name) => (/^(?:src|engine)\//.test(name) ? name : `src/capabilities/loans/${name}`)),
    counted: Number(/\((\d+) files\)/.exec(text)?.[1]),
  };
}

/** The files with a function that was called by the work, and by what goes on because of it in the background. */
async function passedBy(work: () => Promise<unknown>, wanted: readonly string[]): Promise<ReadonlySet<string>> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await session.post('Profiler.takePreciseCoverage');
  const passed = new Set<string>();
  await work();
  for (const waited = stopwatch(); ; await sleep(100)) {
    for (const file of called(await session.post('Profiler.takePreciseCoverage'))) passed.add(file);
    if (wanted.every((file) => passed.has(file)) || waited() > patienceMs) break;
  }
  await session.post('Profiler.stopPreciseCoverage');
  session.disconnect();
  return passed;
}

/** The day worker looks every second. */
const patienceMs = 120_000;

const called = ({ result }: Profiler.TakePreciseCoverageReturnType): string[] =>
  result
    .filter(({ url, functions }) => url.startsWith('file:') && functions.some(wasCalled))
    .map(({ url }) => relative('.', fileURLToPath(url)));

/** What has no name is the file itself, as it was loaded. */
const wasCalled = ({ functionName, ranges }: Profiler.FunctionCoverage): boolean =>
  functionName !== '' && (ranges[0]?.count ?? 0) > 0;

/** Files that hold values, which others read: no function of theirs is called. */
const declares = (file: string): boolean => /\/(?:routes|states)\.ts$/.test(file);

/** Where the work of the walks is done: what it passes there must stand on the page, but for what is plain. */
const isOfTheWork = (file: string): boolean =>
  /\/loans\/core\/(?:books|day|reads|timeline|transactions)\//.test(file) &&
  !/\/(?:events|schemas|routes)\.ts$/.test(file);

/** The route is declared where the page says. */
function mustBeDeclared({ text, files }: Walk): void {
  const [, method, path] = /^### .*: (GET|POST) (\S+)/.exec(text) ?? [];
  const endpoint = endpoints.find((one) => one.method === method && one.path === path);
  if (method === undefined) return;
  assert.ok(readFileSync(files[0] as string, 'utf8').includes(`'${endpoint?.name}'`), `${files[0]} declares it`);
}

describe('the walks of docs/architecture.md', () => {
  const { aCompany } = useHouse({ config: { syncTimeoutMs: 60_000 } });
  let api: Client;
  let loan: string;
  before(async () => {
    api = (await aCompany()).test;
    const agreed = {
      amountFinanced: 4800,
      interestRates: [{ rate: 0.1499 }],
      paymentFrequency: 'monthly',
      specificDays: [15],
      duration: 12,
    };
    loan = (await beginLoan(api, { start: '2026-01-20T15:00:00Z', agreed })).path;
  });

  const walks: Readonly<Record<string, () => Promise<unknown>>> = {
    'A payment': () => api.made(`${loan}/transactions`, { type: 'oneTime', isExternal: true, amount: 50 }),
    Balances: async () => {
      for (const query of ['', '?toEffectiveDate=2026-01-25']) await api.get(`${loan}/balances${query}`);
    },
    "The day's close": () => api.made('/test-clock/advance?sync=true', { to: '2026-02-16T15:00:00Z' }),
  };
  for (const [title, work] of Object.entries(walks)) {
    test(`${title}: passes the files that the page names, and no other that does the work`, async () => {
      const walk = walkOf(title);
      assert.equal(walk.files.length, walk.counted, 'the number in the heading');
      mustBeDeclared(walk);
      const wanted = walk.files.filter((file) => !declares(file));
      const passed = await passedBy(work, wanted);
      assert.deepEqual(
        wanted.filter((file) => !passed.has(file)),
        [],
        'named, and not passed',
      );
      const silent = [...passed].filter((file) => isOfTheWork(file) && !walk.text.includes(basename(file)));
      assert.deepEqual(silent, [], 'passed, and not named');
    });
  }

  test('name every capability', () => {
    const listed = [...page.matchAll(/^\| \[`([\w-]+)`\]\(\.\.\/src\/capabilities\/[\w-]+\/README\.md\) \|/gm)].map(
      ([, name]) => name,
    );
    const folders = globSync('src/capabilities/*/').map((folder) => basename(folder));
    assert.deepEqual(listed.toSorted(), folders.sort());
    const order = capabilities.map(({ name }) => name).filter((name) => folders.includes(name));
    assert.deepEqual(listed, order, 'in the order of app/capabilities.ts');
  });
});
