// Gives the file of a run: to whoever may download it, or by an address that holds for minutes.
import { personalPermission } from '#capabilities/questions/index.ts';
import { findBlob } from '#platform/blobs/keep-blobs.ts';
import { addressMicros } from '#platform/blobs/signed-address.ts';
import type { Vault } from '#platform/crypto/vault.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { errors, Refusal } from '#platform/errors.ts';
import type { GivenAddress, GivenContent, OpenContext, OpenedContent, ReadContext } from '#platform/http/endpoint.ts';
import { mustHave } from '#platform/http/may-call.ts';
import { campaignErrors } from '../errors.ts';
import type { RunRow } from '../tables.ts';
import { fileAddresses } from './addresses.ts';
import { readRun } from './run.ts';

/** Errors: NotFound, Forbidden. */
export async function givenFile(
  { reader, vault, caller, machineMicros }: ReadContext,
  run: RunRow,
  returnUrl: boolean,
): Promise<GivenContent | GivenAddress> {
  if (run.is_personal) mustHave(caller, personalPermission);
  const given = await fileOf(reader, vault, run);
  if (!returnUrl) return given;
  const untilMicros = machineMicros() + addressMicros;
  return {
    addressPath: `/api/campaign-files/${fileAddresses.tokenOf(vault, { realm: caller.realm, runId: run.id, untilMicros })}`,
  };
}

/** Errors: NotFound, RunAddressExpired. */
export async function fileAtAddress(
  { database, vault, clock }: Pick<OpenContext, 'database' | 'vault' | 'clock'>,
  token: string,
): Promise<OpenedContent> {
  const address = fileAddresses.addressIn(vault, token);
  const nothing = new Refusal(errors.NotFound, 'There is no file at this address.', { data: { path: 'fileToken' } });
  if (address === undefined) throw nothing;
  if (clock.micros() > address.untilMicros)
    throw new Refusal(campaignErrors.RunAddressExpired, 'This address has expired.');
  const { realm } = address;
  const reader = database.reader(realm);
  const run = await readRun(reader, address.runId);
  if (run === undefined) throw nothing;
  return { ...(await fileOf(reader, vault, run)), realm };
}

/** Errors: NotFound. */
async function fileOf(
  reader: Reader,
  vault: Vault,
  { id, content_id, file_name: fileName }: RunRow,
): Promise<GivenContent> {
  const { companyId } = reader.realm;
  const blob =
    content_id === null ? undefined : await findBlob(reader, vault.companySealer(companyId), companyId, content_id);
  if (blob !== undefined && fileName !== null)
    return { blob, contentType: fileName.endsWith('.pgp') ? 'application/octet-stream' : 'text/csv', fileName };
  const why = content_id === null ? 'has no file' : 'had a file, which went after thirty days';
  throw new Refusal(errors.NotFound, `The run ${id} ${why}.`, { data: { path: 'borrowerCampaignRunId' } });
}
