// The results of tests that have ended, put together for each file.
import { relative } from 'node:path';

export interface Ended {
  readonly file: string;
  readonly ms: number;
  /** How many tests, and those that failed. */
  readonly tests: number;
  readonly failed: readonly Failed[];
}

export interface Failed {
  readonly file: string;
  readonly name: string;
  readonly error: string;
}

export function byFile(ended: readonly Ended[]): Map<string, Omit<Ended, 'file'>> {
  const files = Map.groupBy(ended, ({ file }) => relative('.', file));
  return new Map(
    [...files].map(([file, parts]) => [
      file,
      {
        ms: parts.reduce((sum, { ms }) => sum + ms, 0),
        tests: parts.reduce((sum, { tests }) => sum + tests, 0),
        failed: parts.flatMap(({ failed }) => failed),
      },
    ]),
  );
}

export const seconds = (ms: number): string => `${(ms / 1000).toFixed(1).padStart(6)} s`;
