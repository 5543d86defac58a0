// How a command tells events of a draw.
import type { CommandContext } from '#platform/command/context.ts';
import type { EventKind, FieldsOf } from '#platform/events/event-kind.ts';
import type { drawCreated } from '../../core/loan/draw-events.ts';
import { toldOfLoan } from '../../core/loan/events.ts';
import type { DrawRow, LoanRow } from '../../core/loan/tables.ts';

type ToldOfDraw = FieldsOf<typeof drawCreated>;

export function tellOfDraw(
  ctx: Pick<CommandContext, 'emit'>,
  line: LoanRow,
  { id }: Pick<DrawRow, 'id'>,
  kinds: readonly EventKind[],
): void {
  const fields: ToldOfDraw = { ...toldOfLoan(line), drawId: id };
  for (const kind of kinds) ctx.emit(kind, line.person_id, fields, { about: { loanId: line.id } });
}
