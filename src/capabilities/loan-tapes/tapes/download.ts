// Gives the file of a tape: to whoever may download it, or by an address that holds for minutes.
import { findBlob } from '#platform/blobs/keep-blobs.ts';
import { addressMicros } from '#platform/blobs/signed-address.ts';
import type { Vault } from '#platform/crypto/vault.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { errors, Refusal } from '#platform/errors.ts';
import type { GivenAddress, GivenContent, OpenContext, OpenedContent, ReadContext } from '#platform/http/endpoint.ts';
import { mustHave } from '#platform/http/may-call.ts';
import { tapeErrors } from '../errors.ts';
import type { LoanTapeRow } from '../tables.ts';
import { fileAddresses } from './addresses.ts';
import { readTape } from './find-tape.ts';
import { permissionsOfTape } from './permissions.ts';

/** Whoever downloads it must have the right to read what it tells. Errors: Forbidden, TapeNotThere. */
export async function givenFile(
  { reader, vault, caller, machineMicros }: ReadContext,
  tape: LoanTapeRow,
  returnUrl: boolean,
): Promise<GivenContent | GivenAddress> {
  for (const permission of await permissionsOfTape(reader, tape)) mustHave(caller, permission);
  const given = await fileOf(reader, vault, tape);
  if (!returnUrl) return given;
  const untilMicros = machineMicros() + addressMicros;
  return {
    addressPath: `/api/loan-tape-files/${fileAddresses.tokenOf(vault, { realm: caller.realm, tapeId: tape.id, untilMicros })}`,
  };
}

/** Errors: NotFound, TapeAddressExpired, TapeNotThere. */
export async function fileAtAddress(
  { database, vault, clock }: Pick<OpenContext, 'database' | 'vault' | 'clock'>,
  token: string,
): Promise<OpenedContent> {
  const address = fileAddresses.addressIn(vault, token);
  const nothing = new Refusal(errors.NotFound, 'There is no file at this address.', {
    data: { path: 'tapeFileToken' },
  });
  if (address === undefined) throw nothing;
  if (clock.micros() > address.untilMicros)
    throw new Refusal(tapeErrors.TapeAddressExpired, 'This address has expired.');
  const { realm } = address;
  const reader = database.reader(realm);
  const tape = await readTape(reader, address.tapeId);
  if (tape === undefined) throw nothing;
  return { ...(await fileOf(reader, vault, tape)), realm };
}

/** Errors: TapeNotThere. */
async function fileOf(
  reader: Reader,
  vault: Vault,
  { id, content_id, file_name: fileName }: LoanTapeRow,
): Promise<GivenContent> {
  const { companyId } = reader.realm;
  const sealer = vault.companySealer(companyId);
  const blob = content_id === null ? undefined : await findBlob(reader, sealer, companyId, content_id);
  if (blob !== undefined && fileName !== null) return { blob, contentType: contentTypeOf(fileName), fileName };
  const why = content_id === null ? 'has no file' : 'had a file, which has gone';
  throw new Refusal(tapeErrors.TapeNotThere, `The tape ${id} ${why}.`, { data: { path: 'loanTapeId' } });
}

const contentTypes: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  txt: 'text/plain',
  gz: 'application/gzip',
  zip: 'application/zip',
};

const contentTypeOf = (fileName: string): string =>
  contentTypes[fileName.slice(fileName.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
