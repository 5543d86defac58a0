// Where a company's files are left: a folder of its own below the operator's, or its bank's host, which must be outside.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Realm } from '#platform/db/realm.ts';
import { outerSocket } from '#platform/egress/outer-socket.ts';
import { PostFailed } from '#platform/egress/post-failed.ts';
import { directory } from '#platform/file-places/directory.ts';
import { type FilePlace, PlaceFailed } from '#platform/file-places/file-place.ts';
import { sftp } from '#platform/file-places/sftp.ts';
import type { AchSettings } from '../../orders/providers/ach/settings.ts';

const timeoutMs = 120_000;
const connectMs = 20_000;

interface Reached {
  readonly realm: Realm;
  readonly secrets: Readonly<Record<string, string>>;
  readonly devHosts: ReadonlySet<string>;
  readonly bankFilesDirectory: string | null;
}

/** Errors: PlaceFailed. */
export async function openPlace({ place }: AchSettings, reached: Reached): Promise<FilePlace> {
  if (place.kind === 'directory') return ownFolder(place.folder, reached);
  const { host, port, username, hostKey, folder } = place;
  if (host === null || port === null || username === null || hostKey === null)
    throw new PlaceFailed('The host of the bank is not set.');
  const { privateKey, password } = reached.secrets;
  const socket = await outerSocket({ hostname: host, port, devHosts: reached.devHosts, connectMs }).catch((error) => {
    if (error instanceof PostFailed) throw new PlaceFailed(error.message, { cause: error });
    throw error;
  });
  return sftp({
    host,
    port,
    username,
    hostKey,
    folder,
    timeoutMs,
    socket,
    ...(privateKey === undefined ? {} : { privateKey }),
    ...(password === undefined ? {} : { password }),
  });
}

/** No company sees another's, and no mode the other's. */
async function ownFolder(
  folder: string,
  { realm: { mode, companyId }, bankFilesDirectory }: Reached,
): Promise<FilePlace> {
  if (bankFilesDirectory === null) throw new PlaceFailed('The operator has set no folder for files of banks.');
  const path = join(bankFilesDirectory, mode, companyId, folder);
  await mkdir(path, { recursive: true, mode: 0o750 }).catch((error: NodeJS.ErrnoException) => {
    throw new PlaceFailed(`The folder cannot be made (${error.code}).`, { cause: error });
  });
  return directory(path);
}
