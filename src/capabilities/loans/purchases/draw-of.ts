// The draw of a path, as purchases need it.
import type { LinePosition } from '@tenor/engine/line/state.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { errors, Refusal } from '#platform/errors.ts';
import { idOfReference } from '#platform/resource/external-ids.ts';
import { drawKind } from '../loan/draw-kind.ts';
import { mustBeLine } from '../loan/not-for.ts';
import type { HeldLoan } from '../loan/product.ts';
import type { DrawKeys } from './find.ts';
import type { DrawBegun } from './moment.ts';

export interface DrawOfPath extends DrawKeys {
  readonly begun: DrawBegun;
}

/** Errors: OnlyForLines, NotFound. */
export async function drawOf(reader: Reader, held: HeldLoan, reference: string): Promise<DrawOfPath> {
  mustBeLine(held);
  const drawId = await idOfReference(reader, drawKind, reference);
  const position = (held.row.state?.position ?? null) as LinePosition | null;
  const draw = position?.draws.find(({ id }) => id === drawId);
  if (draw === undefined) {
    throw new Refusal(errors.NotFound, `This line has no active draw ${reference}.`, { data: { path: 'drawId' } });
  }
  return {
    personId: held.row.person_id,
    loanId: held.row.id,
    drawId: draw.id,
    begun: { on: draw.activatedOn, at: null },
  };
}
