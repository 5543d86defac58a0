// docs/architecture.md walks a reader through the files that a request passes. Each walk is done here, and what the page
// lists is held against what really ran.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { basename, relative } from 'node:path';
import { before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { capabilities } from '#app/capabilities.ts';
import { beginLoan } from './support/begun-loan.ts';
import { type Client, useHouse } from './support/house.ts';

const page = readFileSync('docs/architecture.md', 'utf8');

/** The files of a walk, as the page lists them. */
function listedIn(title: string): { readonly files: readonly string[]; readonly counted: number } {
  const start = page.indexOf(`### ${title}`);
  assert.ok(start > 0, title);
  const [head = '', ...lines] = page.slice(start).split('\n');
  const end = lines.findIndex((line) => line !== '' && !/^\d+\. /.test(line));
  const names = lines.slice(0, end).flatMap((line) => /^\d+\. `([^`]+)`/.exec(line)?.[1] ?? []);
  return {
    files: names.map((name) => (/^(?:src|engine)\//.test(name) ? name : `src/capabilities/loans/${name}`)),
    counted: Number(/\((\d+) files\)/.exec(head)?.[1]),
  };
}

/** The files of the loans and of the engine's rooms that had a function called meanwhile. */
async function filesOf(work: () => Promise<unknown>): Promise<ReadonlySet<string>> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await session.post('Profiler.takePreciseCoverage');
  await work();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  await session.post('Profiler.stopPreciseCoverage');
  session.disconnect();
  const called = result.filter(({ functions }) =>
    functions.some(({ functionName, ranges }) => functionName !== '' && (ranges[0]?.count ?? 0) > 0),
  );
  return new Set(
    called.filter(({ url }) => url.startsWith('file:')).map(({ url }) => relative('.', fileURLToPath(url))),
  );
}

/** Files that hold values, which others read: no function of theirs is called. */
const declares = (file: string): boolean => /\/(?:routes|states)\.ts$/.test(file);

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
    Balances: () => api.get(`${loan}/balances?toEffectiveDate=2026-01-25`),
    "The day's close": () => api.made('/test-clock/advance?sync=true', { to: '2026-02-16T15:00:00Z' }),
  };
  for (const [title, work] of Object.entries(walks)) {
    test(`${title}: passes every file that the page lists`, async () => {
      const { files, counted } = listedIn(title);
      assert.equal(files.length, counted, 'the number in the heading');
      const passed = await filesOf(work);
      if (process.env.TENOR_SHOW_WALKS !== undefined)
        console.log([...passed].filter((file) => file.includes('/loans/')));
      assert.deepEqual(
        files.filter((file) => !passed.has(file) && !declares(file)),
        [],
        'listed, and not passed',
      );
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
