// Every line in this folder, computed and compared with numbers from other sources.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, test } from 'node:test';
import { FactRefused } from '../../account/facts.ts';
import { checkLineTerms } from '../../line/check-terms.ts';
import { checkCycle } from '../../line/cycle.ts';
import type { LineFact } from '../../line/facts.ts';
import type { LineTerms } from '../../line/terms.ts';
import { readingOf } from '../../naive/line/read.ts';
import { simulateLine } from '../../naive/line/simulate.ts';
import { parseInstant } from '../../values/instant.ts';
import { parseGolden } from '../golden-file.ts';
import { engineReading } from './engine-reading.ts';
import { type LineReader, lineComplaintsOf } from './line-checks.ts';

const files = globSync('*.txt', { cwd: import.meta.dirname })
  .sort()
  .map((path) => ({
    path: `engine/golden/line/${path}`,
    ...parseGolden(readFileSync(`${import.meta.dirname}/${path}`, 'utf8')),
  }));

const knowing = (known: string | undefined) => (known === undefined ? {} : { knownAt: parseInstant(known)! });

/** A replay does not check terms. The service checks them before it records a fact, so here the test does. */
function checkTerms(terms: LineTerms, facts: readonly LineFact[]): void {
  const draws = facts.flatMap((fact) => (fact.kind === 'drawActivation' ? [fact.terms] : []));
  const hasGrace = draws.some(({ grace }) => grace !== null);
  checkLineTerms(terms, hasGrace);
  for (const fact of facts) {
    const wrong = fact.kind === 'cycleChange' ? checkCycle(fact.cycle, terms, hasGrace) : undefined;
    if (wrong !== undefined) throw new FactRefused(fact.id, wrong);
  }
}

const readers: Readonly<Record<string, LineReader>> = {
  'the naive simulator of lines': {
    reading: ({ terms, facts }, through, known) =>
      readingOf(simulateLine(terms, facts, { through, ...knowing(known) })),
  },
  'the engine of lines': {
    reading({ terms, facts }, through, known) {
      checkTerms(terms, facts);
      return engineReading(terms, facts, { through, ...knowing(known) });
    },
  },
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
