// Makes a draw on a line: as a draft (pending), originated at once, or declined. Nothing accrues before its activation.
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { Refusal } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import { storedMetaData } from '#platform/resource/meta-data.ts';
import { start } from '#platform/states.ts';
import { drawCreated } from '../../core/loan/draw-events.ts';
import { draws, drawsMax } from '../../core/loan/draws.ts';
import { mustHaveCome } from '../../core/loan/originated-at.ts';
import type { HeldLoan } from '../../core/loan/product.ts';
import { inWords } from '../../core/loan/statuses.ts';
import type { DrawRow } from '../../core/loan/tables.ts';
import { ownPosition } from '../../core/products/lines.ts';
import { presentDraw } from './draw.ts';
import { agreedTerms, asAgreed } from './draw-terms.ts';
import { drawErrors } from './errors.ts';
import { touchLine } from './line.ts';
import type { Draw, DrawCreate } from './schemas.ts';
import { drawStates, verbOfStatus } from './states.ts';
import { tellOfDraw } from './told.ts';

const defaultNickname = 'Draw';

export const nicknameOf = (sent: string | null | undefined): string => sent ?? defaultNickname;

/** Errors: NewDrawsNotAllowed, InvalidRequest, DuplicateExternalId. */
export async function createDraw(ctx: CommandContext, tx: Tx, held: HeldLoan, input: DrawCreate): Promise<Draw> {
  const { row: line } = held;
  mustTakeDraws(held);
  const { to, emits } = drawStates.move(start, verbOfStatus[input.status]);
  const said = input.timestamps?.originatedAt ?? undefined;
  mustHaveCome(said, ctx.now, line.zone);
  const agreed = input.atOrigination ?? {};
  const { terms, figures } = await agreedTerms(tx, held, agreed);
  const isOriginated = to === 'originated';
  const isClosed = input.isClosed ?? false;
  const row: DrawRow = {
    person_id: line.person_id,
    id: newId('LN'),
    company_id: line.company_id,
    loan_id: line.id,
    position: ctx.position(),
    external_id: input.externalId ?? null,
    nickname: nicknameOf(input.nickname),
    status: to,
    is_closed: isClosed,
    is_amortized: terms.amortization !== null,
    started_on: null,
    decline_reason: input.declineReason ?? null,
    cancel_reason: null,
    ...asAgreed(agreed, terms, { isOriginated, figures }),
    timestamps: {
      lenderOriginatedAt: said,
      originatedAt: isOriginated ? ctx.now : undefined,
      closedAt: isClosed ? ctx.now : undefined,
    },
    meta_data: storedMetaData(input.metaData ?? null),
    created_at: ctx.now,
    updated_at: null,
  };
  draws.claimExternalId(tx, row);
  touchLine(ctx, tx, held);
  draws.insert(tx, row);
  tellOfDraw(ctx, line, row, [drawCreated, ...emits]);
  return presentDraw(line, row, undefined);
}

/** A draft of a line may have drafts of draws. Errors: NewDrawsNotAllowed. */
export function mustTakeDraws({ row, product }: HeldLoan): void {
  const reason = whyNoDraws(row);
  if (reason === undefined) return;
  throw new Refusal(drawErrors.NewDrawsNotAllowed, `The ${product.kind} ${row.id} takes no new draws: ${reason}.`, {
    data: { reason },
  });
}

const takesDraws: readonly HeldLoan['row']['status'][] = ['pending', 'originated', 'active', 'paidOff'];

function whyNoDraws(row: HeldLoan['row']): string | undefined {
  if (!takesDraws.includes(row.status)) return `it is ${inWords(row.status)}`;
  if (row.is_closed) return 'it is closed';
  if (!isAllowed(row)) return 'newDrawsAllowed is false';
  const { length: count = 0 } = ownPosition(row)?.draws ?? [];
  return count < drawsMax ? undefined : `it has ${count} draws`;
}

/** What the books say, once there are some. */
const isAllowed = (row: HeldLoan['row']): boolean => ownPosition(row)?.newDrawsAllowed ?? row.new_draws_allowed ?? true;
