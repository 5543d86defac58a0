// With whom a tape is left: with the recipient of its type, or with one of its own, so that many investors may have tapes of
// one type.
import { placeOfSftp, problemsOfSftp, type SftpInput, settingsOfSftp } from '#capabilities/campaigns/index.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Vault } from '#platform/crypto/vault.ts';
import { mustHaveNone, type Problem, refuseField } from '#platform/errors.ts';
import type { CompanyPlace } from '#platform/file-places/company-place.ts';
import { mustBePublicKey } from '#platform/file-places/open-pgp.ts';
import { mustHave } from '#platform/http/may-call.ts';
import type { LoanTapeRow, TapeTypeRow } from '../tables.ts';
import { fileNameProblems } from '../types/file-name.ts';
import { type Credentials, credentialsOf, sendingPermission } from '../types/recipient.ts';
import type { Sftp } from '../types/schemas.ts';

export const tapeSecretsPart = (id: string): string => `loanTape.${id}.secrets`;

interface SaidOfTape {
  readonly isToBeSent?: boolean | undefined;
  readonly sftpSettings?: SftpInput | null | undefined;
  readonly openPgpPublicKey?: string | null | undefined;
  readonly customFileName?: string | null | undefined;
}

export interface Sending {
  readonly isToBeSent: boolean;
  readonly fileName: string | null;
  /** Null: that of the type. */
  readonly ownRecipient: OwnRecipient | null;
}

interface OwnRecipient {
  readonly host: Sftp;
  readonly publicKey: string | null;
  sealedFor(tapeId: string): Buffer;
}

/** Errors: Forbidden, InvalidRequest. */
export async function sendingAsked(ctx: CommandContext, type: TapeTypeRow, said: SaidOfTape): Promise<Sending> {
  const { sftpSettings = null, openPgpPublicKey = null, customFileName = null } = said;
  const isToBeSent = said.isToBeSent ?? sftpSettings !== null;
  if (isToBeSent) mustHave(ctx.caller, sendingPermission);
  mustHaveNone([
    ...fileNameProblems({ custom_file_name: customFileName }),
    ...recipientProblems(ctx, type, { sftpSettings, openPgpPublicKey, isToBeSent }),
  ]);
  if (openPgpPublicKey !== null) await mustBePublicKey(openPgpPublicKey);
  const ownRecipient = sftpSettings && ownRecipientOf(ctx, sftpSettings, openPgpPublicKey);
  return { isToBeSent, fileName: customFileName, ownRecipient };
}

type Checked = Required<Pick<SaidOfTape, 'sftpSettings' | 'openPgpPublicKey' | 'isToBeSent'>>;

function recipientProblems(
  { settings }: CommandContext,
  type: TapeTypeRow,
  { sftpSettings, openPgpPublicKey, isToBeSent }: Checked,
): Problem[] {
  if (sftpSettings == null) {
    const isNowhere = isToBeSent && type.sftp_settings === null;
    return [
      ...(isNowhere
        ? [{ path: 'isToBeSent', message: 'has no host', expected: 'false, or sftpSettings here or in the type' }]
        : []),
      ...(openPgpPublicKey === null
        ? []
        : [{ path: 'openPgpPublicKey', message: 'is of no recipient', expected: 'sftpSettings beside it' }]),
    ];
  }
  if (!isToBeSent) return [{ path: 'sftpSettings', message: 'has no effect', expected: 'isToBeSent true' }];
  return problemsOfSftp(settings, sftpSettings);
}

function ownRecipientOf({ vault, realm }: CommandContext, sent: SftpInput, publicKey: string | null): OwnRecipient {
  const { privateKey, password } = sent;
  const credentials: Credentials | undefined =
    privateKey !== undefined ? { privateKey } : password !== undefined ? { password } : undefined;
  if (credentials === undefined)
    throw refuseField('sftpSettings.password', 'is missing', 'the password or the private key of the host');
  const sealer = vault.companySealer(realm.companyId);
  return {
    host: settingsOfSftp(sent) as Sftp,
    publicKey,
    sealedFor: (tapeId) => sealer.seal(tapeSecretsPart(tapeId), JSON.stringify(credentials)),
  };
}

interface Recipient {
  readonly place: CompanyPlace;
  readonly credentials: Credentials;
  readonly publicKey: string | null;
}

/** Undefined: there is none. */
export function recipientOf(vault: Vault, tape: LoanTapeRow, type: TapeTypeRow): Recipient | undefined {
  const { sftp_settings: own, secrets_sealed: sealed } = tape;
  if (own === null) {
    if (type.sftp_settings === null) return undefined;
    const place = placeOfSftp(settingsOfSftp(type.sftp_settings));
    return { place, credentials: credentialsOf(vault, type), publicKey: type.open_pgp_public_key };
  }
  if (sealed === null) return undefined;
  const opened = vault.companySealer(tape.company_id).unseal(tapeSecretsPart(tape.id), sealed);
  return {
    place: placeOfSftp(settingsOfSftp(own)),
    credentials: JSON.parse(opened) as Credentials,
    publicKey: tape.open_pgp_public_key,
  };
}
