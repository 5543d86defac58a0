// Most tests that another database server could break repeat what the embedded server has shown. Each commit runs a
// third of them there, chosen by its hash.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';

const parts = 3;

/** What says the most about another server: the schema, each statement by itself, whole stories, and the books. */
const always = /^tests\/(migrations|statements|tables)\.test|stories|verify|migrat/;

/** Files of the third of this commit, and those that every commit runs. All of them where no commit is known. */
export function ofThisCommit(files: readonly string[]): readonly string[] {
  const commit = hashOfCommit();
  if (commit === undefined) return files;
  const third = Number.parseInt(commit.slice(0, 8), 16) % parts;
  return files.filter((file) => always.test(file) || partOf(file) === third);
}

/** By its name, so that a new file moves no other. */
const partOf = (file: string): number => createHash('sha256').update(file).digest().readUInt32BE() % parts;

function hashOfCommit(): string | undefined {
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  } catch {
    return undefined;
  }
}
