// Command lines that a test runs one after the other in one process of their own.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';

export interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The process starts with the first command line, in the directory if one is given, and ends after the tests of the file
 * or suite.
 */
export function inOneProcess(directory?: string): (words: readonly string[], environment: Environment) => Promise<Ran> {
  let begun: ReturnType<typeof begin> | undefined;
  after(() => begun?.end());
  return (words, environment) => {
    begun ??= begin(directory);
    return begun.run(words, environment);
  };
}

const pathOf = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

function begin(cwd?: string) {
  const flags = [`--import=${pathOf('../../scripts/test/quick-start.mjs')}`, pathOf('command-lines.ts')];
  const child = spawn(process.execPath, flags, { cwd, stdio: ['pipe', 'pipe', 'inherit'] });
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async run(words: readonly string[], environment: Environment): Promise<Ran> {
      child.stdin.write(`${JSON.stringify({ words, environment })}\n`);
      return JSON.parse((await answers.next()).value ?? assert.fail('it ended'));
    },
    end: () => child.stdin.end(),
  };
}
