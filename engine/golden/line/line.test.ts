// Every line in this folder, computed and compared with numbers from other sources.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, test } from 'node:test';
import { readingOf } from '../../naive/line/read.ts';
import { simulateLine } from '../../naive/line/simulate.ts';
import { parseGolden } from '../golden-file.ts';
import { type LineReader, lineComplaintsOf } from './line-checks.ts';
import { knowing, theLineEngine } from './the-engine.ts';

const files = globSync('*.txt', { cwd: import.meta.dirname })
  .sort()
  .map((path) => ({
    path: `engine/golden/line/${path}`,
    ...parseGolden(readFileSync(`${import.meta.dirname}/${path}`, 'utf8')),
  }));

const readers: Readonly<Record<string, LineReader>> = {
  'the naive simulator of lines': {
    reading: ({ terms, facts }, through, known) =>
      readingOf(simulateLine(terms, facts, { through, ...knowing(known) })),
  },
  'the engine of lines': theLineEngine,
};

describe('golden cases of lines', () => {
  for (const { path, title, source, cases } of files) {
    test(`${basename(path)} has a title, a source, and checks something`, () => {
      assert.match(title, /^[A-Z0-9].+[.?]$/, 'the first line is a sentence');
      assert.match(source, /^Numbers: .{8,}/, 'the second line says where the numbers come from');
      for (const { name, checks } of cases) assert.ok(checks.length > 0, `${name} checks nothing`);
    });
  }
});

for (const [name, reader] of Object.entries(readers)) {
  describe(name, () => {
    for (const { path, cases } of files) {
      for (const golden of cases) {
        test(`${basename(path)} ${golden.name}`, () => {
          const found = lineComplaintsOf(golden, reader);
          assert.ok(found.length === 0, found.map(({ line, what }) => `  ${path}:${line}\n    ${what}`).join('\n'));
        });
      }
    }
  });
}
