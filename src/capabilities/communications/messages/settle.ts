// Somebody has asked the provider what became of a message of which nobody knew.
import { movingBy } from '#capabilities/cases/index.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { outgoingRows, putInQueue } from '../outgoing/message-rows.ts';
import { changeMessage, reportOf, tellFailed, tellSent } from '../outgoing/progress.ts';
import type { settledStates } from '../schemas.ts';
import { outgoingStates } from '../states.ts';
import type { MessageOfPath } from './message.ts';

type Settled = (typeof settledStates)[number];

const verbs = { sent: 'confirm', failed: 'giveUp', queued: 'sendAgain' } as const;

/** Errors: InvalidRequest. */
export async function settleMessage(
  command: CommandContext,
  tx: Tx,
  { owner, row, interaction }: MessageOfPath,
  asked: Settled,
): Promise<MessageOfPath> {
  if (row.state === asked) return { owner, row, interaction };
  const state = outgoingStates.move(row.state, verbs[asked]).to;
  const ctx = movingBy(command);
  const going = { ctx, tx, owner, row };
  const { channel } = row;
  if (asked === 'sent') {
    const reported = await reportOf(going, { status: 'succeeded', status_details: `${channel}Sent` });
    tellSent(going);
    return { owner, interaction: reported, row: changeMessage(ctx, tx, row, { state, sent_at: ctx.now }) };
  }
  if (asked === 'failed') {
    const reported = await reportOf(going, { status: 'failed', status_details: `${channel}NotSent` });
    tellFailed(going, 'refused');
    return { owner, interaction: reported, row: changeMessage(ctx, tx, row, { state }) };
  }
  const reported = await reportOf(going, { status_details: 'queued' });
  outgoingRows.enqueue(tx, ctx.position, row);
  const again = changeMessage(ctx, tx, row, { state, tries: 0 });
  putInQueue(ctx, tx, again);
  return { owner, interaction: reported, row: again };
}
