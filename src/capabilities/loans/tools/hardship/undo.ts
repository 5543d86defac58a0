// Taking back what was done in hardship: its facts count as if they had never been, and later perhaps count again.

import type { Fact, FactOf } from '@tenor/engine/account/facts.ts';
import type { Day } from '@tenor/engine/values/day.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import type { HeldLoan } from '../../core/loan/product.ts';
import type { LoanRow } from '../../core/loan/tables.ts';
import { factId } from '../../core/timeline/fact-id.ts';
import { toldOfHardship } from './events.ts';
import { hardshipStates } from './states.ts';
import type { HardshipRow } from './tables.ts';
import { hardships } from './tables.ts';
import type { HardshipStatus } from './words.ts';

export const undosOf = (loan: LoanRow, facts: readonly Fact[], happenedOn: Day): FactOf<'undo'>[] =>
  facts.map(({ id, on }, i) => ({
    kind: 'undo',
    id: factId(loan, 'undo', i),
    of: id,
    on,
    reason: 'canceled',
    happenedOn,
    amount: null,
    nsfFee: false,
  }));

const factsOf = (all: readonly Fact[], rows: readonly HardshipRow[]): Fact[] =>
  all.filter(({ id }) => rows.some((row) => id === row.id || id.startsWith(`${row.id}.`)));

/** Without payments whose day has come: they stay deferred, so that nobody is late for them now. */
export const factsToCome = (all: readonly Fact[], rows: readonly HardshipRow[], today: Day): Fact[] =>
  factsOf(all, rows).filter((fact) => fact.kind !== 'deferral' || fact.dueDate > today);

/** The facts by which these rows count for nothing now. */
export function undosNow(all: readonly Fact[], rows: readonly HardshipRow[]): Fact[] {
  const own = new Set(factsOf(all, rows).map(({ id }) => id));
  const undone = new Set(all.flatMap((fact) => (fact.kind === 'undo' ? [fact.of] : [])));
  return all.filter((fact) => fact.kind === 'undo' && own.has(fact.of) && !undone.has(fact.id));
}

/** Writes the next status and tells of it. `from` is the status as it is shown. */
export function moveHardship(
  ctx: CommandContext,
  tx: Tx,
  { row: loan }: Pick<HeldLoan, 'row'>,
  row: HardshipRow,
  { verb, from = row.status }: { readonly verb: 'cancel' | 'replace' | 'restore'; readonly from?: HardshipStatus },
): HardshipRow {
  const { to, emits } = hardshipStates.move(from, verb, { id: row.id });
  const moved = { ...row, status: to, canceled_at: verb === 'cancel' ? ctx.now : null, updated_at: ctx.now };
  hardships.write(tx, moved);
  const told = toldOfHardship(loan, moved, to);
  for (const kind of emits) ctx.emit(kind, row.person_id, told, { about: { loanId: loan.id } });
  return moved;
}
