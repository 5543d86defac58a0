// Another version of the project in a directory of its own, ready to run, and gone afterwards.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Cleanup } from '../cleanup.ts';

export const projectRoot = fileURLToPath(new URL('../..', import.meta.url));

const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: projectRoot, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();

export class NoSuchVersion extends Error {}

/** The commit that a name means: a branch, a tag, a commit. */
export function commitOf(ref: string): string {
  try {
    return git('rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`);
  } catch {
    throw new NoSuchVersion(`${ref} is no commit of this clone. Fetch it first: git fetch origin ${ref}`);
  }
}

/** Returns the root of its files. */
export function checkOut(commit: string, cleanup: Cleanup): string {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'tv-')));
  const root = join(directory, 'project');
  cleanup.add(async () => {
    rmSync(directory, { recursive: true, force: true });
    git('worktree', 'prune');
  });
  git('worktree', 'add', '--detach', root, commit);
  if (hasSamePackages(root)) linkPackages(root);
  else execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  return root;
}

const hasSamePackages = (root: string): boolean =>
  ['package-lock.json', 'package.json'].every(
    (name) => readFileSync(join(root, name), 'utf8') === readFileSync(join(projectRoot, name), 'utf8'),
  );

/** Each package by itself: the project's own are linked to the folders of that version. */
function linkPackages(root: string): void {
  const [from, to] = [join(projectRoot, 'node_modules'), join(root, 'node_modules')];
  mkdirSync(join(to, own), { recursive: true });
  for (const name of readdirSync(from)) {
    if (name !== own && name !== '.cache') symlinkSync(realpathSync(join(from, name)), join(to, name));
  }
  for (const name of readdirSync(join(from, own))) {
    symlinkSync(join(root, relative(projectRoot, realpathSync(join(from, own, name)))), join(to, own, name));
  }
}

const own = '@tenor';
