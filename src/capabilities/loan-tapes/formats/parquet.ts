// Parquet: money as exact decimals, dates as dates. Groups of rows are written as they come, so that a file of any length
// takes the memory of one group.
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { dayOf } from '@tenor/engine/values/day.ts';
import { ByteWriter, ParquetWriter, type SchemaElement } from 'hyparquet-writer';
import { groupsOf } from '#platform/blobs/pieces.ts';
import type { Kind, Value } from '../catalogue/field.ts';
import type { ColumnInFile } from '../making/columns.ts';
import type { Values } from './lines.ts';

const rowsInGroup = 50_000;

const element = (name: string, kind: Kind): SchemaElement => ({
  name,
  repetition_type: 'OPTIONAL',
  ...elements[kind],
});

const text = { type: 'BYTE_ARRAY', converted_type: 'UTF8' } as const;
const elements = {
  id: text,
  word: text,
  text,
  instant: text,
  exact: text,
  date: { type: 'INT32', converted_type: 'DATE' },
  money: { type: 'INT64', converted_type: 'DECIMAL', scale: 2, precision: 18 },
  integer: { type: 'INT64' },
  rate: { type: 'DOUBLE' },
  boolean: { type: 'BOOLEAN' },
} as const satisfies Record<Kind, Partial<SchemaElement>>;

function parquetValue(value: Value, kind: Kind): unknown {
  if (value === null) return undefined;
  if (kind === 'money' || kind === 'integer') return BigInt(value as number);
  if (kind === 'date') return dayOf(value as CivilDate);
  if (kind === 'rate') return Number(value);
  return kind === 'boolean' ? value : String(value);
}

export async function* parquetOf(
  columns: readonly ColumnInFile[],
  pages: AsyncIterable<readonly Values[]>,
): AsyncGenerator<Buffer> {
  const bytes = new ByteWriter();
  const schema: SchemaElement[] = [
    { name: 'root', num_children: columns.length },
    ...columns.map(({ name, kind }) => element(name, kind)),
  ];
  const file = new ParquetWriter({ writer: bytes, schema });
  const taken = (): Buffer => {
    const copy = Buffer.from(bytes.getBytes());
    bytes.index = 0;
    return copy;
  };
  for await (const rows of groupsOf(each(pages), rowsInGroup)) {
    file.write({
      columnData: columns.map(({ name, kind }, i) => ({
        name,
        data: rows.map((values) => parquetValue(values[i] ?? null, kind)),
      })),
      rowGroupSize: rows.length,
    });
    yield taken();
  }
  file.finish();
  yield taken();
}

async function* each(pages: AsyncIterable<readonly Values[]>): AsyncGenerator<Values> {
  for await (const page of pages) yield* page;
}
