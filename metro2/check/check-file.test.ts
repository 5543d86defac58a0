// The form of a file, its totals and its header: each rule with a file that breaks it, made from one in which nothing is wrong.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { formRules } from '../read/finding.ts';
import { checkFile } from './check-file.ts';
import { fileRules } from './file-rules.ts';
import { accountOf, bytesOf, day, header, j1, j2, textOf } from './test-account.ts';

const accounts = [
  accountOf({ ecoa: '2' }, { j1: [j1], j2: [j2], k1: { name: 'FIRST LENDER', classification: '12' } }),
  accountOf({ account: 'LN2' }),
];
const good = textOf(accounts);
const lines = good.split('\n');

/** The line with other characters from a column on. */
function withText(line: number, column: number, text: string): string {
  const was = lines[line - 1]!;
  const now = was.slice(0, column - 1) + text + was.slice(column - 1 + text.length);
  return lines.with(line - 1, now).join('\n');
}

interface Case {
  readonly file: string;
  readonly at: readonly [line: number, column: number];
  readonly says?: RegExp;
}

const ofForm: Readonly<Record<keyof typeof formRules, readonly Case[]>> = {
  'not-ascii': [{ file: withText(2, 330, 'É'), at: [2, 330] }],
  'lower-case': [{ file: withText(3, 236, 'o'), at: [3, 236] }],
  'record-length': [
    { file: withText(3, 1, '0427'), at: [3, 1], says: /says 427 characters, and the line has 426/ },
    { file: withText(3, 1, 'ABCD'), at: [3, 1], says: /not four digits/ },
    { file: good.replaceAll('\n', '').replace('0426', '0425'), at: [1, 1], says: /nobody knows where/ },
  ],
  'cut-off': [
    { file: lines.with(2, lines[2]!.slice(0, 400)).join('\n'), at: [3, 401], says: /at least 426/ },
    {
      file: lines.with(1, lines[1]!.slice(0, 500)).join('\n'),
      at: [2, 427],
      says: /J1 has 100 characters, and 74 are left/,
    },
    { file: good.replaceAll('\n', '').slice(0, -10), at: [4, 417], says: /the file ends here/ },
    { file: `${lines[0]}\n${'9'.repeat(12_000)}`, at: [2, 10_000], says: /at most 9999/ },
  ],
  'empty-line': [{ file: lines.toSpliced(1, 0, '').join('\n'), at: [2, 1] }],
  'header-first': [
    { file: lines.slice(1).join('\n'), at: [1, 5], says: /does not begin/ },
    { file: lines.toSpliced(1, 0, lines[0]!).join('\n'), at: [2, 5], says: /another header/ },
  ],
  'trailer-last': [
    { file: lines.slice(0, 3).join('\n'), at: [4, 1], says: /without a trailer/ },
    { file: `${good}${lines[2]}\n`, at: [5, 5], says: /after the trailer/ },
    { file: '', at: [1, 1], says: /empty/ },
  ],
  'known-segment': [{ file: withText(2, 427, 'Q1'), at: [2, 427] }],
  'segment-order': [
    {
      file: good.replace(lines[1]!, lines[1]!.slice(0, 426) + lines[1]!.slice(526) + lines[1]!.slice(426, 526)),
      at: [2, 661],
      says: /J1 stands before K1/,
    },
    {
      file: good.replace(lines[1]!, `0794${lines[1]!.slice(4)}${lines[1]!.slice(726)}`),
      at: [2, 761],
      says: /another K1/,
    },
  ],
  constant: [{ file: withText(2, 5, '2'), at: [2, 5], says: /'2' is not 1/ }],
  reserved: [{ file: withText(3, 216, 'X'), at: [3, 215] }],
  'to-the-left': [{ file: withText(3, 232, ' B'), at: [3, 232] }],
  'of-digits': [{ file: withText(3, 155, '     7400'), at: [3, 155], says: /' {5}7400' is not of digits/ }],
  'a-day': [{ file: withText(3, 76, '02302025'), at: [3, 76], says: /'02302025' is no day/ }],
  'known-code': [{ file: withText(3, 124, '12'), at: [3, 124], says: /'12' is no code/ }],
};

const ofFiles: Readonly<Record<keyof typeof fileRules, readonly Case[]>> = {
  'program-identifier': [{ file: textOf(accounts, { ...header, equifaxProgram: '' }), at: [1, 13] }],
  'reporter-name': [{ file: textOf(accounts, { ...header, reporterName: '' }), at: [1, 80] }],
  'dates-of-header': [{ file: textOf(accounts, { ...header, activityDate: day('2026-06-02') }), at: [1, 48] }],
  'account-twice': [{ file: textOf([...accounts, accountOf({ account: 'LN2' })]), at: [4, 43] }],
  totals: [{ file: withText(4, 56, '2'), at: [4, 48], says: /total of J2 segments is 2, and the file has 1/ }],
};

describe('a file', () => {
  test('in which nothing is wrong has no findings, whatever ends its lines', async () => {
    for (const text of [good, good.replaceAll('\n', '\r\n'), good.replaceAll('\n', '')]) {
      const found = await checkFile(bytesOf(text));
      assert.deepEqual(found.findings, []);
      assert.deepEqual([found.accounts, found.count, found.header?.reporterName], [2, 0, 'TENOR DEMO LOANS']);
    }
  });

  test('has a case for each rule', () => {
    assert.deepEqual(Object.keys(ofForm).sort(), Object.keys(formRules).sort());
    assert.deepEqual(Object.keys(ofFiles).sort(), Object.keys(fileRules).sort());
  });

  for (const [rule, cases] of Object.entries({ ...ofForm, ...ofFiles })) {
    test(`that breaks ${rule} is told so by line and column`, async () => {
      for (const { file, at, says } of cases) {
        const { findings } = await checkFile(bytesOf(file));
        const found = findings.filter((one) => one.rule === rule);
        assert.deepEqual([found[0]?.line, found[0]?.column], at, JSON.stringify(findings));
        if (says !== undefined) assert.match(String(found[0]?.says), says);
      }
    });
  }

  test('never has more than a hundred findings shown, and all of them counted', async () => {
    const { findings, count, byRule } = await checkFile(bytesOf('\n'.repeat(500)));
    assert.equal(findings.length, 100);
    assert.equal(byRule['empty-line'], 500);
    assert.ok(count > 500);
  });

  test('shows nothing of a person where it is broken', async () => {
    const { findings } = await checkFile(bytesOf(withText(3, 298, '21A099999')));
    const finding = findings.find(({ column }) => column === 298);
    assert.equal(finding?.says, 'the social security number is not of digits');
  });

  test('shows no value of a record whose length is wrong', async () => {
    const [, , line] = lines as [string, string, string];
    const short = lines.with(2, line.slice(0, 50) + line.slice(240)).join('\n');
    const long = lines.with(2, `${line.slice(0, 40)}${'219099999BORROWER'.repeat(9)}${line.slice(40)}`).join('\n');
    const cut = good.replaceAll('\n', '').slice(0, -400);
    for (const file of [short, long, cut]) {
      const { findings } = await checkFile(bytesOf(file));
      assert.ok(findings.length > 1);
      for (const { says } of findings) assert.doesNotMatch(says, /'[^']*'/);
    }
  });

  test('has the same findings in whatever pieces it comes', async () => {
    for (const length of [9990, 10_000, 10_001, 10_002, 12_000]) {
      const file = Buffer.from(`${lines[0]}\n${'9'.repeat(length)}\n${lines[2]}\n`, 'latin1');
      const whole = await checkFile([file]);
      for (const size of [1, 100, 4096]) {
        const pieces = Array.from({ length: Math.ceil(file.length / size) }, (_, i) =>
          file.subarray(i * size, (i + 1) * size),
        );
        assert.deepEqual(await checkFile(pieces), whole, `${length} in pieces of ${size}`);
      }
    }
  });
});
