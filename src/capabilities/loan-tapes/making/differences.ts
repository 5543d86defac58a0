// What is other in one tape than in another: rows that came or went, and values. Both are made anew side by side, so it
// needs neither file, and each says what it always says.

import { groupsOf } from '#platform/blobs/pieces.ts';
import { eachInSlices } from '#platform/loop/slices.ts';
import type { LoanRowOfTape } from '../catalogue/field.ts';
import { harmless, textOf } from '../formats/cell.ts';
import type { Values } from '../formats/lines.ts';
import { type Column, type ColumnInFile, columnsOf } from './columns.ts';
import type { RowsRead, Sought } from './rows.ts';
import type { Subject } from './subject.ts';

/** What the days themselves differ in is no difference of a loan. */
const ofTheTape: ReadonlySet<string> = new Set(['reportDate', 'fromDate', 'knownAt']);

const column = (name: string, kind: ColumnInFile['kind']): ColumnInFile => ({ name, kind, width: 40 });

/** Names the column that says what differs: no row of a tape has the same there as another. */
export const differenceColumns = ({ named }: Pick<Subject, 'named'>): readonly ColumnInFile[] => [
  column(named, 'word'),
  column('change', 'word'),
  column('field', 'word'),
  // What a spreadsheet would run is made harmless by the kind of the column that differs.
  column('before', 'word'),
  column('after', 'word'),
];

export interface Side {
  readonly sought: Sought;
  readonly rows: AsyncIterable<RowsRead<LoanRowOfTape>>;
}

type Pair = readonly [LoanRowOfTape | undefined, LoanRowOfTape | undefined];

/** Rows of both sides in the order of tapes: what only one of them has stands alone. */
async function* pairs({ compare }: Subject, before: Side, after: Side): AsyncGenerator<Pair> {
  const [one, other] = [each(before.rows), each(after.rows)];
  let [was, is] = [await next(one), await next(other)];
  while (was !== undefined || is !== undefined) {
    const order = was === undefined ? 1 : is === undefined ? -1 : compare(was, is);
    yield [order <= 0 ? was : undefined, order >= 0 ? is : undefined];
    if (order <= 0) was = await next(one);
    if (order >= 0) is = await next(other);
  }
}

async function* each(pages: AsyncIterable<RowsRead<LoanRowOfTape>>): AsyncGenerator<LoanRowOfTape> {
  for await (const { rows } of pages) yield* rows;
}

const next = async (rows: AsyncGenerator<LoanRowOfTape>): Promise<LoanRowOfTape | undefined> => {
  const { done, value } = await rows.next();
  return done ? undefined : value;
};

const pairsAtOnce = 500;

interface Compared {
  /** How many rows either side has. */
  readonly loans: number;
  readonly differences: readonly Values[];
}

/**
 * Pages of differences: `change` is `added`, `removed`, or `changed` with the field and both values. Loans are compared in
 * slices, so that others have their turn.
 */
export async function* differencesOf(subject: Subject, before: Side, after: Side): AsyncGenerator<Compared> {
  const shared = sharedColumns(subject, before.sought, after.sought);
  const { nameOf } = subject;
  for await (const some of groupsOf(pairs(subject, before, after), pairsAtOnce)) {
    const found = await eachInSlices(some, ([was, is]): readonly Values[] => {
      if (was === undefined) return [[nameOf(is as LoanRowOfTape), 'added', null, null, null]];
      if (is === undefined) return [[nameOf(was), 'removed', null, null, null]];
      return changesOf(shared, nameOf(is), [was, is]);
    });
    yield { loans: some.length, differences: found.flat() };
  }
}

interface Shared {
  readonly name: string;
  readonly textBefore: (row: LoanRowOfTape) => string | null;
  readonly textAfter: (row: LoanRowOfTape) => string | null;
}

/** The columns that both have, by their names in the file. */
function sharedColumns({ catalogue }: Subject, before: Sought, after: Sought): readonly Shared[] {
  const older = new Map(columnsOf(catalogue, before.type).map((one) => [one.name, one]));
  const unit = after.type.money_unit;
  const text =
    ({ kind, of }: Column<LoanRowOfTape>) =>
    (row: LoanRowOfTape) => {
      const cell = textOf(of(row), kind, unit);
      return cell === null ? null : harmless(cell, kind);
    };
  return columnsOf(catalogue, after.type).flatMap((one) => {
    const other = older.get(one.name);
    if (other === undefined || ofTheTape.has(one.name)) return [];
    return { name: one.name, textBefore: text(other), textAfter: text(one) };
  });
}

const changesOf = (
  shared: readonly Shared[],
  named: string,
  [was, is]: readonly [LoanRowOfTape, LoanRowOfTape],
): Values[] =>
  shared.flatMap(({ name, textBefore, textAfter }) => {
    const [before, after] = [textBefore(was), textAfter(is)];
    return before === after ? [] : [[named, 'changed', name, before, after]];
  });
