// Where the tapes of a type are left. How the host lets us in is sealed apart with the key of the company, is never shown,
// and goes to no other host than the one for which it was given.
import { placeOfSftp, problemsOfSftp, type SftpInput, settingsOfSftp } from '#capabilities/campaigns/index.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Vault } from '#platform/crypto/vault.ts';
import { mustHaveNone, refuseField } from '#platform/errors.ts';
import { samePlace } from '#platform/file-places/company-place.ts';
import { mustHave } from '#platform/http/may-call.ts';
import type { TapeTypeRow } from '../tables.ts';
import type { Sftp } from './schemas.ts';

export interface Credentials {
  readonly privateKey?: string;
  readonly password?: string;
}

/** Whoever may not download a tape sends none, nor says where one is sent. */
export const sendingPermission = 'loan.tape:download.sensitive';

export const secretsPart = (id: string): string => `loanTapeType.${id}.secrets`;

type Kept = Pick<TapeTypeRow, 'id' | 'company_id' | 'secrets_sealed'>;

export const credentialsOf = (vault: Vault, { id, company_id, secrets_sealed: sealed }: Kept): Credentials =>
  sealed === null ? {} : (JSON.parse(vault.companySealer(company_id).unseal(secretsPart(id), sealed)) as Credentials);

type Recipient = Pick<TapeTypeRow, 'id' | 'company_id' | 'sftp_settings'>;

/** The columns of a version: what was sent has the credentials beside the host. Errors: Forbidden, InvalidRequest. */
export function recipientColumns(
  { vault, settings, caller }: CommandContext,
  { id, company_id, sftp_settings: sent }: Recipient,
  follows: (Kept & Recipient) | undefined,
): Pick<TapeTypeRow, 'sftp_settings' | 'secrets_sealed'> {
  if (sent === null) return { sftp_settings: null, secrets_sealed: null };
  // Each version asks it anew: somebody else may have said where its tapes go, and this one what they tell.
  mustHave(caller, sendingPermission);
  const { privateKey, password } = sent as SftpInput;
  const isSaid = privateKey !== undefined || password !== undefined;
  const host = settingsOfSftp(sent as SftpInput) as Sftp;
  // With the credentials of before, too: another folder was never looked at.
  mustHaveNone(problemsOfSftp(settings, sent as SftpInput));
  const own = isSaid
    ? { ...(privateKey !== undefined ? { privateKey } : { password: password as string }) }
    : credentialsBefore(vault, host, follows);
  const sealed = vault.companySealer(company_id).seal(secretsPart(id), JSON.stringify(own));
  return { sftp_settings: host, secrets_sealed: sealed };
}

/** Errors: InvalidRequest. */
function credentialsBefore(vault: Vault, host: Sftp, follows: (Kept & Recipient) | undefined): Credentials {
  const before = follows?.sftp_settings ?? null;
  const isSame = before !== null && samePlace(placeOfSftp(settingsOfSftp(before)), placeOfSftp(settingsOfSftp(host)));
  if (follows !== undefined && isSame) return credentialsOf(vault, follows);
  throw refuseField('sftpSettings.password', 'is missing', 'the password or the private key: it is another host');
}
