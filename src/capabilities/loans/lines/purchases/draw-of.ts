// The draw of a path, as its purchases need it.
import { dayOf } from '@tenor/engine/values/day.ts';
import { dateInZone } from '@tenor/engine/values/zone.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { Refusal } from '#platform/errors.ts';
import type { HeldLoan } from '../../core/loan/product.ts';
import { type drawPurposes, ownPosition } from '../../core/products/lines.ts';
import { agreementOf, findDraw } from '../draws/draw.ts';
import { purchaseErrors } from './errors.ts';
import type { DrawKeys } from './find.ts';
import type { DrawBegun } from './moment.ts';

export interface DrawOfPath extends DrawKeys {
  readonly purpose: (typeof drawPurposes)[number];
  readonly begun: DrawBegun;
}

/** Errors: NotFound, SpendingNotAllowed (it has not begun). */
export async function drawOf(reader: Reader, held: HeldLoan, reference: string): Promise<DrawOfPath> {
  const { row: loan } = held;
  const row = await findDraw(reader, held, reference);
  const draw = ownPosition(loan)?.draws.find(({ id }) => id === row.id);
  if (draw === undefined) {
    const reason = 'the draw is not active';
    throw new Refusal(purchaseErrors.SpendingNotAllowed, `Nothing may be bought on ${row.id}: ${reason}.`, {
      data: { reason, drawId: row.id },
    });
  }
  const at = row.timestamps.activatedAt ?? null;
  const isThatDay = at !== null && dayOf(dateInZone(at, loan.zone)) === draw.activatedOn;
  const begun = { on: draw.activatedOn, at: isThatDay ? at : null };
  return {
    personId: loan.person_id,
    loanId: loan.id,
    drawId: row.id,
    begun,
    purpose: agreementOf(row).purpose ?? 'regular',
  };
}

/** For reads: it need not have begun. Errors: NotFound. */
export async function drawToRead(reader: Reader, held: HeldLoan, reference: string): Promise<DrawKeys> {
  const { id: drawId } = await findDraw(reader, held, reference);
  return { personId: held.row.person_id, loanId: held.row.id, drawId };
}
