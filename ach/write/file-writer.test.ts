// Files byte for byte: the worked out one, and what is true of any.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { Entry } from './entry.ts';
import { faultOf } from './entry.ts';
import { type FileSetting, openFile } from './file-writer.ts';
import { filesOf } from './files.ts';
import { byPlace } from './place.ts';
import { entry, setting, someEntries, workedOut } from './test-entries.ts';
import { readFile } from './test-reader.ts';

const goldenText = readFileSync(new URL('worked-out.ach', import.meta.url), 'utf8');

/** The texts of the files of a set. */
function written(entries: readonly Entry[], more: Partial<FileSetting> = {}): string[] {
  const files: string[] = [];
  for (const { file, text } of filesOf({ ...setting, ...more }, entries.toSorted(byPlace)))
    files[file] = (files[file] ?? '') + text;
  return files;
}

const recordsOf = (text: string): string[] => text.split('\n').slice(0, -1);

describe('a file', () => {
  test('is the worked out one, to the byte', () => {
    assert.deepEqual(recordsOf(written(workedOut)[0]!), recordsOf(goldenText));
    assert.equal(written(workedOut)[0], goldenText);
  });

  test('has the same bytes in whatever order its entries came', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([...workedOut], { minLength: workedOut.length }), (some) => {
        assert.deepEqual(written(some), [goldenText]);
      }),
    );
    fc.assert(
      fc.property(
        someEntries.chain((some) => fc.tuple(fc.constant(some), fc.shuffledSubarray(some, { minLength: some.length }))),
        ([some, shuffled]) => assert.deepEqual(written(shuffled), written(some)),
      ),
    );
  });

  test('is lines of 94 bytes in blocks of ten, and says itself what was put in', () => {
    fc.assert(
      fc.property(someEntries, (some) => {
        const [text, ...more] = written(some);
        assert.equal(more.length, 0);
        assert.ok(recordsOf(text!).every((record) => Buffer.byteLength(record) === 94));
        assert.equal(recordsOf(text!).length % 10, 0);
        const read = readFile(text!);
        assert.deepEqual(
          read.entries.map(({ id, cents, account }) => [id, cents, account]).sort(),
          some.map(({ id, amountCents, accountNumber }) => [id, amountCents, accountNumber]).sort(),
        );
        assert.deepEqual(read.faults, []);
      }),
    );
  });

  test('ends its lines as the bank wants them', () => {
    const [text] = written(workedOut, { lineEnd: '\r\n' });
    assert.equal(text, goldenText.replaceAll('\n', '\r\n'));
  });

  test('keeps ten digits of a hash that has more', () => {
    // 300 entries to the bank 99999999: 300 × 99,999,999 = 29,999,999,700, of which ten digits are 9,999,999,700.
    const many = Array.from({ length: 300 }, (_, n) => entry({ id: `TX-${n}`, routingNumber: '999999992' }));
    const control = recordsOf(written(many)[0]!).find((record) => record.startsWith('900')) as string;
    assert.equal(control.slice(21, 31), '9999999700');
  });

  test('has entries of today in batches of their own, with the mark that the bank wants', () => {
    const today = entry({ id: 'TX-2', sameDayMark: 'SD1430' });
    const headers = recordsOf(written([today, entry()])[0]!).filter((record) => record.startsWith('5'));
    assert.deepEqual(
      headers.map((record) => record.slice(63, 75)),
      ['SD1430270514', '051427270514'],
    );
  });

  test('has debits that are tried again, and reversals, in batches of their own', () => {
    const again = entry({ id: 'TX-2', description: 'RETRY PYMT' });
    const back = entry({ id: 'TX-3', sec: 'WEB', direction: 'credit', description: 'REVERSAL' });
    const batches = recordsOf(written([again, back, entry()])[0]!).filter((record) => record.startsWith('5'));
    assert.deepEqual(
      batches.map((record) => `${record.slice(1, 4)} ${record.slice(50, 63)}`.trimEnd()),
      ['225 PPDLOAN PMT', '225 PPDRETRY PYMT', '220 WEBREVERSAL'],
    );
  });

  test('begins the traces of the next file where those of the one before ended', () => {
    const files = written(workedOut, { limits: { ...setting.limits, entries: 3 }, firstTrace: 9_000_001 });
    const read = files.map(readFile);
    assert.deepEqual(
      read.map(({ modifier, entries }) => [modifier, entries.map(({ trace }) => trace.slice(8))]),
      [
        ['A', ['9000001', '9000002', '9000003']],
        ['B', ['9000004', '9000005', '9000006']],
        ['C', ['9000007']],
      ],
    );
  });
});

describe('several files', () => {
  const limits = fc.record({
    entries: fc.option(fc.integer({ min: 3, max: 30 })),
    // Three entries with what is around them at the least: 1 + 5 + 2 x 3 lines, in blocks of ten.
    lines: fc.option(fc.integer({ min: 20, max: 90 })),
    debitCents: fc.option(fc.integer({ min: 9_999_999_999, max: 99_999_999_999 })),
    creditCents: fc.option(fc.integer({ min: 9_999_999_999, max: 99_999_999_999 })),
  });

  test('keep the limits of the bank, and have every entry once', () => {
    fc.assert(
      fc.property(someEntries, limits, (some, bank) => {
        const files = written(some, { limits: bank });
        const read = files.map(readFile);
        assert.deepEqual(
          read.flatMap(({ entries }) => entries.map(({ id }) => id)).sort(),
          some.map(({ id }) => id).sort(),
        );
        assert.deepEqual(
          read.flatMap(({ faults }) => faults),
          [],
        );
        for (const [n, { entries, debits, credits }] of read.entries()) {
          assert.ok(entries.length <= (bank.entries ?? Number.POSITIVE_INFINITY));
          assert.ok(debits <= (bank.debitCents ?? Number.POSITIVE_INFINITY));
          assert.ok(credits <= (bank.creditCents ?? Number.POSITIVE_INFINITY));
          assert.ok(recordsOf(files[n]!).length <= (bank.lines ?? Number.POSITIVE_INFINITY));
        }
      }),
    );
  });

  test('are not more than the bank needs: the first is as full as it can be', () => {
    // A header, one batch of six entries with its header and control, and the file's control: ten lines.
    const some = Array.from({ length: 7 }, (_, n) => entry({ id: `TX-${n}` }));
    const counts = written(some, { limits: { ...setting.limits, lines: 10 } }).map(
      (text) => readFile(text).entries.length,
    );
    assert.deepEqual(counts, [6, 1]);
  });

  test('hold as much money as twelve digits can say', () => {
    // 100 times 99,999,999.99 is 9,999,999,999.00: the next one would need a thirteenth digit of cents.
    const most = Array.from({ length: 101 }, (_, n) => entry({ id: `TX-${n}`, amountCents: 9_999_999_999 }));
    const read = written(most).map((text) => readFile(text));
    assert.deepEqual(
      read.map(({ entries, debits, faults }) => [entries.length, debits, faults]),
      [
        [100, 999_999_999_900, []],
        [1, 9_999_999_999, []],
      ],
    );
  });

  test('cannot hold an entry that is above the limit by itself', () => {
    const one = [entry({ amountCents: 100_001 })];
    assert.throws(() => written(one, { limits: { ...setting.limits, debitCents: 100_000 } }), /TX-4H7K-Q2RM is more/);
  });

  test('have traces of seven digits: a file ends where they do', () => {
    const open = openFile({ ...setting, firstTrace: 9_999_999 });
    assert.equal(open.add(entry()).trace, '110000029999999');
    assert.equal(open.hasRoomFor(entry({ id: 'TX-9' })), false);
  });
});

describe('what cannot be written is said of its field', () => {
  const faults: readonly (readonly [Partial<Entry>, keyof Entry])[] = [
    [{ description: 'ELEVEN CHAR' }, 'description'],
    [{ description: '' }, 'description'],
    [{ description: 'Zahlung ü' }, 'description'],
    [{ sameDayMark: 'SD2460' }, 'sameDayMark'],
    [{ routingNumber: '110000014' }, 'routingNumber'],
    [{ routingNumber: '11000001' }, 'routingNumber'],
    [{ accountNumber: '123456789012345678' }, 'accountNumber'],
    [{ accountNumber: 'ABC' }, 'accountNumber'],
    [{ amountCents: 0 }, 'amountCents'],
    [{ amountCents: 10_000_000_000 }, 'amountCents'],
    [{ amountCents: 1.5 }, 'amountCents'],
    [{ amountCents: -1 }, 'amountCents'],
    [{ isPrenote: true }, 'amountCents'],
    [{ id: 'SIXTEEN-LETTERS.' }, 'id'],
    [{ id: ' TX' }, 'id'],
    [{ name: '李小龙' }, 'name'],
    [{ name: '' }, 'name'],
    [{ addenda: 'x'.repeat(81) }, 'addenda'],
    [{ addenda: 'line\nend' }, 'addenda'],
    [{ sec: 'TEL', addenda: 'NOTE' }, 'addenda'],
    [{ sec: 'WEB', direction: 'credit' }, 'sec'],
    [{ sec: 'TEL', direction: 'credit' }, 'sec'],
    [{ direction: 'credit', description: 'RETRY PYMT' }, 'description'],
    [{ isPrenote: true, amountCents: 0, description: 'RETRY PYMT' }, 'description'],
  ];
  for (const [more, field] of faults) {
    test(`${JSON.stringify(more)}: ${field}`, () => {
      assert.equal(faultOf(entry(more))?.field, field);
      assert.throws(() => openFile(setting).add(entry(more)), new RegExp(`^RangeError: ${field} of`));
    });
  }

  test('an entry that comes twice, or out of order, is refused', () => {
    const open = openFile(setting);
    open.add(entry());
    assert.throws(() => open.add(entry({ amountCents: 1 })), /there twice/);
    assert.throws(() => open.add(entry({ id: 'TX-1' })), /out of order/);
  });
});

describe('letters that banks can read', () => {
  const names: readonly (readonly [string, string])[] = [
    ['Ærøskøbing Łódź', 'AEROSKOBING LODZ'],
    ['Weiß-Straße', 'WEISS-STRASSE'],
    ['Nguyễn Thị Minh Khai', 'NGUYEN THI MINH KHAI'],
    ['O’Brien, José (Jr.)', "O'BRIEN, JOSE (JR.)"],
    ['  Two \t spaces ', 'TWO SPACES'],
    ['Maximilian Featherstonehaugh', 'MAXIMILIAN FEATHERSTON'],
    ['Anna Maria Van Den Berg Smith', 'ANNA MARIA VAN DEN BER'],
    ['Œuvre @ Home "Ltd"', 'OEUVRE HOME LTD'],
    ['Iğdır Şırnak', 'IGDIR SIRNAK'],
    ['Александр Smith', 'SMITH'],
  ];
  for (const [name, letters] of names) {
    test(name, () => {
      const record = recordsOf(written([entry({ name })])[0]!)[2] as string;
      assert.equal(record.slice(54, 76).trimEnd(), letters);
    });
  }

  test('an account number of hyphens and spaces is its digits', () => {
    const record = recordsOf(written([entry({ accountNumber: '12-3456 7' })])[0]!)[2] as string;
    assert.equal(record.slice(12, 29), '1234567'.padEnd(17));
  });
});
