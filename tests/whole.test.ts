// `npm test -- --whole` never does anything less often than the gate does.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { testFiles } from '../scripts/test/files.ts';
import { timesOfWhole } from '../scripts/test/times-of-whole.ts';

/** `process.env.TENOR_FUZZ ?? 5_000`, and of the laws of lines `runsOf(300)`. */
const asksIn = (text: string): (readonly [name: string, usual: number])[] => [
  ...[...text.matchAll(/process\.env\.(TENOR_\w+) \?\? ([\d_]+)/g)].map(([, name, usual]) => asked(name!, usual!)),
  ...[...text.matchAll(/\brunsOf\(([\d_]+)\)/g)].map(([, usual]) => asked('TENOR_LINES', usual!)),
];
const asked = (name: string, usual: string) => [name, Number(usual.replaceAll('_', ''))] as const;

describe('the whole run', () => {
  const asks = [...testFiles(), 'engine/laws/line/runs.ts'].flatMap((file) =>
    asksIn(readFileSync(file, 'utf8')).map((ask) => [file, ...ask] as const),
  );
  for (const [name, times] of Object.entries(timesOfWhole)) {
    test(`does ${name} more often than the gate, in every file`, () => {
      const usual = asks.filter(([, of]) => of === name);
      assert.ok(usual.length > 0, 'nothing asks for it');
      assert.deepEqual(
        usual.filter(([, , of]) => of >= times),
        [],
      );
    });
  }
});
