// Checks on the syntax of all files together: every export is used, and functions and files are short. Both are measured
// in steps that a reader takes, whatever the layout (support/sources.ts says what a step is).
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { before, describe, test } from 'node:test';
import { readSources, readText, type Source } from './support/sources.ts';

/** The longest have 73 and 340 steps. */
const [stepsOfFunctionMax, stepsOfFileMax] = [75, 350];

/** Exports used from outside: by cli/run.mjs, by node:test, by the architecture test; the words of a contract; and what stands in for node:test. */
const isEntry = (path: string, name: string): boolean =>
  ['src/app/cli.ts main', 'scripts/test/report.ts default'].includes(`${path} ${name}`) ||
  path.endsWith('/rooms.ts') ||
  ['guard/contract.ts', 'guard/rule.ts'].includes(path) ||
  path === 'scripts/mutate/collected-tests.mjs';

/** Exports that are finished before their callers. */
const forLater: Readonly<Record<string, string>> = {
  'engine/disclosures/apr.ts presentValues': 'the proof of a rate, for disclosures',
  'src/capabilities/people/rules/notice-contact.ts portalContacts': 'who may enter the portal, for users',
};

const aliases = JSON.parse(readFileSync('package.json', 'utf8')).imports as Record<string, string>;

/** The file that an import names, or the name of a package. */
function targetOf(path: string, from: string): string {
  if (from.startsWith('.')) return normalize(join(dirname(path), from));
  if (/^@tenor\/(engine|ach|guard|metro2|simulator)\//.test(from)) return from.replace('@tenor/', '');
  const alias = Object.keys(aliases).find((one) => from.startsWith(one.replace('*', '')));
  return alias === undefined ? from : normalize(from.replace(alias.replace('*', ''), aliases[alias]!.replace('*', '')));
}

/** Files for tests: an export that only they use counts as unused. */
const isOfTests = (path: string): boolean =>
  /\.test\.ts$|\/test-\w+\.ts$|^tests\/|^(engine|guard|metro2)\/(golden|laws|naive)\//.test(path);

function takenFrom(sources: readonly Source[]): Map<string, Set<string>> {
  const taken = new Map<string, Set<string>>();
  for (const { path, imports } of sources) {
    for (const { from, name } of imports) {
      const target = targetOf(path, from);
      taken.set(target, (taken.get(target) ?? new Set()).add(name));
    }
  }
  return taken;
}

describe('the sources', () => {
  let sources: readonly Source[];
  before(() => {
    sources = readSources().filter(({ path }) => !path.endsWith('.d.ts') && !path.includes('/vendor/'));
  });

  const unused = (is: (source: Source, name: string) => boolean): string[] =>
    sources
      .flatMap((source) =>
        source.exports.filter((name) => is(source, name)).map((name) => [source.path, name] as const),
      )
      .filter(([path, name]) => !isEntry(path, name))
      .map(([path, name]) => `${path} ${name}`);
  const isForLater = (name: string): boolean => name in forLater;

  test('are read: imports of every kind name files that are there', () => {
    const { imports } = sources.find(({ path }) => path === 'tests/sources.test.ts') as Source;
    assert.ok(imports.some(({ from, name }) => from === './support/sources.ts' && name === 'Source'));
    const missing = [...takenFrom(sources).keys()].filter((path) => path.endsWith('.ts') && !existsSync(path));
    assert.deepEqual(missing, []);
  });

  test('export nothing that no other file imports', () => {
    const taken = takenFrom(sources);
    const isTaken = (path: string, name: string) => taken.get(path)?.has(name) || taken.get(path)?.has('*');
    const found = unused(({ path }, name) => !isTaken(path, name));
    assert.deepEqual(
      found.filter((name) => !isForLater(name)),
      [],
    );
  });

  test('have nothing that only tests call', () => {
    const taken = takenFrom(sources.filter(({ path }) => !isOfTests(path)));
    const isTaken = (path: string, name: string) => taken.get(path)?.has(name) || taken.get(path)?.has('*');
    const found = unused(
      ({ path, words }, name) => !isOfTests(path) && !isTaken(path, name) && (words.get(name) ?? 0) < 2,
    );
    assert.deepEqual(
      found.filter((name) => !isForLater(name)),
      [],
    );
    // An exception ends when something calls it.
    assert.deepEqual(found.filter(isForLater).sort(), Object.keys(forLater).sort());
  });

  test('are measured in steps: a flat literal is none, over however many lines; a nested one has its elements', () => {
    const stepsOf = (text: string): number => readText(text).steps;
    const flat = 'const paid = { amount: 1, on: 2, at: [] };\n';
    assert.equal(stepsOf(flat), 1);
    assert.equal(stepsOf(flat.replaceAll(' ', '\n')), 1);
    assert.equal(stepsOf('const paid = { parts: [1, 2], on: 2 };\n'), 3);
    assert.equal(stepsOf('const a = 1;\nconst b = 2;\n'), 2);
    assert.equal(stepsOf('const a = 1; const b = 2;\n'), 2);
    // The function is a step itself.
    const steps = Array.from({ length: stepsOfFunctionMax - 1 }, (_, n) => `const n${n} = ${n};`);
    const long = (more: readonly string[]) => readText(`function long() { ${[...steps, ...more].join(' ')} }`);
    const isShort = ({ functions }: Source): boolean => functions.every((one) => one.steps <= stepsOfFunctionMax);
    assert.equal(isShort(long([])), true);
    assert.equal(isShort(long(['const last = 0;'])), false);
  });

  test(`have no function of more than ${stepsOfFunctionMax} steps, and no file of more than ${stepsOfFileMax}`, (t) => {
    const own = sources.filter(({ path }) => !isOfTests(path));
    const functions = own.flatMap(({ path, functions: all }) =>
      all.map(({ line, steps }) => ({ at: `${path}:${line}`, steps })),
    );
    const all = own.map(({ path: at, steps }) => ({ at, steps }));
    const longest = (some: readonly { readonly steps: number }[]): number =>
      Math.max(...some.map(({ steps }) => steps));
    t.diagnostic(`the longest function has ${longest(functions)} steps, the longest file ${longest(all)}`);
    assert.deepEqual(
      functions.filter(({ steps }) => steps > stepsOfFunctionMax),
      [],
    );
    assert.deepEqual(
      all.filter(({ steps }) => steps > stepsOfFileMax),
      [],
    );
    assert.ok(functions.length > 1_000, 'functions were found');
  });
});
