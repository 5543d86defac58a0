// Changes a draw, but not its books. A draft changes in everything, and is originated or declined by its status.
import { isDeepStrictEqual } from 'node:util';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import type { EventKind } from '#platform/events/event-kind.ts';
import { storedMetaData } from '#platform/resource/meta-data.ts';
import { drawUpdated } from '../../core/loan/draw-events.ts';
import { draws } from '../../core/loan/draws.ts';
import type { HeldLoan } from '../../core/loan/product.ts';
import type { DrawRow } from '../../core/loan/tables.ts';
import type { DrawAgreement } from '../../core/products/lines.ts';
import { nicknameOf } from './create-draw.ts';
import { agreementOf, findDraw, presentDraw, readingsOf } from './draw.ts';
import { agreedTerms, asAgreed } from './draw-terms.ts';
import { booksToday, touchLine } from './line.ts';
import type { Draw, DrawUpdate } from './schemas.ts';
import { drawStates, verbOfStatus } from './states.ts';
import { tellOfDraw } from './told.ts';

/** Errors: NotFound, DrawStatusForbids, InvalidRequest, DuplicateExternalId. */
export async function updateDraw(
  ctx: CommandContext,
  tx: Tx,
  held: HeldLoan,
  reference: string,
  input: DrawUpdate,
): Promise<Draw> {
  const row = await findDraw(tx, held, reference);
  const { changes, emits } = await draftChanges(ctx, tx, held, row, input);
  const changed: DrawRow = {
    ...row,
    ...changes,
    nickname: input.nickname === undefined ? row.nickname : nicknameOf(input.nickname),
    external_id: input.externalId === undefined ? row.external_id : input.externalId,
    meta_data: input.metaData === undefined ? row.meta_data : storedMetaData(input.metaData),
    updated_at: ctx.now,
  };
  touchLine(ctx, tx, held);
  draws.write(tx, changed);
  draws.changeExternalId(tx, row, input.externalId);
  tellOfDraw(ctx, held.row, row, emits);
  const books = readingsOf(await booksToday(tx, held, ctx.now));
  return presentDraw(held.row, changed, books.get(row.id));
}

interface DraftChanges {
  readonly changes: Partial<DrawRow>;
  readonly emits: readonly EventKind[];
}

/** Changes that only a draft allows. A status or a reason that is sent again as it is shown changes nothing. */
async function draftChanges(
  ctx: CommandContext,
  tx: Tx,
  held: HeldLoan,
  row: DrawRow,
  { status: asked, atOrigination: sent, declineReason }: DrawUpdate,
): Promise<DraftChanges> {
  const status = asked ?? row.status;
  const decline_reason = declineReason === undefined ? row.decline_reason : declineReason;
  if (!isDeepStrictEqual(decline_reason, row.decline_reason)) drawStates.mustAllow(row.status, 'changeReason');
  if (status === row.status && sent == null) return { changes: { decline_reason }, emits: [drawUpdated] };
  if (sent != null) drawStates.mustAllow(row.status, 'changeAgreement');
  const { to, emits } = drawStates.move(row.status, asked === undefined ? 'draft' : verbOfStatus[asked]);
  const agreed = changedAgreement(agreementOf(row), sent ?? {});
  const { terms, figures } = await agreedTerms(tx, held, agreed);
  const isOriginated = to === 'originated';
  const changes = {
    status: to,
    decline_reason,
    is_amortized: terms.amortization !== null,
    ...asAgreed(agreed, terms, { isOriginated, figures }),
    timestamps: isOriginated ? { ...row.timestamps, originatedAt: ctx.now } : row.timestamps,
  };
  return { changes, emits };
}

/** A part of the grace period that is not sent stays too: clients of earlier versions do not know all of it. */
function changedAgreement(before: DrawAgreement, sent: DrawAgreement): DrawAgreement {
  const { gracePeriod } = sent;
  if (gracePeriod == null) return { ...before, ...sent };
  return { ...before, ...sent, gracePeriod: { ...before.gracePeriod, ...gracePeriod } };
}
