// Mutation testing of the loan engine: changes one constant, comparison, order or call at a time, in a copy of the
// engine, and expects the suite to go red each time. What survives lacks a test, or is equivalent: then it stands with
// its reason in mutate/equivalent.json.
//
//   node scripts/mutate.mjs                     every file (some 5,000 mutants; two hours)
//   node scripts/mutate.mjs fees turn           these files alone
//   node scripts/mutate.mjs line/fees           that of one room
//   node scripts/mutate.mjs fees --line=83      the mutants of a line
//     --list       says which mutants there are, and runs nothing
//     --quick      golden cases and unit tests alone, without the laws
//     --workers=2  how many at a time
//     --seed=1     of the random loans of the laws
//     --out=FILE   what survived, as JSON
//     --again=FILE only what survived then
import { spawn } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { mutantsOf } from './mutate/mutants.mjs';

const root = join(import.meta.dirname, '..');
const option = (name, otherwise) =>
  process.argv.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3) ?? otherwise;
const isGiven = (name) => process.argv.includes(`--${name}`);
const wanted = process.argv.slice(2).filter((arg) => !arg.startsWith('--'));

/** Files that are not mutated: only text and values, or not part of replaying a loan. */
const left =
  /\.test\.ts$|^disclosures\/(apr|unit-period)\.ts$|^line\/(explain|test-lines)\.ts$|\/(facts|records|state|terms)\.ts$/;
const isFile = (word, file) =>
  word.includes('/') ? file === `${word}.ts` : basename(word, '.ts') === basename(file, '.ts');
const files = globSync('{time,interest,account,installment,disclosures,line}/*.ts', { cwd: join(root, 'engine') })
  .filter((file) => !left.test(file))
  .filter((file) => wanted.length === 0 || wanted.some((word) => isFile(word, file)))
  .sort();
const equivalent = JSON.parse(readFileSync(join(import.meta.dirname, 'mutate/equivalent.json'), 'utf8'));
/** An entry is about a line and some of its mutations, or about a whole function. */
const isAbout = ({ file, scope, line, mutations }, mutant) =>
  file === mutant.path &&
  (scope === undefined ? line === mutant.text && mutations.includes(mutant.mutation) : scope === mutant.scope);
const isEquivalent = (mutant) => equivalent.some((known) => isAbout(known, mutant));

const line = option('line');
const again = option('again') && JSON.parse(readFileSync(option('again'), 'utf8'));
const isSame = (a, b) => a.path === b.path && a.text === b.text && a.mutation === b.mutation;
const all = files
  .flatMap((file) => mutantsOf(file, readFileSync(join(root, 'engine', file), 'utf8')))
  .filter((mutant) => line === undefined || String(mutant.line) === line);
const mutants = all
  .filter((mutant) => !isEquivalent(mutant))
  .filter((mutant) => again === undefined || again.some((one) => isSame(one, mutant)));
const shown = (mutant) => `${mutant.path}:${mutant.line}:${mutant.column}  ${mutant.mutation}  |  ${mutant.text}`;
if (line === undefined) sayStale();

function sayStale() {
  for (const known of equivalent.filter(({ file }) => files.includes(file))) {
    const parts = known.mutations?.map((mutation) => ({ ...known, mutations: [mutation] })) ?? [known];
    for (const part of parts.filter((one) => !all.some((mutant) => isAbout(one, mutant)))) {
      console.log(`equivalent.json names what is no mutant: ${JSON.stringify(part)}`);
    }
  }
}

const scratch = mkdtempSync(join(tmpdir(), 'mutate-'));

/** Makes a copy of the engine to change. A link leads to the packages. */
function makeCopy(name) {
  const folder = join(scratch, name);
  cpSync(join(root, 'engine'), join(folder, 'engine'), { recursive: true });
  cpSync(join(root, 'package.json'), join(folder, 'package.json'));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

const quiet = join(scratch, 'red-without-mutants.json');
const first = join(scratch, 'golden-files-to-begin-with.json');
const runner = join(import.meta.dirname, 'mutate/run-tests.mjs');

/** The names of the tests that failed; only the first unless `flags` say otherwise. */
function runTests(folder, { suite, product }, msMax, flags = []) {
  const args = [
    '--no-warnings',
    '--max-old-space-size=700',
    runner,
    suite,
    product,
    `--seed=${option('seed', '1')}`,
    ...flags,
  ];
  const env = { ...process.env, NODE_COMPILE_CACHE: join(scratch, 'cache') };
  const stdio = ['ignore', 'pipe', 'ignore'];
  const lists = [`--but=${quiet}`, `--first=${first}`];
  const child = spawn(process.execPath, [...args, ...lists], { cwd: folder, env, stdio });
  let text = '';
  let isLate = false;
  const clock = setTimeout(() => {
    isLate = true;
    child.kill('SIGKILL');
  }, msMax);
  child.stdout.on('data', (data) => {
    text += data;
  });
  return new Promise((resolve) => {
    child.on('close', (code) => {
      clearTimeout(clock);
      const names = text.split('\n').filter((name) => name !== '');
      if (isLate) resolve(['took too long']);
      else resolve(code === 0 || names.length > 0 ? names : [`ended with ${code}`]);
    });
  });
}

const suites = isGiven('quick') ? ['golden', 'units'] : ['golden', 'units', 'laws'];
/** Whose tests must notice: what both products share is broken for both. */
const productsOf = (path) =>
  path.startsWith('line/') ? ['line'] : path.startsWith('installment/') ? ['loan'] : ['loan', 'line'];
const stepsOf = (products) => suites.flatMap((suite) => products.map((product) => ({ suite, product })));

/** Tests that fail before any change prove nothing. Also measures how long each suite may take. */
async function measure(folder) {
  const limits = {};
  for (const list of [quiet, first]) writeFileSync(list, '[]');
  const red = [];
  for (const step of stepsOf(
    ['loan', 'line'].filter((one) => mutants.some(({ path }) => productsOf(path).includes(one))),
  )) {
    const started = performance.now();
    red.push(...(await runTests(folder, step, 600_000, ['--all'])));
    limits[step.suite + step.product] = Math.max(6_000, 5 * (performance.now() - started));
  }
  writeFileSync(quiet, JSON.stringify(red));
  for (const name of red) console.log(`red without any mutant, and so left out: ${name}`);
  if (red.length > 9) throw new Error('too much is red to begin with');
  return limits;
}

async function tryOne(folder, mutant, limits) {
  const path = join(folder, 'engine', mutant.path);
  const before = readFileSync(path, 'utf8');
  writeFileSync(path, mutant.source);
  try {
    for (const step of stepsOf(productsOf(mutant.path))) {
      const failed = await runTests(folder, step, limits[step.suite + step.product]);
      if (failed.length === 0) continue;
      if (step.suite === 'golden') beginWith(failed[0]);
      return step.suite;
    }
    return 'nothing';
  } finally {
    writeFileSync(path, before);
  }
}

/** A golden file that found one mutant is tried first on the next ones. */
const found = [];
function beginWith(name) {
  const at = found.indexOf(name);
  if (at >= 0) found.splice(at, 1);
  found.unshift(name);
  writeFileSync(first, JSON.stringify(found.slice(0, 25)));
}

async function work() {
  const started = performance.now();
  const names = Array.from({ length: Number(option('workers', '2')) }, (_, i) => `w${i}`);
  const folders = names.map(makeCopy);
  const limits = await measure(folders[0]);
  const killedBy = { golden: 0, units: 0, laws: 0, nothing: 0 };
  const survivors = [];
  let next = 0;
  const worker = async (folder) => {
    while (next < mutants.length) {
      const mutant = mutants[next++];
      const killer = await tryOne(folder, mutant, limits);
      killedBy[killer]++;
      if (killer !== 'nothing') continue;
      survivors.push(mutant);
      console.log(`survived  ${shown(mutant)}`);
    }
  };
  await Promise.all(folders.map(worker));
  const seconds = Math.round((performance.now() - started) / 1000);
  const { golden, units, laws } = killedBy;
  console.log(
    `${mutants.length} mutants in ${seconds} s: ${golden} killed by golden cases, ${units} by unit tests, ` +
      `${laws} by laws; ${survivors.length} survived; ${all.filter(isEquivalent).length} more are equivalent`,
  );
  const out = option('out');
  if (out !== undefined)
    writeFileSync(
      out,
      JSON.stringify(
        survivors.map(({ source, ...rest }) => rest),
        null,
        1,
      ),
    );
  process.exitCode = survivors.length > 0 ? 1 : 0;
}

try {
  if (isGiven('list')) for (const mutant of mutants) console.log(shown(mutant));
  else await work();
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
