// The house rules of CONTRIBUTING.md that a text shows. Each rule has an example that it accepts and one that it rejects,
// and a list of its exceptions: one that is not needed any more fails, as a new one does, so their number only falls.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { cast, comments, exceptionsOf, type HouseFile, type HouseRule, rules } from './support/house-rules.ts';

const files: readonly HouseFile[] = globSync(
  ['engine', 'ach', 'guard', 'metro2', 'simulator', 'src', 'scripts', 'bench', 'tests', 'cli'].map(
    (folder) => `${folder}/**/*.{ts,mjs}`,
  ),
  { exclude: ['**/node_modules/**', 'src/app/docs-page/vendor/**', 'tests/typed-clients/uses/**'] },
).map((path) => ({ path, text: readFileSync(path, 'utf8') }));

const isSource = ({ path }: HouseFile): boolean =>
  /^(engine|ach|guard|metro2|simulator|src)\//.test(path) && !path.endsWith('.test.ts');

const brokenBy = ({ rule, finds, applies = isSource }: HouseRule): string[] => {
  const looked = files.filter(applies);
  assert.ok(looked.length > 20, `${rule}: files were found`);
  return looked.filter(finds).map(({ path }) => path);
};

describe('the house rules', () => {
  for (const house of [comments, ...rules]) {
    const { rule, finds, accepted, rejected, home = [] } = house;
    test(rule, (t) => {
      assert.equal(finds(accepted), false, `accepted: ${accepted.path} ${accepted.text}`);
      assert.equal(finds(rejected), true, `rejected: ${rejected.path} ${rejected.text}`);
      const exceptions = exceptionsOf(house);
      t.diagnostic(`${exceptions.length} exceptions`);
      const broken = brokenBy(house).filter((path) => !home.includes(path));
      assert.deepEqual(broken.sort(), exceptions.toSorted(), 'exactly the exceptions in support/house-rules.ts');
    });
  }

  test(cast.rule, (t) => {
    const countOf = (text: string): number => text.match(cast.pattern)?.length ?? 0;
    assert.equal(countOf(cast.accepted), 0);
    assert.equal(countOf(cast.rejected), 1);
    const found = files.filter(isSource).reduce((sum, { text }) => sum + countOf(text), 0);
    t.diagnostic(`${found} exceptions`);
    assert.ok(found <= cast.exceptions, `${found} casts: ${cast.exceptions} were there before`);
    assert.equal(
      found,
      cast.exceptions,
      `there are fewer: write ${found} in support/house-rules.ts, so that it stays so`,
    );
  });

  test('No literal is spread inside a literal, and nothing is any', (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'tenor-rules-'));
    t.after(() => rmSync(folder, { recursive: true }));
    const lint = (text: string): string => {
      const file = join(folder, 'example.ts');
      writeFileSync(file, text);
      // Without the search for circles the project is not read.
      const flags = [`--config-path=${process.cwd()}`, '--vcs-enabled=false', '--skip=suspicious/noImportCycles'];
      const { status, stdout, stderr } = spawnSync('node_modules/.bin/biome', ['lint', ...flags, file]);
      return `${status} ${stdout}${stderr}`;
    };
    assert.match(lint('export const paid = (row: object) => ({ ...row, amount: 1, on: 2 });\n'), /^0 /);
    const says = lint('export const paid = (row: any) => ({ row, ...{ amount: 1, on: 2 } });\n');
    assert.match(says, /^1 /);
    assert.match(says, /Write the fields out/);
    assert.match(says, /noExplicitAny/);
  });
});
