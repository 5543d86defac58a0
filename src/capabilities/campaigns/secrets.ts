// What a campaign keeps secret: the key of the tool that it asks, and how the SFTP host lets us in. Both are sealed with the
// key of the company, and neither is shown to another host than the one for which it was given.
import type { Vault } from '#platform/crypto/vault.ts';
import { refuseField } from '#platform/errors.ts';
import { samePlace } from '#platform/file-places/company-place.ts';
import { placeOfSftp, type SftpInput, type SftpSettings } from './places/settings.ts';
import type { CampaignRow } from './tables.ts';

interface CampaignSecrets {
  readonly redashApiKey?: string;
  readonly sftp?: { readonly privateKey?: string; readonly password?: string };
}

export const secretsPart = (id: string): string => `campaign.${id}.secrets`;

type Kept = Pick<CampaignRow, 'id' | 'company_id' | 'secrets_sealed'>;

export const secretsOf = (vault: Vault, { id, company_id, secrets_sealed: sealed }: Kept): CampaignSecrets =>
  sealed === null
    ? {}
    : (JSON.parse(vault.companySealer(company_id).unseal(secretsPart(id), sealed)) as CampaignSecrets);

export const sealSecrets = (
  vault: Vault,
  { id, company_id }: Omit<Kept, 'secrets_sealed'>,
  secrets: CampaignSecrets,
): Buffer | null =>
  Object.keys(secrets).length === 0
    ? null
    : vault.companySealer(company_id).seal(secretsPart(id), JSON.stringify(secrets));

interface Hosts {
  readonly redash_query_url: string | null;
  readonly sftp: SftpSettings | null;
}

interface Change {
  readonly before: Hosts | undefined;
  readonly after: Hosts;
  readonly secrets: CampaignSecrets;
  readonly sent: {
    readonly redashApiKey?: string | null | undefined;
    readonly sftpSettings?: SftpInput | null | undefined;
  };
}

/** Errors: InvalidRequest. */
export function secretsAfter(change: Change): CampaignSecrets {
  const redashApiKey = keyAfter(change);
  const sftp = credentialsAfter(change);
  return { ...(redashApiKey !== undefined && { redashApiKey }), ...(sftp !== undefined && { sftp }) };
}

/** Errors: InvalidRequest. */
function keyAfter({ before, after, secrets, sent }: Change): string | undefined {
  if (after.redash_query_url === null) return undefined;
  if (sent.redashApiKey != null) return sent.redashApiKey;
  const wasOf = before?.redash_query_url ?? null;
  const isSame = wasOf !== null && new URL(wasOf).origin === new URL(after.redash_query_url).origin;
  if (isSame && secrets.redashApiKey !== undefined && sent.redashApiKey !== null) return secrets.redashApiKey;
  throw refuseField('redashApiKey', 'is missing', 'the key of the query: it was given for another host, or never');
}

/** Errors: InvalidRequest. */
function credentialsAfter({ before, after, secrets, sent }: Change): CampaignSecrets['sftp'] {
  if (after.sftp === null) return undefined;
  const { privateKey, password } = sent.sftpSettings ?? {};
  if (privateKey !== undefined) return { privateKey };
  if (password !== undefined) return { password };
  const wasOf = before?.sftp ?? null;
  if (wasOf !== null && secrets.sftp !== undefined && samePlace(...places(wasOf, after.sftp))) return secrets.sftp;
  throw refuseField('sftpSettings.password', 'is missing', 'the password or the private key: it is another host');
}

const places = (one: SftpSettings, other: SftpSettings) => [placeOfSftp(one), placeOfSftp(other)] as const;
