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
type Maker = (texts: Texts, parsers: Parsers, askedPlace: symbol) => Row;

export function rowReader(columns: readonly Column[]): ReadRow {
  const names = columns.map(({ name }) => JSON.stringify(name));
  const parsers = columns.map(({ parse }) => parse);
  const key = names.join();
  const make = makers.get(key) ?? makerOf(names);
  makers.set(key, make);
  return (texts) => make(texts, parsers, askedPlace);
}

function makerOf(names: readonly string[]): Maker {
  const fields = names.map((name, i) => `${fieldOf(name)}: t[${i}] === null ? null : p[${i}](t[${i}])`);
  return new Function('t', 'p', 'asked', `return { ${fields.join(', ')} };`) as Maker;
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
