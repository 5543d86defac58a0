// What the endpoints of a resource are made of, from its declaration.
import type { CommandContext } from '#platform/command/context.ts';
import { eachInSlices } from '#platform/loop/slices.ts';
import { presenter } from './columns.ts';
import type { AnyDeclared, AnyFields, AnyRow, OwnEvent, Presenting } from './declared-resource.ts';
import { defineList } from './define-list.ts';
import { rowFinder, subjectOf } from './resource-rows.ts';
import { eventsOf, shapesOf, toldOf, wordsOf } from './resource-shapes.ts';
import { openedDetails } from './sealed-details.ts';

export function partsOf(declared: AnyDeclared) {
  const words = wordsOf(declared);
  const shapes = shapesOf(declared, words);
  const events = eventsOf(declared, words);
  const { table, below, sort = [], filters = {}, offsetMax } = declared;
  const present = presenter(shapes.answer);
  const show = async (rows: readonly AnyRow[], ctx: Presenting<unknown>): Promise<AnyFields[]> => {
    const [opened, given] = await Promise.all([openedDetails(declared, rows, ctx), declared.present?.(rows, ctx)]);
    return eachInSlices(rows, (row, i) => present(row, { ...opened[i], ...given?.[i] }) as AnyFields);
  };
  return {
    declared,
    words,
    shapes,
    events,
    list: defineList({
      table: table.name as 'outbox',
      below: below?.column,
      sort,
      filters,
      ...(offsetMax !== undefined && { offsetMax }),
    }),
    find: rowFinder(declared, words.param),
    present,
    show,
    showOne: async (row: AnyRow, ctx: Presenting<unknown>) => (await show([row], ctx))[0] as AnyFields,
    idOfParent(parent: unknown): string | undefined {
      if (below?.column === undefined) return undefined;
      // The row of a person has its id under the name of the column.
      const { id, [below.column]: named = id } = parent as Readonly<Record<string, string>>;
      return named;
    },
    tell(ctx: Pick<CommandContext, 'emit'>, event: OwnEvent, row: AnyRow): void {
      const kind = events[event];
      const about = typeof row.loan_id === 'string' ? { about: { loanId: row.loan_id } } : {};
      if (kind !== undefined) ctx.emit(kind, subjectOf(row), toldOf(kind, words, row), about);
    },
  };
}

export type Parts = ReturnType<typeof partsOf>;
