// What stands in the worked files of the trade, in the forms in which banks send them.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { changeOf } from './change-codes.ts';
import { readFile } from './read-file.ts';
import {
  at,
  endOf,
  entriesOf,
  itemsOf,
  type ReturnLines,
  returnFile,
  returnLines,
  sample,
  withLine,
} from './test-files.ts';

const plain = async (text: string) => JSON.stringify((await entriesOf(text)).map(({ line, batch, ...rest }) => rest));

describe('a file that comes back', () => {
  test('names each return with its code, both traces, company, amount and the day on which the return settles', async () => {
    const items = await itemsOf(sample('returned'));
    const [first] = items;
    assert.ok(first?.is === 'file');
    assert.deepEqual(
      [first.header.createdOn, first.header.origin, first.header.destination],
      ['2027-05-18', '110000026', '1987654321'],
    );
    const returned = (await entriesOf(sample('returned'))).map(({ batch, amount, trace, individualId, addenda }) => ({
      companyId: batch.companyId,
      secCode: batch.secCode,
      effectiveOn: batch.effectiveOn,
      settlesOn: batch.settlesOn,
      amount,
      trace,
      individualId,
      addenda,
    }));
    const common = { companyId: '1987654321', secCode: 'PPD', effectiveOn: '2027-05-14', settlesOn: '2027-05-18' };
    const is = { is: 'returned', diedOn: null, information: '' };
    assert.deepEqual(returned, [
      {
        ...common,
        amount: 31_312,
        trace: '110000030000441',
        individualId: 'TX-8N3W-T5YB',
        addenda: [{ ...is, code: 'R01', originalTrace: '110000020000002', originalReceiver: '11000003' }],
      },
      {
        ...common,
        amount: 0,
        trace: '110000040000097',
        individualId: 'PT-6J9D-X4VC',
        addenda: [{ ...is, code: 'R03', originalTrace: '110000020000003', originalReceiver: '11000004' }],
      },
    ]);
    const { lines, ...end } = endOf(items);
    // 2 * 11000002 for each of the two returns that the originating bank receives, and the lines of nines are none.
    assert.deepEqual(end, {
      is: 'end',
      batches: 2,
      entries: 2,
      totals: { records: 4, hash: 22_000_004, debits: 31_312, credits: 0 },
    });
    assert.equal(lines, 10);
  });

  test('names what must be changed', async () => {
    const changes = (await entriesOf(sample('changed'))).map(({ addenda: [first], individualId }) => {
      assert.ok(first?.is === 'change');
      return [individualId, first.code, first.originalTrace, changeOf(first.code, first.correctedData)];
    });
    assert.deepEqual(changes, [
      [
        ...['TX-5C1G-W7ND', 'C01', '110000020000005'],
        { does: 'correct', corrected: { accountNumber: '930100000064' }, problem: null },
      ],
      [
        ...['TX-4H7K-Q2RM', 'C03', '110000020000001'],
        { does: 'correct', corrected: { routingNumber: '110000039', accountNumber: '77000017' }, problem: null },
      ],
    ]);
  });

  test('may be one that was sent: entries, prenotes and credits with their addenda', async () => {
    const entries = await entriesOf(sample('sent'));
    assert.deepEqual(
      entries.map(({ transactionCode, amount, batch }) => [transactionCode, amount, batch.secCode]),
      [
        ['27', 66_605, 'PPD'],
        ['37', 31_312, 'PPD'],
        ['28', 0, 'PPD'],
        ['27', 12_500, 'WEB'],
        ['27', 8_034, 'WEB'],
        ['27', 150_000, 'CCD'],
        ['22', 989, 'PPD'],
      ],
    );
    assert.deepEqual(entries[5]?.addenda, [{ is: 'payment', text: 'RMR*IV*LN-7T2X-P5QG**1500.00\\' }]);
    assert.equal(entries[3]?.discretionary, 'S ');
    assert.equal(entries[0]?.accountNumber, '900000000017');
    assert.equal(entries[0]?.routingNumber, '110000013');
    const { totals } = endOf(await itemsOf(sample('sent')));
    assert.deepEqual(totals, { records: 8, hash: 77_000_018, debits: 268_451, credits: 989 });
  });

  test('reads the same with CRLF, without trailing spaces, without padding, and in pieces of any size', async () => {
    for (const name of ['sent', 'returned', 'changed'] as const) {
      const text = sample(name);
      const right = await plain(text);
      const lines = text.trimEnd().split('\n');
      const unpadded = lines.filter((line) => line !== '9'.repeat(94));
      for (const other of [
        lines.join('\r\n'),
        lines.map((line) => line.trimEnd()).join('\n'),
        unpadded.join('\n'),
        `${lines.join('\n')}\n\n`,
        `${lines.join('\n')}\n${`${'9'.repeat(94)}\n`.repeat(10)}`,
      ]) {
        assert.equal(await plain(other), right);
      }
      const bytes = Buffer.from(text, 'latin1');
      await fc.assert(
        fc.asyncProperty(fc.array(fc.nat(bytes.length), { maxLength: 12 }), async (cuts) => {
          const ends = [0, ...cuts.sort((a, b) => a - b), bytes.length];
          const chunks = ends.slice(1).map((end, i) => bytes.subarray(ends[i], end));
          const items = await Array.fromAsync(readFile(chunks));
          assert.deepEqual(items, await itemsOf(text));
        }),
        { numRuns: 20 },
      );
    }
  });

  test('holds what was sent, returns and changes together, in any order of its batches', async () => {
    const body = (name: 'sent' | 'returned' | 'changed'): string[] => sample(name).split('\n').slice(1);
    const batchesOf = (name: 'sent' | 'returned' | 'changed'): string[] =>
      body(name)
        .join('\n')
        .split(/^(?=5)/m)
        .map((batch) => batch.slice(0, batch.search(/^8.*$/m) + 95));
    const batches = [...batchesOf('sent'), ...batchesOf('returned'), ...batchesOf('changed')];
    assert.equal(batches.length, 8);
    // Hash: 77000018 + 22000004 + 22000004; debits: 2,684.51 + 313.12.
    const control = `9000008${'000004'}00000016${'0121000026'}000000299763000000000989${' '.repeat(39)}`;
    const file = (order: readonly string[]) => [sample('sent').split('\n')[0], '\n', ...order, control].join('');
    const found = await entriesOf(file(batches));
    assert.equal(found.length, 11);
    const sorted = (entries: typeof found) => entries.map(({ trace }) => trace).sort();
    assert.deepEqual(sorted(await entriesOf(file(batches.toReversed()))), sorted(found));
  });

  test('writes the day of the year: it is of the year that is nearest to the file', async () => {
    const settled = async (file: string, day: string) => {
      const dated = withLine(sample('returned'), 1, (line) => at(line, 24, file));
      const [first] = await entriesOf(withLine(dated, 2, (line) => at(line, 76, day)));
      return first?.batch.settlesOn;
    };
    assert.equal(await settled('271231', '003'), '2028-01-03');
    assert.equal(await settled('280102', '365'), '2027-12-31');
    assert.equal(await settled('281231', '366'), '2028-12-31');
    assert.equal(await settled('270518', '   '), null);
    assert.equal(await settled('270518', '000'), null);
  });

  test('says when somebody has died, in this century or the one before', async () => {
    const died = async (date: string) => {
      const text = withLine(sample('returned'), 4 - 1 + 1, (line) => line);
      const changed = withLine(text, 4, (line) => at(at(line, 4, 'R15'), 22, date));
      const [first] = await entriesOf(changed);
      return first?.addenda[0]?.is === 'returned' ? first.addenda[0].diedOn : undefined;
    };
    assert.equal(await died('270502'), '2027-05-02');
    assert.equal(await died('991231'), '1999-12-31');
    assert.equal(await died('      '), null);
  });

  test('tells of returns that were dishonored and contested, and of changes that were refused', async () => {
    const ofOne = async (addenda: string) => {
      const text = withLine(sample('returned'), 4, () => addenda);
      return (await entriesOf(text))[0]?.addenda[0];
    };
    const named = { originalTrace: '110000020000002', originalReceiver: '11000003', returnTrace: '110000030000441' };
    const settled = { returnSettledOn: '2027-05-18', returnCode: 'R01' };
    const start = (code: string, reserved = '      ') => `799${code}110000020000002${reserved}11000003`;
    const end = '110000030000441';
    assert.deepEqual(await ofOne(`${start('R68')}   11000003000044113801${'TOO LATE'.padEnd(21)}${end}`), {
      is: 'dishonored',
      code: 'R68',
      ...named,
      ...settled,
      information: 'TOO LATE',
    });
    assert.deepEqual(await ofOne(`${start('R73', '270518')}13411000003000044113801${'110000020000777'}14068 ${end}`), {
      is: 'contested',
      code: 'R73',
      ...named,
      ...settled,
      dishonorTrace: '110000020000777',
      dishonorCode: 'R68',
    });
    // What it repeats of the return may be blank.
    assert.deepEqual(await ofOne(`${start('R61')}${' '.repeat(44)}${end}`), {
      is: 'dishonored',
      code: 'R61',
      originalTrace: named.originalTrace,
      originalReceiver: '11000003',
      returnTrace: null,
      returnSettledOn: null,
      returnCode: null,
      information: '',
    });
    const changed = withLine(sample('changed'), 4, (line) => at(at(line, 4, 'C68'), 65, 'C010000102'));
    const [first] = await entriesOf(changed);
    assert.ok(first?.addenda[0]?.is === 'changeRefused');
    assert.deepEqual([first.addenda[0].code, first.addenda[0].changeCode], ['C68', 'C01']);
  });

  test('of a million lines is read in constant memory, whether it repeats one return or not', async () => {
    assert.ok((await heldWhileReading(499_998, () => returnLines(1))) < 8_000_000, 'the file has 95 MB');
    assert.ok((await heldWhileReading(99_998, returnLines)) < 8_000_000, 'the file has 19 MB');
  });
});

/** The most that the heap held more than at the beginning. */
async function heldWhileReading(count: number, linesOfReturn: (n: number) => ReturnLines): Promise<number> {
  let [entries, most] = [0, 0];
  const started = heldBytes();
  for await (const item of readFile(inChunks(returnFile(count, linesOfReturn)))) {
    if (item.is === 'entry') entries += 1;
    if (item.is === 'entry' && entries % 33_333 === 0) most = Math.max(most, heldBytes() - started);
    if (item.is === 'end') assert.deepEqual([item.lines, item.entries, entries], [count * 2 + 4, count, count]);
  }
  return most;
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

function heldBytes(): number {
  collect();
  return process.memoryUsage().heapUsed;
}

function* inChunks(lines: Iterable<string>): Generator<Uint8Array> {
  let chunk: string[] = [];
  for (const line of lines) {
    chunk.push(line);
    if (chunk.length < 700) continue;
    yield Buffer.from(`${chunk.join('\n')}\n`, 'latin1');
    chunk = [];
  }
  yield Buffer.from(`${chunk.join('\n')}\n`, 'latin1');
}
