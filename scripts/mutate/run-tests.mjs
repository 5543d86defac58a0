// Runs suites in one process, each time with another mutant of one file. Started by mutate.mjs in a copy of the engine:
//   node run-tests.mjs --seed=1
// It is sent `{ suite, product, path, source, first, but, isWhole }` and answers with the names of what failed: the first
// alone, unless `isWhole`. Golden files named in `first` are tried first; what `but` names does not count.
//
// Only the modules that import the mutant, directly or not, are loaded anew; that takes a tenth of the time of a new
// process.
import { globSync, readFileSync } from 'node:fs';
import { registerHooks, stripTypeScriptTypes } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { endTests, startTests } from './collected-tests.mjs';

const engine = resolve('engine');
const testing = pathToFileURL(join(import.meta.dirname, 'collected-tests.mjs')).href;
/** The mutant, and which modules have to be loaded anew for it. */
let now = { run: 0, path: '', source: null, fresh: new Set() };

// --- Loading ---

const sources = new Map();
function sourceOf(path) {
  if (!sources.has(path)) sources.set(path, stripTypeScriptTypes(readFileSync(path, 'utf8'), { mode: 'strip' }));
  return sources.get(path);
}

registerHooks({
  resolve(specifier, context, next) {
    if (specifier === 'node:test') return { url: testing, shortCircuit: true };
    const found = next(specifier, context);
    const isFresh = found.url.startsWith('file:') && now.fresh.has(fileURLToPath(found.url));
    return isFresh ? { ...found, url: `${found.url.split('?')[0]}?run=${now.run}` } : found;
  },
  load(url, context, next) {
    if (!url.startsWith('file:') || !url.split('?')[0].endsWith('.ts')) return next(url, context);
    const path = fileURLToPath(url.split('?')[0]);
    const source = path === now.path && now.source !== null ? now.source : sourceOf(path);
    return { format: 'module', source, shortCircuit: true };
  },
});

const importersOf = new Map();
for (const file of globSync('**/*.ts', { cwd: engine })) {
  const path = join(engine, file);
  for (const [, imported] of sourceOf(path).matchAll(/from\s+'(\.[^']+)'/g)) {
    const target = resolve(dirname(path), imported);
    importersOf.set(target, [...(importersOf.get(target) ?? []), path]);
  }
}

function allThatImport(path, found = new Set()) {
  if (found.has(path)) return found;
  found.add(path);
  for (const importer of importersOf.get(path) ?? []) allThatImport(importer, found);
  return found;
}

// --- Suites ---

/** Golden files of each product: where they are, and what reads them. */
const golden = {
  loan: async () => {
    const { complaintsOf } = await import(pathToFileURL(join(engine, 'golden/checks.ts')));
    const { theEngine } = await import(pathToFileURL(join(engine, 'golden/the-engine.ts')));
    return { folder: 'golden', complaints: (one) => complaintsOf(one, theEngine) };
  },
  line: async () => {
    const { lineComplaintsOf } = await import(pathToFileURL(join(engine, 'golden/line/line-checks.ts')));
    const { theLineEngine } = await import(pathToFileURL(join(engine, 'golden/line/the-engine.ts')));
    return { folder: 'golden/line', complaints: (one) => lineComplaintsOf(one, theLineEngine) };
  },
};

const cases = new Map();
async function casesOf(path) {
  const { parseGolden } = await import(pathToFileURL(join(engine, 'golden/golden-file.ts')));
  if (!cases.has(path)) cases.set(path, parseGolden(readFileSync(path, 'utf8')).cases);
  return cases.get(path);
}

/** A file that found many mutants before comes first. */
async function runGolden({ product, first, but, isWhole }) {
  const { folder, complaints } = await golden[product]();
  const names = globSync(`${folder}/*.txt`, { cwd: engine }).map((path) => basename(path));
  const failed = [];
  for (const name of new Set([...first.filter((one) => names.includes(one)), ...names.sort()])) {
    const all = await casesOf(join(engine, folder, name));
    if (but.includes(name) || !all.some((one) => isWrong(() => complaints(one)))) continue;
    failed.push(name);
    if (!isWhole) break;
  }
  return failed;
}

function isWrong(complaints) {
  try {
    return complaints().length > 0;
  } catch {
    return true;
  }
}

async function runFiles(patterns, { but, isWhole }) {
  const failed = [];
  for (const file of patterns.flatMap((pattern) => globSync(pattern, { cwd: engine }).sort())) {
    startTests();
    await import(pathToFileURL(join(engine, file)));
    for (const { name, body } of endTests()) {
      if (but.includes(name) || (await passes(body))) continue;
      failed.push(name);
      if (!isWhole) return failed;
    }
  }
  return failed;
}

async function passes(body) {
  try {
    await body();
    return true;
  } catch {
    return false;
  }
}

const rooms = { loan: '{time,interest,account,installment,disclosures,calc}', line: '{line,calc/line}' };
const both = { loan: 'laws/two-*.test.ts', line: 'laws/line/two-*.test.ts' };
const laws = {
  loan: ['laws/*-laws.test.ts', 'laws/coverage.test.ts'],
  line: ['laws/line-laws.test.ts', 'laws/line/engine-laws.test.ts', 'laws/line/warnings.test.ts'],
};
const suites = {
  golden: runGolden,
  units: (asked) => runFiles([`${rooms[asked.product]}/*.test.ts`], asked),
  both: (asked) => runFiles([both[asked.product]], asked),
  laws: (asked) => runFiles(laws[asked.product], asked),
};

process.on('message', async (asked) => {
  const path = join(engine, asked.path);
  // Without a mutant all is loaded as it is; with one, as if each file of the engine were a test of it.
  const fresh = asked.source === null ? new Set() : allThatImport(path);
  now = { run: now.run + 1, path, source: asked.source, fresh };
  try {
    process.send({ failed: await suites[asked.suite](asked) });
  } catch (error) {
    process.send({ failed: [`cannot be loaded: ${error.message}`] });
  }
});
