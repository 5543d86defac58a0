// Takes back a message that has not gone out, by its interaction.
import type { MovingContext } from '#capabilities/cases/index.ts';
import type { InteractionListener } from '#capabilities/interactions/index.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { refuseField } from '#platform/errors.ts';
import { outgoingStates } from '../states.ts';
import type { MessageRow } from '../tables.ts';
import { messageOfInteraction } from './find.ts';
import { isBeingSent, takeFromQueue } from './message-rows.ts';
import { changeMessage } from './progress.ts';

const isWaiting = ({ state }: MessageRow): boolean => outgoingStates.from('cancel').includes(state);

function writeCanceled(ctx: Pick<MovingContext, 'now'>, tx: Tx, row: MessageRow): void {
  if (row.state === 'queued') takeFromQueue(tx, row);
  const state = outgoingStates.move(row.state, 'cancel').to;
  changeMessage(ctx, tx, row, { state, act_at: null });
}

/** What somebody reports of the interaction of a message may cancel the message, and say nothing else of whether it went out. */
export const followsInteractions: InteractionListener = {
  mayEmit: [],
  async reported(ctx, tx, { row: interaction, before }) {
    const { message_id: messageId, person_id: personId, id, status } = interaction;
    if (messageId === null || before === null || !saysAnother(interaction, before)) return;
    const row = await messageOfInteraction(tx, personId, id);
    if (row === undefined || !isWaiting(row)) return;
    const isLeaving = row.state === 'queued' && (await isBeingSent(tx, row));
    if (status === 'canceled' && before.status !== 'canceled' && !isLeaving) return writeCanceled(ctx, tx, row);
    throw refuseField(
      'status',
      `is that of a message which is ${isLeaving ? 'being sent' : row.state}: the service itself says what becomes of it`,
      isLeaving ? 'nothing, until it has ended' : 'canceled, to take it back; else nothing',
    );
  },
};

const decided = ['status', 'started_at', 'scheduled_at_from', 'contact_id', 'direction'] as const;

const saysAnother = (
  row: Parameters<InteractionListener['reported']>[2]['row'],
  before: Parameters<InteractionListener['reported']>[2]['row'],
): boolean => decided.some((column) => row[column] !== before[column]);
