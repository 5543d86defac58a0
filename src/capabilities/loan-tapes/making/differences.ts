// What is other in one tape than in another: loans that came or went, and values. Both are made anew side by side, so it
// needs neither file, and each says what it always says.

import { groupsOf } from '#platform/blobs/pieces.ts';
import { eachInSlices } from '#platform/loop/slices.ts';
import type { TapeRow } from '../catalogue/field.ts';
import { harmless, textOf } from '../formats/cell.ts';
import type { Values } from '../formats/lines.ts';
import type { Column } from './columns.ts';
import { columnsOf } from './columns.ts';
import type { RowsRead, Sought } from './rows.ts';

/** What the days themselves differ in is no difference of a loan. */
const ofTheTape: ReadonlySet<string> = new Set(['reportDate', 'knownAt']);

const column = (name: string, kind: Column['kind']): Column => ({ name, kind, width: 40, of: () => null });

export const differenceColumns: readonly Column[] = [
  column('loanId', 'id'),
  column('change', 'word'),
  column('field', 'word'),
  // What a spreadsheet would run is made harmless by the kind of the column that differs.
  column('before', 'word'),
  column('after', 'word'),
];

export interface Side {
  readonly sought: Sought;
  readonly rows: AsyncIterable<RowsRead>;
}

/** Rows of both sides in the order in which the loans were made: a loan that only one of them has stands alone. */
async function* pairs(before: Side, after: Side): AsyncGenerator<readonly [TapeRow | undefined, TapeRow | undefined]> {
  const [one, other] = [each(before.rows), each(after.rows)];
  let [was, is] = [await next(one), await next(other)];
  while (was !== undefined || is !== undefined) {
    const order = was === undefined ? 1 : is === undefined ? -1 : compare(was, is);
    yield [order <= 0 ? was : undefined, order >= 0 ? is : undefined];
    if (order <= 0) was = await next(one);
    if (order >= 0) is = await next(other);
  }
}

async function* each(pages: AsyncIterable<RowsRead>): AsyncGenerator<TapeRow> {
  for await (const { rows } of pages) yield* rows;
}

const next = async (rows: AsyncGenerator<TapeRow>): Promise<TapeRow | undefined> => {
  const { done, value } = await rows.next();
  return done ? undefined : value;
};

function compare({ loan: { row: one } }: TapeRow, { loan: { row: other } }: TapeRow): number {
  if (one.position !== other.position) return one.position < other.position ? -1 : 1;
  return one.id < other.id ? -1 : one.id === other.id ? 0 : 1;
}

const pairsAtOnce = 500;

interface Compared {
  /** How many loans either side has. */
  readonly loans: number;
  readonly differences: readonly Values[];
}

/**
 * Pages of differences: `change` is `added`, `removed`, or `changed` with the field and both values. Loans are compared in
 * slices, so that others have their turn.
 */
export async function* differencesOf(before: Side, after: Side): AsyncGenerator<Compared> {
  const shared = sharedColumns(before.sought, after.sought);
  for await (const some of groupsOf(pairs(before, after), pairsAtOnce)) {
    const found = await eachInSlices(some, ([was, is]): readonly Values[] => {
      if (was === undefined) return [[(is as TapeRow).loan.row.id, 'added', null, null, null]];
      if (is === undefined) return [[was.loan.row.id, 'removed', null, null, null]];
      return changesOf(shared, was, is);
    });
    yield { loans: some.length, differences: found.flat() };
  }
}

interface Shared {
  readonly name: string;
  readonly textBefore: (row: TapeRow) => string | null;
  readonly textAfter: (row: TapeRow) => string | null;
}

/** The columns that both have, by their names in the file. */
function sharedColumns(before: Sought, after: Sought): readonly Shared[] {
  const older = new Map(columnsOf(before.type).map((one) => [one.name, one]));
  const unit = after.type.money_unit;
  const text =
    ({ kind, of }: Column) =>
    (row: TapeRow) => {
      const cell = textOf(of(row), kind, unit);
      return cell === null ? null : harmless(cell, kind);
    };
  return columnsOf(after.type).flatMap((one) => {
    const other = older.get(one.name);
    if (other === undefined || ofTheTape.has(one.name)) return [];
    return { name: one.name, textBefore: text(other), textAfter: text(one) };
  });
}

const changesOf = (shared: readonly Shared[], was: TapeRow, is: TapeRow): Values[] =>
  shared.flatMap(({ name, textBefore, textAfter }) => {
    const [before, after] = [textBefore(was), textAfter(is)];
    return before === after ? [] : [[is.loan.row.id, 'changed', name, before, after]];
  });
