// The draw of a line that a program is for: one that waits for its activation, or one that is active.
import { type Day, dayOf } from '@tenor/engine/values/day.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { refuseField } from '#platform/errors.ts';
import { draws } from '../loan/draws.ts';
import { keysOf } from '../loan/named-loans.ts';
import type { HeldLoan } from '../loan/product.ts';
import type { DrawStatus } from '../loan/statuses.ts';

interface PromotedDraw {
  readonly id: string;
  /** Null: it waits for its activation. */
  readonly since: Day | null;
}

const over: readonly DrawStatus[] = ['declined', 'canceled', 'paidOff', 'chargedOff'];

/** Null if none is named. Errors: NotFound, InvalidRequest. */
export async function drawToPromote(
  reader: Reader,
  held: HeldLoan,
  reference: string | null | undefined,
): Promise<PromotedDraw | null> {
  const { row, product } = held;
  if (reference == null) return null;
  if (!product.hasDraws) await product.drawNamed(reader, held, reference);
  const { id, status, started_on } = await draws.find(reader, keysOf(row), reference);
  if (over.includes(status)) throw refuseField('drawId', `is ${status}`, 'a draw that is active, or waits to be');
  return { id, since: started_on === null ? null : dayOf(started_on) };
}
