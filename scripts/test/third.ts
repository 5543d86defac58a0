// Most tests that another database server could break repeat what the embedded server has shown. Each commit runs a
// third of them there, chosen by what it holds.
import { createHash } from 'node:crypto';
import { numberOfContent } from './content.ts';

const parts = 3;

/** What says the most about another server: the schema, each statement by itself, whole stories, and the books. */
const always = /^tests\/(migrations|statements|tables)\.test|stories|verify|migrat/;

/** Files of the third of this commit, and those that every commit runs. All of them where no commit is known. */
export function ofThisCommit(files: readonly string[]): readonly string[] {
  const number = numberOfContent();
  if (number === undefined) return files;
  return files.filter((file) => always.test(file) || partOf(file) === number % parts);
}

/** By its name, so that a new file moves no other. */
const partOf = (file: string): number => createHash('sha256').update(file).digest().readUInt32BE() % parts;
