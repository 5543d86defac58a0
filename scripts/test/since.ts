// Which test files a change can touch.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { reached } from './import-graph.ts';

/** Committed since, or not committed yet. */
export function changedSince(ref: string): string[] {
  const git = (...words: string[]) => execFileSync('git', words, { encoding: 'utf8' }).split('\n').filter(Boolean);
  return [
    ...git('diff', '--name-only', '--no-renames', ref, '--'),
    ...git('ls-files', '--others', '--exclude-standard'),
  ];
}

/** With these everything may go another way. */
const touchesAll =
  /^(package(-lock)?\.json|tsconfig\.json|scripts\/test|\.ci\/|tests\/support\/(house|server|setup)\.ts)/;
const house = 'tests/support/house.ts';
const capability = /^src\/capabilities\/\w+\//;

export function touchedBy(changed: readonly string[], files: readonly string[]): string[] {
  if (changed.some((path) => touchesAll.test(path))) return [...files];
  return files.filter((file) => {
    const seen = reachedBy(file);
    return changed.some((path) => seen.has(path) || isTouchedByData(path, file, seen));
  });
}

/**
 * The house is the whole service. A test that lies beside a capability or in the platform is about its own folder and
 * what that imports; the other capabilities, which it reaches through the house alone, do not touch it.
 */
function reachedBy(file: string): ReadonlySet<string> {
  const isOfAPart = capability.test(file) || file.startsWith('src/platform/');
  if (!isOfAPart) return reached([file]);
  return reached([file, ...doorOf(file)], (from, to) => !(from.startsWith('src/app/') && capability.test(to)));
}

function doorOf(file: string): string[] {
  const own = capability.exec(file)?.[0];
  return own === undefined ? [] : [`${own}index.ts`];
}

/** What is no code is read by those who name its folder: SQL belongs to the code beside it, a document to its tests. */
function isTouchedByData(path: string, file: string, seen: ReadonlySet<string>): boolean {
  if (/\.(ts|mjs)$/.test(path)) return false;
  if (path.endsWith('.sql') && path.startsWith('src/')) {
    const part = capability.exec(path)?.[0] ?? 'src/platform/';
    return seen.has(house) && [...seen].some((one) => one.startsWith(part));
  }
  if (path.startsWith('engine/')) return file.startsWith('engine/') || file.includes('calc');
  if (path.startsWith('tests/fixtures/')) return readFileSync(file, 'utf8').includes('fixtures');
  return path.endsWith('.md') || path.startsWith('docs/') ? file === 'tests/documents.test.ts' : seen.has(path);
}
