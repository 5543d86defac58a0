// A reporter for node:test: writes what the runner needs to know as lines of JSON.
import { relative } from 'node:path';
import type { TestEvent } from 'node:test/reporters';
import { inspect } from 'node:util';
import type { Ended, Failed } from './ended.ts';

export default async function* report(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const names: string[] = [];
  let failed: Failed[] = [];
  let tests = 0;
  for await (const { type, data } of events) {
    if (type === 'test:start') names.splice(data.nesting, names.length, data.name);
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    const file = data.file === undefined ? '' : relative('.', data.file);
    if (data.details.type !== 'suite') tests += 1;
    if (type === 'test:fail' && isTheCause(data.details.error)) {
      names.splice(data.nesting, names.length, data.name);
      failed.push({ file, name: names.join(' > '), error: textOf(data.details.error) });
    }
    if (data.nesting > 0) continue;
    const ended: Ended = { file, ms: data.details.duration_ms, tests, failed };
    yield `${JSON.stringify(ended)}\n`;
    failed = [];
    tests = 0;
  }
}

/** A suite fails because of its tests, which are reported separately. */
const isTheCause = (error: Error): boolean => !('failureType' in error && error.failureType === 'subtestsFailed');

/** The part of the stack that is in our files. */
function textOf(error: Error): string {
  const text = inspect(error.cause ?? error, { depth: 4, maxStringLength: 2_000, breakLength: 120 });
  const lines = text.split('\n').filter((line) => !/^\s+at .*node:internal/.test(line));
  return lines.join('\n').slice(0, 4_000);
}
