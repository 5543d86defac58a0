// Parquet: money as exact decimals, dates as dates. Groups of rows are written as they come, so that a file of any length
// takes the memory of one group.
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { dayOf } from '@tenor/engine/values/day.ts';
import { ByteWriter, ParquetWriter, type SchemaElement } from 'hyparquet-writer';
import { eachInSlices } from '#platform/loop/slices.ts';
import type { Kind, Value } from '../catalogue/field.ts';
import type { ColumnInFile } from '../making/columns.ts';
import type { Values } from './lines.ts';

const rowsInGroup = 10_000;

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

/** Most amounts are nothing. */
const zero = 0n;

function parquetValue(value: Value, kind: Kind): unknown {
  if (value === null) return undefined;
  if (kind === 'money' || kind === 'integer') return value === 0 ? zero : BigInt(value as number);
  if (kind === 'date') return dayOf(value as CivilDate);
  if (kind === 'rate') return Number(value);
  return kind === 'boolean' ? value : String(value);
}

interface Written<R> {
  readonly columns: readonly ColumnInFile[];
  readonly valuesOf: (row: R) => Values;
}

/** The values of a group of rows, column by column: they take less than rows do. */
class Group<R> {
  readonly #written: Written<R>;
  readonly #columns: Value[][];
  rows = 0;

  constructor(written: Written<R>) {
    this.#written = written;
    this.#columns = written.columns.map(() => []);
  }

  get room(): number {
    return rowsInGroup - this.rows;
  }

  async add(rows: readonly R[]): Promise<void> {
    const { columns, valuesOf } = this.#written;
    await eachInSlices(rows, (row) => {
      const values = valuesOf(row);
      for (let i = 0; i < columns.length; i += 1) this.#columns[i]?.push(values[i] ?? null);
    });
    this.rows += rows.length;
  }

  writeTo(file: ParquetWriter): void {
    const columnData = this.#written.columns.map(({ name, kind }, i) => ({
      name,
      data: (this.#columns[i] ?? []).map((value) => parquetValue(value, kind)),
    }));
    file.write({ columnData, rowGroupSize: this.rows });
  }
}

async function* groupsOf<R>(written: Written<R>, pages: AsyncIterable<readonly R[]>): AsyncGenerator<Group<R>> {
  let group = new Group(written);
  for await (const page of pages)
    for (let rest = page; rest.length > 0; ) {
      const { room } = group;
      await group.add(rest.slice(0, room));
      rest = rest.slice(room);
      if (group.room > 0) continue;
      yield group;
      group = new Group(written);
    }
  if (group.rows > 0) yield group;
}

export async function* parquetOf<R>(written: Written<R>, pages: AsyncIterable<readonly R[]>): AsyncGenerator<Buffer> {
  const { columns } = written;
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
  for await (const group of groupsOf(written, pages)) {
    group.writeTo(file);
    yield taken();
  }
  file.finish();
  yield taken();
}
