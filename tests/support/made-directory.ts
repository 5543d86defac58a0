// A data directory with a database that is ready. It is made once for the whole run, by scripts/test.mjs, and copied by
// the tests that are not about making one: a copy takes a tenth of the time.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { tenor } from './process.ts';

export interface MadeDirectory {
  readonly path: string;
  remove(): void;
}

export function makeDirectory(): MadeDirectory {
  const root = mkdtempSync(join(tmpdir(), 'tenor-made-'));
  const path = join(root, 'data');
  const { code, output } = tenor({ dataDirectory: path }, 'migrate');
  if (code !== 0) throw new Error(`The data directory of the tests was not made:\n${output}`);
  return { path, remove: () => rmSync(root, { recursive: true, force: true }) };
}

/** Gives the target, which is there now. */
export function madeDirectory(target: string): string {
  const made = process.env.TENOR_TEST_DIRECTORY;
  if (made === undefined) throw new Error('Run the tests with "npm test": it makes the data directory they copy.');
  mkdirSync(dirname(target), { recursive: true });
  execFileSync('cp', ['-a', '--reflink=auto', made, target]);
  return target;
}
