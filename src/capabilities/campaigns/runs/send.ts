// Hands the lines of a run to bulk sendings, one for each channel.
import { startBulk } from '#capabilities/communications/index.ts';
import { subjectNow } from '#capabilities/interactions/index.ts';
import { channelsWithText } from '#capabilities/templates/index.ts';
import type { Actor } from '#platform/actor.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { notAnswered } from '../answers/answer.ts';
import { windowOf } from '../bulk-sender.ts';
import type { BulkSenderRow, RunRow } from '../tables.ts';
import { type SenderChannel, usualChannels } from '../words.ts';

export const neededToSend = ['communicator:send', 'campaign.run:create'] as const;

type Responsible = Pick<RunRow, 'responsible_type' | 'responsible_id'>;

export const responsibleFor = ({ responsible_type: type, responsible_id: id }: Responsible): Actor =>
  ({ type, id }) as Actor;

/** Errors: CampaignNotAnswered. */
export async function channelsOf(
  reader: Reader,
  { channel, interaction_subject: subject }: BulkSenderRow,
): Promise<readonly SenderChannel[]> {
  if (channel !== null) return [channel];
  const withText = await channelsWithText(reader, subjectNow(subject));
  const found = usualChannels.filter((one) => withText.includes(one));
  if (found.length > 0) return found;
  throw notAnswered(`There is no text for ${subject} by ${usualChannels.join(', ')}.`);
}

/** Errors: InvalidRequest, CampaignNotAnswered. */
export async function sendRun(
  ctx: Parameters<typeof startBulk>[0],
  tx: Tx,
  run: RunRow,
  sender: BulkSenderRow,
): Promise<string[]> {
  const { interaction_subject: subject, theme, pace_per_minute: pacePerMinute } = sender;
  const channels = await channelsOf(tx, sender);
  return channels.map(
    (channel) =>
      startBulk(ctx, tx, {
        source: 'campaign',
        sourceId: run.id,
        given: {},
        total: run.num_borrowers ?? 0,
        subject,
        channel,
        message: { theme },
        pacePerMinute,
        window: windowOf(sender),
        needs: neededToSend,
        responsible: responsibleFor(run),
      }).id,
  );
}
