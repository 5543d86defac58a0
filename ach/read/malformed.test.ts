// A file that is not as it should be is refused whole, with line and column.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { FileRefused } from '../text/file-refused.ts';
import { at, itemsOf, returnFile, returnLines, sample, withLine } from './test-files.ts';

async function refused(text: string, line: number, column: number, says: RegExp): Promise<void> {
  await assert.rejects(itemsOf(text), (error) => {
    assert.ok(error instanceof FileRefused, String(error));
    assert.match(error.message, says);
    assert.deepEqual([error.line, error.column], [line, column], error.message);
    return true;
  });
}

const returned = sample('returned');
const changed = (line: number, column: number, written: string): string =>
  withLine(returned, line, (one) => at(one, column, written));

describe('a malformed file', () => {
  test('has a letter in an amount, a trace, a hash: refused where the letter stands', async () => {
    await refused(changed(3, 30, '000003l312'), 3, 36, /the amount must be 10 digits/);
    await refused(changed(3, 80, '11000O'), 3, 85, /the trace number must be 15 digits/);
    await refused(changed(4, 7, '1100000200000x2'), 4, 20, /original trace/);
    await refused(changed(5, 11, '00220000 4'), 5, 19, /the hash must be 10 digits/);
    await refused(changed(3, 4, '11OOOOO26'), 3, 6, /routing number must be 9 digits/);
  });

  test('does not foot: counts, hash and totals of batch and file are each held against the records', async () => {
    await refused(changed(5, 5, '000003'), 5, 5, /count of entries and addenda is 3 here and 2 by the records/);
    await refused(changed(5, 11, '0011000003'), 5, 11, /the hash is 11000003 here and 11000002 by/);
    await refused(changed(5, 21, '000000031313'), 5, 21, /total of debits is 31313 here and 31312 by/);
    await refused(changed(5, 33, '000000000001'), 5, 33, /total of credits is 1 here and 0 by/);
    await refused(changed(10, 2, '000003'), 10, 2, /3 batches are announced, and 2 stand here/);
    await refused(changed(10, 14, '00000005'), 10, 14, /count of entries and addenda is 5 here and 4/);
    await refused(changed(10, 22, '0022000003'), 10, 22, /the hash is 22000003 here and 22000004/);
    await refused(changed(10, 32, '000000031311'), 10, 32, /total of debits/);
    await refused(changed(10, 44, '000000031311'), 10, 44, /total of credits/);
    // An amount that changed on the way no longer agrees with its batch.
    await refused(changed(3, 30, '0000031313'), 5, 21, /31312 here and 31313/);
  });

  test('was put together from others: what the control of a batch says of it must be so', async () => {
    await refused(changed(5, 2, '220'), 5, 2, /service class is not that of the batch, 225/);
    await refused(changed(5, 45, '1987654322'), 5, 45, /company identification/);
    await refused(changed(5, 80, '11000004'), 5, 80, /routing number is not that of the batch/);
    await refused(changed(5, 88, '0000002'), 5, 88, /batch number is not that of the batch/);
  });

  test('has a record where none may be', async () => {
    const lines = returned.trimEnd().split('\n');
    const without = (...numbers: number[]) => lines.filter((_, i) => !numbers.includes(i + 1)).join('\n');
    await refused('', 1, 1, /cut off/);
    await refused(without(1), 1, 1, /must begin with 1, not 5/);
    await refused(without(2), 2, 1, /stands in no batch/);
    await refused(without(4), 4, 1, /entry of line 3 announces an addenda record, and none follows/);
    await refused(without(5), 5, 1, /batch of line 2 is not closed/);
    await refused(without(5, 6, 7, 8, 9), 5, 1, /batch of line 2 is not closed/);
    await refused([...lines.slice(0, 4), lines[3], ...lines.slice(4)].join('\n'), 5, 2, /has its addenda already/);
    await refused([...lines, lines[5]].join('\n'), 11, 1, /only lines of nines may follow/);
    await refused([...lines, `${'9'.repeat(93)}8`].join('\n'), 11, 1, /only lines of nines/);
    await refused([lines[0], '', ...lines.slice(1)].join('\n'), 2, 1, /an empty line/);
    await refused([lines[0], `3${lines[1]?.slice(1)}`, ...lines.slice(2)].join('\n'), 2, 1, /not 3/);
    await refused(changed(3, 79, '0'), 4, 1, /follows no entry that has one/);
  });

  test('says what cannot be: codes, days, kinds of records', async () => {
    await refused(changed(3, 2, '99'), 3, 2, /the transaction code must be 21, 22, .*, not 99/);
    await refused(changed(3, 2, '37'), 3, 2, /transaction code 37 does not agree with the addenda/);
    await refused(changed(4, 4, 'X01'), 4, 4, /must begin with R, not X/);
    await refused(changed(4, 4, 'RO1'), 4, 5, /number of the code/);
    await refused(changed(4, 2, '97'), 4, 2, /type of the addenda must be 02, 05, 98, 99, not 97/);
    await refused(changed(4, 80, '110000030000442'), 4, 80, /not that of the entry in line 3/);
    await refused(changed(1, 24, '270231'), 1, 24, /a day as YYMMDD/);
    await refused(changed(2, 76, '367'), 2, 76, /from 001 to 366/);
    await refused(changed(2, 2, '280'), 2, 2, /service class must be 200, 220, 225/);
    await refused(changed(2, 51, 'IAT'), 2, 51, /IAT is not read here/);
    await refused(changed(1, 35, '080'), 1, 35, /record size must be 094/);
    const noc = withLine(sample('changed'), 3, (line) => at(line, 30, '0000000001'));
    await refused(noc, 3, 30, /a notification of change has no amount/);
  });

  test('has lines that are too long, or characters that are none of ASCII', async () => {
    await refused(changed(3, 94, '12'), 3, 95, /it may have 94 characters/);
    await refused('x'.repeat(1_000_000), 1, 95, /it may have 94 characters/);
    await refused(changed(3, 60, '\t'), 3, 60, /printable ASCII/);
    await refused(changed(3, 60, '\u00e9'), 3, 60, /printable ASCII/);
    await refused(`\u00ef\u00bb\u00bf${returned}`, 1, 95, /it may have 94 characters/);
    await refused(returned.replaceAll('\n', '\r'), 1, 95, /it may have 94 characters/);
  });

  test('was cut off anywhere: what is missing may only be spaces at its end and padding', async () => {
    const text = `${returned}${'9'.repeat(94)}\n`;
    const ends = text.trimEnd().length;
    const whole = returned.trimEnd().length;
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: ends }), async (length) => {
        const cut = text.slice(0, length);
        const isWhole = length >= whole && (length <= returned.length || length === ends);
        if (isWhole) assert.equal((await itemsOf(cut)).length, 4);
        else await assert.rejects(itemsOf(cut), FileRefused);
      }),
      { numRuns: 1_000 },
    );
    await refused(returned.split('\n').slice(0, 9).join('\n'), 10, 1, /cut off: its control record, 9, is missing/);
  });

  test('of a million lines whose last one is wrong gives no end', async () => {
    // Without a line in its middle, a file loses its totals.
    const lines = [...returnFile(1_000)];
    lines.splice(1_000, 2);
    await refused(lines.join('\n'), 2_001, 5, /count of entries and addenda is 2000 here and 1998 by/);
    const many = [...returnFile(1)];
    many.splice(4, 0, ...Array.from({ length: 10_000 }, () => returnLines(1).addenda));
    await refused(many.join('\n'), 5, 2, /has its addenda already/);
  });

  test('of any bytes is refused, and nothing else is thrown', async () => {
    const mutated = fc.tuple(fc.nat(returned.length - 1), fc.string({ maxLength: 4, unit: 'binary' }));
    await fc.assert(
      fc.asyncProperty(mutated, async ([place, written]) => {
        const text = returned.slice(0, place) + written + returned.slice(place + written.length);
        await itemsOf(text).catch((error) => assert.ok(error instanceof FileRefused, String(error)));
      }),
      { numRuns: 1_000 },
    );
  });

  test('shows no account number in what is said of it', async () => {
    for (let line = 1; line <= 10; line++) {
      for (let column = 1; column <= 94; column += 3) {
        await itemsOf(changed(line, column, '~')).catch((error: Error) =>
          assert.doesNotMatch(error.message, /910100200025|900000000033|BORROWER/),
        );
      }
    }
  });
});
