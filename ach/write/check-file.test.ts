// What an operator would refuse is found in the bytes, in its line and field.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import {
  addenda,
  batchControl,
  batchHeader,
  entryDetail,
  type Field,
  fileControl,
  fileHeader,
} from '../values/layout.ts';
import { checkFile } from './check-file.ts';
import { filesOf } from './files.ts';
import { byPlace } from './place.ts';
import { day, entry, setting, someEntries } from './test-entries.ts';

const golden = readFileSync(new URL('worked-out.ach', import.meta.url), 'latin1');
const goldenLines = golden.split('\n').slice(0, -1);

function checked(text: string, pieces = 1) {
  const check = checkFile();
  const length = Math.ceil(text.length / pieces);
  for (let at = 0; at < text.length; at += length) check.take(text.slice(at, at + length));
  return check.end();
}
const findingsOf = (text: string) => checked(text).findings.first.map(({ line, says }) => `${line}: ${says}`);
const textOf = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');
/** Line and columns from 1. */
const replaced = (line: number, column: number, text: string): string =>
  textOf(
    goldenLines.map((one, n) =>
      n === line - 1 ? one.slice(0, column - 1) + text + one.slice(column - 1 + text.length) : one,
    ),
  );

describe('a file without a fault', () => {
  test('has none found, and its totals are those of the document', () => {
    const { findings, ...totals } = checked(golden);
    assert.deepEqual(findings, { first: [], count: 0 });
    // 666.05 + 313.12 + 125.00 + 80.34 + 1,500.00 = 2,684.51 of debits; the hash is worked out in the document.
    assert.deepEqual(totals, {
      batches: 4,
      count: 8,
      entries: 7,
      debitCents: 268_451,
      creditCents: 989,
      hash: 77_000_018,
      lines: 20,
      sameDayEntries: 0,
    });
  });

  test('may come in pieces of any length, and with CRLF', () => {
    for (const pieces of [2, 7, 95, golden.length]) assert.deepEqual(checked(golden, pieces).findings.first, []);
    assert.deepEqual(findingsOf(golden.replaceAll('\n', '\r\n')), []);
  });

  test('is any that is written here, also one of several', () => {
    fc.assert(
      fc.property(someEntries, fc.constantFrom(null, 5), (some, entries) => {
        const files: string[] = [];
        const onTime = some.map((one) => ({ ...one, entryDate: day('2027-05-14'), sameDayMark: null }));
        const limits = { ...setting.limits, entries };
        for (const { file, text } of filesOf({ ...setting, limits }, onTime.toSorted(byPlace)))
          files[file] = (files[file] ?? '') + text;
        for (const file of files) assert.deepEqual(findingsOf(file), []);
      }),
    );
  });
});

describe('a changed digit is found', () => {
  /** What may be anything: texts for people, accounts, and what only one end knows. */
  const free: readonly Field[] = [
    ...[fileHeader.origin, fileHeader.destinationName, fileHeader.originName, fileHeader.reference],
    ...[fileHeader.time, fileHeader.modifier],
    ...[batchHeader.companyName, batchHeader.discretionary, batchHeader.description, batchHeader.descriptiveDate],
    ...[entryDetail.account, entryDetail.id, entryDetail.name, entryDetail.discretionary],
    addenda.text,
  ];
  const layouts = { 1: fileHeader, 5: batchHeader, 6: entryDetail, 7: addenda, 8: batchControl, 9: fileControl };

  test('wherever the field is not free', () => {
    const missed = new Set<string>();
    for (const [n, line] of goldenLines.slice(0, 18).entries()) {
      for (const field of Object.values(layouts[Number(line[0]) as 1])) {
        if (free.includes(field)) continue;
        for (let column = field.from; column <= field.to; column++) {
          const digit = line[column - 1] as string;
          const other = /\d/.test(digit) ? String((Number(digit) + 1) % 10) : '*';
          if (findingsOf(replaced(n + 1, column, other)).length === 0) missed.add(`${line[0]}: ${field.name}`);
        }
      }
    }
    // A file of the next day has entries of its day; a debit of savings may as well be one of checking; the last trace of
    // a batch may leave a gap.
    assert.deepEqual([...missed].sort(), ['1: file creation date', '6: trace number', '6: transaction code']);
  });
});

describe('what is wrong is said in its line', () => {
  const cases: readonly (readonly [what: string, text: string, ...says: string[]])[] = [
    ['nothing at all', '', '0: the file is empty', '0: the file has no entries'],
    ['a record of no type', replaced(2, 1, '4'), "2: a record of the type '4' is none"],
    ['a short line', golden.replace(' \n', '\n'), '1: the line has 93 characters, not 94'],
    ['an accent', replaced(3, 60, 'é'), '3: the line has characters that are not of ASCII'],
    ['no modifier', replaced(1, 34, '-'), '1: the file id modifier is not of A to Z and 0 to 9'],
    ['another record size', replaced(1, 35, '095'), "1: the record size is '095', not '094'"],
    ['another blocking factor', replaced(1, 38, '20'), "1: the blocking factor is '20', not '10'"],
    ['another format', replaced(1, 40, '2'), "1: the format code is '2', not '1'"],
    ['no company name', replaced(2, 5, ' '.repeat(16)), '2: the company name is empty'],
    ['no description', replaced(2, 54, ' '.repeat(10)), '2: the company entry description is empty'],
    ['credits in a batch of debits', replaced(3, 2, '22'), '3: a credit is in a batch of the service class 225'],
    ['a return among what goes out', replaced(3, 2, '26'), '3: an entry that comes back is among those that go out'],
    ['an amount of letters', replaced(3, 30, '000006660S'), "3: the amount '000006660S' is not of digits"],
    ['no money in a live entry', replaced(3, 30, '0000000000'), '3: the amount is zero (R19)'],
    ['money in a prenote', replaced(5, 30, '0000000001'), '5: an entry without money has an amount (R19)'],
    ['a wrong check digit', replaced(3, 12, '4'), "3: the check digit of 11000001 is 3, not '4' (R28)"],
    ['no account', replaced(3, 13, ' '.repeat(17)), '3: the account number is empty (R26)'],
    ['no name of a debit by the web', replaced(8, 55, ' '.repeat(22)), '8: the name is empty (R26)'],
    ['no payment type', replaced(8, 77, '  '), "8: the payment type '' of WEB is not R or S (R26)"],
    ['a trace that does not ascend', replaced(4, 94, '1'), '4: the trace number 110000020000001 does not ascend'],
    ['a trace of another bank', replaced(4, 80, '2'), '4: the trace number does not begin with the originating bank 11000002'],
    ['a trace that was there', replaced(8, 94, '1'), '8: the trace number 110000020000001 is there twice'],
    ['an addenda that is not said', replaced(12, 79, '0'), '13: there is an addenda too many (R25)'],
    ['an addenda that is missing', replaced(3, 79, '1'), '4: the entry before says that it has an addenda, and has none (R25)'],
    ['a closed day', replaced(2, 70, '270515'), '2: 2027-05-15 is no banking day'],
    ['no day', replaced(2, 70, '270230'), "2: the effective entry date '270230' is no day"],
    ['too late a day for debits', replaced(2, 70, '270517'), '2: the effective entry date is after 2027-05-14 (R18)'],
    ['a day that is over', replaced(2, 70, '270512'), '2: the effective entry date is over: the entries would settle at once'],
    ['other line ends', golden.replace('\n', '\r\n'), '2: the line ends with LF, those before with CRLF'],
    ['too little filling', textOf(goldenLines.slice(0, 19)), '19: the file has 19 lines, which are not blocks of ten'],
    ['something after the end', replaced(20, 94, '8'), '20: only lines of nines come after the end of the file'],
    ['a batch that does not end', textOf(goldenLines.toSpliced(5, 1)), '6: the batch before has no end'],
    ['a file that is cut off', textOf(goldenLines.slice(0, 10)), '10: the file has no end'],
  ]; // biome-ignore format: a table
  for (const [what, text, ...says] of cases) {
    test(what, () => {
      const found = findingsOf(text);
      for (const one of says) assert.ok(found.includes(one), `${one} is not in:\n${found.join('\n')}`);
    });
  }

  test('credits may settle two banking days later', () => {
    assert.deepEqual(findingsOf(replaced(15, 70, '270517')), []);
    assert.match(findingsOf(replaced(15, 70, '270518')).join(), /after 2027-05-17/);
  });

  test('entries of the day itself are counted, and bounded', () => {
    const today = (cents: number) =>
      [...filesOf(setting, [entry({ entryDate: day('2027-05-13'), amountCents: cents })])]
        .map(({ text }) => text)
        .join('');
    assert.equal(checked(today(100_000_000)).sameDayEntries, 1);
    assert.deepEqual(findingsOf(today(100_000_000)), []);
    assert.deepEqual(findingsOf(today(100_000_001)), ['3: the amount is more than an entry of the same day may have']);
  });

  test('names the column, and what is refused for it', () => {
    const { first } = checked(replaced(3, 12, '4')).findings;
    assert.deepEqual(first[0], {
      line: 3,
      column: 12,
      refuses: 'entry',
      says: "the check digit of 11000001 is 3, not '4' (R28)",
    });
  });

  test('a file of nonsense is said to be wrong a hundred times, and counted', () => {
    const { first, count } = checked('nonsense\n'.repeat(5_000)).findings;
    assert.equal(first.length, 100);
    assert.ok(count > 10_000);
    assert.equal(checked('no end of a line '.repeat(1_000_000), 500).findings.first[0]?.line, 1);
  });
});
