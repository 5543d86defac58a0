// Makes the rows of an answer. What makes those with the same columns is written once: an object whose fields are all
// known in advance costs a quarter of one that gets them one after the other.

export type Row = Record<string, unknown>;

/** In the answer to several questions: of which of them a row is, counted from 1. It is no field of the row. */
export const askedPlace = Symbol('asked place');
export const askedColumn = 'asked place';

interface Column {
  readonly name: string;
  readonly parse: (text: string) => unknown;
}

type Texts = readonly (string | null)[];
export type ReadRow = (texts: Texts) => Row;
type Parsers = readonly Column['parse'][];

/** By the names of the columns. They are those of our own statements with a name, so there are not many. */
const makers = new Map<string, Maker>();
type Maker = (texts: Texts | Row, parsers: Parsers, askedPlace: symbol) => Row;

export function rowReader(columns: readonly Column[]): ReadRow {
  const names = columns.map(({ name }) => JSON.stringify(name));
  const parsers = columns.map(({ parse }) => parse);
  const key = names.join();
  const make = makers.get(key) ?? makerOf(names);
  makers.set(key, make);
  return (texts) => make(texts, parsers, askedPlace);
}

function makerOf(names: readonly string[], textOf = (i: number) => `t[${i}]`): Maker {
  const fields = names.map((name, i) => `${fieldOf(name)}: ${textOf(i)} === null ? null : p[${i}](${textOf(i)})`);
  return new Function('t', 'p', 'asked', `return { ${fields.join(', ')} };`) as Maker;
}

/** The name of a column of a row whose values are texts, in their order. */
export const textColumn = (i: number): string => `c${i}`;

/** Makes rows of rows whose values are texts: what several reads ask is answered by one statement with columns for all. */
export function readerOfTexts(columns: readonly Column[]): (row: Row) => Row {
  const parsers = columns.map(({ parse }) => parse);
  const make = makerOf(
    columns.map(({ name }) => JSON.stringify(name)),
    (i) => `t.${textColumn(i)}`,
  );
  return (row) => make(row, parsers, askedPlace);
}

const fieldOf = (name: string): string => (name === JSON.stringify(askedColumn) ? '[asked]' : name);

/** For a statement without a name, whose columns may never come again. */
export const plainRowReader =
  (columns: readonly Column[]): ReadRow =>
  (texts) =>
    Object.fromEntries(
      columns.map(({ name, parse }, i) => [
        name === askedColumn ? askedPlace : name,
        texts[i] === null ? null : parse(texts[i] as string),
      ]),
    );
