// What the gate leaves to another commit. Each commit runs a part of the files, chosen by what the commit holds: the same
// part again for the same content, on every machine.
import { createHash } from 'node:crypto';
import { numberOfContent } from './content.ts';
import { secondsOf } from './times.ts';

/** What says the most about another server: the schema, each statement by itself, whole stories, and the books. */
const saysMostOfServer = /^tests\/(migrations|statements|tables)\.test|stories|verify|migrat/;

/**
 * On another server most tests repeat what the embedded server has shown. Each commit runs a third of them there, and
 * those that say the most.
 */
export const thirdOfThisCommit = (files: readonly string[]): readonly string[] =>
  partOfThisCommit(files, 3, (file) => saysMostOfServer.test(file));

/** Two cores need half an hour for these files alone: they kill processes, or live through years. */
const secondsOfLong = 60;
/** A rule of the whole house, or a promise that nothing may break for a day: each commit shows them. */
const neverLeftOut =
  /^tests\/(isolation|contract|documents|one-place)\.test|^tests\/crash\/(service|stress|orders|workers)\.test/;

/** All but half of the longest files. */
export const withHalfOfTheLongest = (files: readonly string[]): readonly string[] =>
  partOfThisCommit(files, 2, (file) => secondsOf(file) < secondsOfLong || neverLeftOut.test(file));

/** All of them where no commit is known. */
function partOfThisCommit(files: readonly string[], parts: number, isAlwaysIn: (file: string) => boolean) {
  const number = numberOfContent();
  if (number === undefined) return files;
  return files.filter((file) => isAlwaysIn(file) || partOf(file, parts) === number % parts);
}

/** By its name, so that a new file moves no other. */
const partOf = (file: string, parts: number): number =>
  createHash('sha256').update(file).digest().readUInt32BE() % parts;
