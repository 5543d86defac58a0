// Mutation testing of the loan engine: changes one constant, comparison, order or call at a time, in a copy of the
// engine, and expects the suite to go red each time. What survives lacks a test, or is equivalent: then it stands with
// its reason in mutate/equivalent.json.
//
//   node scripts/mutate.mjs                     every file (some 5,000 mutants)
//   node scripts/mutate.mjs fees turn           these files alone
//   node scripts/mutate.mjs line/fees           that of one room
//   node scripts/mutate.mjs fees --line=83      the mutants of a line
//     --list       says which mutants there are, and runs nothing
//     --quick      golden cases and unit tests alone
//     --agreement  those, and that both implementations agree on random histories
//     --workers=2  how many at a time
//     --seed=1     of the random loans of the laws
//     --out=FILE   what survived, as JSON
//     --again=FILE only what survived then
import { fork } from 'node:child_process';
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

/** A copy of the engine, so that it may be edited meanwhile. A link leads to the packages. */
const scratch = mkdtempSync(join(tmpdir(), 'mutate-'));
cpSync(join(root, 'engine'), join(scratch, 'engine'), { recursive: true });
cpSync(join(root, 'package.json'), join(scratch, 'package.json'));
symlinkSync(join(root, 'node_modules'), join(scratch, 'node_modules'));

/** A process that runs suites; a new one now and then, because it keeps every mutant that it loaded. */
class Runner {
  #child = null;
  #runs = 0;
  #start() {
    const args = [`--seed=${option('seed', '1')}`];
    const execArgv = ['--no-warnings', '--max-old-space-size=700'];
    const stdio = ['ignore', 'ignore', 'ignore', 'ipc'];
    this.#child = fork(join(import.meta.dirname, 'mutate/run-tests.mjs'), args, { cwd: scratch, execArgv, stdio });
    this.#runs = 0;
  }
  end() {
    this.#child?.removeAllListeners();
    this.#child?.kill('SIGKILL');
    this.#child = null;
  }
  /** The names of the tests that failed; only the first unless `isWhole`. */
  run(step, { path, source }, msMax, isWhole = false) {
    if (this.#runs++ >= 150) this.end();
    if (this.#child === null) this.#start();
    const child = this.#child;
    return new Promise((resolve) => {
      const clock = setTimeout(() => {
        this.end();
        resolve(['took too long']);
      }, msMax);
      child.removeAllListeners();
      child.once('exit', (code) => {
        clearTimeout(clock);
        this.#child = null;
        resolve([`ended with ${code}`]);
      });
      child.once('message', ({ failed }) => {
        clearTimeout(clock);
        resolve(failed);
      });
      child.send({ ...step, path, source, first: found.slice(0, 25), but: red, isWhole });
    });
  }
}

const suites = ['golden', 'units', 'both', 'laws'].slice(0, isGiven('quick') ? 2 : isGiven('agreement') ? 3 : 4);
/** Whose tests must notice: what both products share is broken for both. */
const productsOf = (path) =>
  path.startsWith('line/') ? ['line'] : path.startsWith('installment/') ? ['loan'] : ['loan', 'line'];
const stepsOf = (products) => suites.flatMap((suite) => products.map((product) => ({ suite, product })));

/** Tests that fail before any change prove nothing. */
const red = [];
/** A golden file that found one mutant is tried first on the next ones. */
const found = [];
function beginWith(name) {
  const at = found.indexOf(name);
  if (at >= 0) found.splice(at, 1);
  found.unshift(name);
}

/** Finds what is red without any mutant, and measures how long each suite may take. */
async function measure(runner) {
  const limits = {};
  const wrong = [];
  const products = ['loan', 'line'].filter((one) => mutants.some(({ path }) => productsOf(path).includes(one)));
  for (const step of stepsOf(products)) {
    const started = performance.now();
    wrong.push(...(await runner.run(step, { path: '', source: null }, 600_000, true)));
    limits[step.suite + step.product] = Math.max(6_000, 5 * (performance.now() - started));
  }
  red.push(...wrong);
  for (const name of red) console.log(`red without any mutant, and so left out: ${name}`);
  if (red.length > 9 || red.some((name) => name.startsWith('cannot be loaded')))
    throw new Error('too much is red to begin with');
  return limits;
}

async function tryOne(runner, mutant, limits) {
  for (const step of stepsOf(productsOf(mutant.path))) {
    const failed = await runner.run(step, mutant, limits[step.suite + step.product]);
    if (failed.length === 0) continue;
    if (step.suite === 'golden') beginWith(failed[0]);
    return step.suite;
  }
  return 'nothing';
}

async function work() {
  const started = performance.now();
  const runners = Array.from({ length: Number(option('workers', '2')) }, () => new Runner());
  const limits = await measure(runners[0]);
  const killedBy = { golden: 0, units: 0, both: 0, laws: 0, nothing: 0 };
  const survivors = [];
  let next = 0;
  const worker = async (runner) => {
    while (next < mutants.length) {
      const mutant = mutants[next++];
      const killer = await tryOne(runner, mutant, limits);
      killedBy[killer]++;
      if (killer !== 'nothing') continue;
      survivors.push(mutant);
      console.log(`survived  ${shown(mutant)}`);
    }
  };
  await Promise.all(runners.map(worker));
  for (const runner of runners) runner.end();
  const seconds = Math.round((performance.now() - started) / 1000);
  const { golden, units, both, laws } = killedBy;
  console.log(
    `${mutants.length} mutants in ${seconds} s: ${golden} killed by golden cases, ${units} by unit tests, ` +
      `${both} by the other implementation, ${laws} by laws; ${survivors.length} survived; ${all.filter(isEquivalent).length} more are equivalent`,
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
