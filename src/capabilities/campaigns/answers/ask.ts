// Asks the question of a campaign: one of ours, or a query of a tool outside.
import type { WorkSettings } from '#platform/capability.ts';
import type { Vault } from '#platform/crypto/vault.ts';
import type { Realm } from '#platform/db/realm.ts';
import type { RealmDatabase } from '#platform/db/realm-database.ts';
import { secretsOf } from '../secrets.ts';
import type { CampaignRow } from '../tables.ts';
import { type Asked, notAnswered, type TakePart } from './answer.ts';
import { askOwn } from './own-question.ts';
import { askRedash } from './redash.ts';

interface Asking {
  readonly database: RealmDatabase;
  readonly vault: Vault;
  readonly realm: Realm;
  readonly settings: Pick<WorkSettings, 'webhookDevHosts'>;
  readonly rights: ReadonlySet<string> | undefined;
  readonly signal?: AbortSignal;
  /** Whether others would wait for the question. */
  isServing?(): Promise<boolean>;
  /** Waited for after a piece of the lines, so that others come first. */
  rest?(workedMs: number): Promise<void>;
}

/** Errors: CampaignNotAnswered. */
export async function askQuestionOf(asking: Asking, campaign: CampaignRow, take: TakePart): Promise<Asked> {
  const { query_id: queryId, redash_query_url: url } = campaign;
  if (queryId !== null) return askOwn(asking, queryId, take);
  const { redashApiKey: apiKey } = secretsOf(asking.vault, campaign);
  if (url === null || apiKey === undefined) throw notAnswered('The campaign has no question.');
  await askRedash({ url, apiKey, devHosts: asking.settings.webhookDevHosts, signal: asking.signal }, take);
  return { isPersonal: false };
}
