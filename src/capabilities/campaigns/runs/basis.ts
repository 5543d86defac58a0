// What the messages of a run follow from besides its lines. It is noted when the lines are there, and a second person releases
// nothing else than what stood then.
import { createHash } from 'node:crypto';
import { subjectNow } from '#capabilities/interactions/index.ts';
import { textsKey } from '#capabilities/templates/index.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import type { BulkSenderRow, CampaignRow } from '../tables.ts';

/** The query whose makers may not release, the sender as it is shown, and the texts that its messages may have. */
export async function basisOf(
  reader: Reader,
  { query_id: queryId }: Pick<CampaignRow, 'query_id'>,
  sender: BulkSenderRow,
): Promise<string> {
  const { id, interaction_subject: subject, channel, theme } = sender;
  const { pace_per_minute: pace, window_from: from, window_to: to } = sender;
  const texts = await textsKey(reader, subjectNow(subject));
  const all = [queryId, id, subject, channel, theme, pace, from, to, texts];
  return createHash('sha256').update(JSON.stringify(all)).digest('base64');
}
