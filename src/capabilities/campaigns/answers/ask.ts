// Asks the question of a campaign.

import type { WorkSettings } from '#platform/capability.ts';
import type { Vault } from '#platform/crypto/vault.ts';
import { secretsOf } from '../secrets.ts';
import type { CampaignRow } from '../tables.ts';
import { notAnswered, type TakePart } from './answer.ts';
import { askRedash } from './redash.ts';

interface Asking {
  readonly vault: Vault;
  readonly settings: Pick<WorkSettings, 'webhookDevHosts'>;
}

/** Errors: CampaignNotAnswered. */
export async function askQuestionOf(
  { vault, settings }: Asking,
  campaign: CampaignRow,
  take: TakePart,
  signal?: AbortSignal,
): Promise<void> {
  const { redash_query_url: url } = campaign;
  const { redashApiKey: apiKey } = secretsOf(vault, campaign);
  if (url === null || apiKey === undefined) throw notAnswered('The campaign has no question.');
  await askRedash({ url, apiKey, devHosts: settings.webhookDevHosts, signal }, take);
}
