// The forms of a file: golden bytes, cents exact in each, and the same bytes each time.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { gunzipSync, inflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { seed } from '../../../../tests/support/seed.ts';
import type { Kind, Value } from '../catalogue/field.ts';
import type { ColumnInFile } from '../making/columns.ts';
import type { MoneyUnit, OutputFormat } from '../types/words.ts';
import { dollarsOf } from './cell.ts';
import { compressed } from './compressed.ts';
import { bytesOf } from './format.ts';

const column = (name: string, kind: Kind, width = 8): ColumnInFile => ({ name, kind, width });
const columns = [column('id', 'id'), column('owed', 'money'), column('due', 'date', 10), column('name', 'text')];
const valuesOf = (values: readonly Value[]): readonly Value[] => values;
const rows: readonly (readonly Value[])[] = [
  ['LN-1', 123_456, '2026-02-15', 'Ada'],
  ['LN-2', -5, null, '=1+1'],
  ['LN-3', 0, '2026-03-01', 'a "b", c'],
];

async function* pages(all = rows) {
  yield all.slice(0, 2);
  yield all.slice(2);
}

async function joined(parts: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const part of parts) all.push(part);
  return Buffer.concat(all);
}

const made = (format: OutputFormat, unit: MoneyUnit = 'fullUnit', all = rows): Promise<Buffer> =>
  joined(bytesOf({ format, unit, columns, valuesOf }, pages(all)));

const arrayBuffer = (bytes: Buffer): ArrayBuffer => new Uint8Array(bytes).buffer as ArrayBuffer;

describe('the forms of a tape', () => {
  test('CSV in dollars and in cents', async () => {
    const head = 'id,owed,due,name\r\n';
    assert.equal(
      (await made('CSV')).toString(),
      `${head}LN-1,1234.56,2026-02-15,Ada\r\nLN-2,-0.05,,'=1+1\r\nLN-3,0.00,2026-03-01,"a ""b"", c"\r\n`,
    );
    assert.match((await made('CSV', 'subUnit100')).toString(), /LN-1,123456,2026-02-15,Ada\r\nLN-2,-5,,/);
  });

  test('fixed width: numbers to the right, texts to the left and cut', async () => {
    assert.equal(
      (await made('fixedWidth')).toString(),
      'LN-1     1234.562026-02-15Ada     \r\n' +
        'LN-2       -0.05          =1+1    \r\n' +
        'LN-3        0.002026-03-01a "b", c\r\n',
    );
    await assert.rejects(made('fixedWidth', 'fullUnit', [['LN-4', 12_345_678_901, null, null]]), /owed has 12 signs/);
  });

  test('Parquet has exact decimals, dates, and what is not there', async () => {
    const file = arrayBuffer(await made('parquet'));
    const { schema, num_rows: count } = parquetMetadata(file);
    assert.equal(count, 3n);
    assert.deepEqual([schema[2]?.converted_type, schema[2]?.scale], ['DECIMAL', 2]);
    const read = await parquetReadObjects({ file });
    assert.deepEqual(
      read.map(({ id, owed, due, name }) => [id, owed, due?.toISOString().slice(0, 10) ?? null, name]),
      [
        ['LN-1', 1234.56, '2026-02-15', 'Ada'],
        ['LN-2', -0.05, null, '=1+1'],
        ['LN-3', 0, '2026-03-01', 'a "b", c'],
      ],
    );
  });

  test('each is the same each time, and what is packed opens to it', async () => {
    const plain = await made('CSV');
    for (const format of ['CSV', 'fixedWidth', 'parquet'] as const)
      assert.deepEqual(await made(format), await made(format), format);
    const gzip = await joined(
      compressed(bytesOf({ format: 'CSV', unit: 'fullUnit', columns, valuesOf }, pages()), 'gzip', 'a.csv'),
    );
    assert.deepEqual(gunzipSync(gzip), plain);
    const zip = await joined(
      compressed(bytesOf({ format: 'CSV', unit: 'fullUnit', columns, valuesOf }, pages()), 'zip', 'a.csv'),
    );
    const name = zip.readUInt16LE(26);
    assert.equal(zip.subarray(30, 30 + name).toString(), 'a.csv');
    const from = 30 + name + zip.readUInt16LE(28);
    assert.deepEqual(inflateRawSync(zip.subarray(from)), plain);
  });

  test('dollars are the cents, whatever the amount', () => {
    const law = (cents: number) => assert.equal(BigInt(dollarsOf(cents).replace('.', '')), BigInt(cents));
    fc.assert(fc.property(fc.maxSafeInteger(), law), { seed });
  });
});
