// A place of a company: a folder of its own below the operator's, or the host of somebody else, which must be outside.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { WorkSettings } from '#platform/capability.ts';
import type { Realm } from '#platform/db/realm.ts';
import { outerSocket } from '#platform/egress/outer-socket.ts';
import { PostFailed } from '#platform/egress/post-failed.ts';
import { directory } from './directory.ts';
import { type FilePlace, PlaceFailed } from './file-place.ts';
import { sftp } from './sftp.ts';

/** A folder of this machine, below the one that its operator has set, or one of another's. */
export interface CompanyPlace {
  readonly kind: 'directory' | 'sftp';
  readonly folder: string;
  /** Where others leave what is for us; null, or not there: nothing is fetched. */
  readonly incomingFolder?: string | null;
  readonly host: string | null;
  readonly port: number | null;
  readonly username: string | null;
  readonly hostKey: string | null;
}

/** Whoever shows the same key under the same name, and lets the same user in. */
export const samePlace = (one: CompanyPlace, other: CompanyPlace): boolean =>
  (['kind', 'host', 'port', 'username', 'hostKey'] as const).every((field) => one[field] === other[field]);

const timeoutMs = 120_000;
const connectMs = 20_000;

interface Reached {
  readonly realm: Realm;
  readonly secrets: Readonly<Record<string, string>>;
  readonly settings: Pick<WorkSettings, 'webhookDevHosts' | 'bankFilesDirectory'>;
}

/** Errors: PlaceFailed. */
export async function openPlace(place: CompanyPlace, { realm, secrets, settings }: Reached): Promise<FilePlace> {
  const { webhookDevHosts: devHosts, bankFilesDirectory = null } = settings;
  if (place.kind === 'directory') return ownFolder(place.folder, realm, bankFilesDirectory);
  const { host, port, username, hostKey, folder } = place;
  if (host === null || port === null || username === null || hostKey === null)
    throw new PlaceFailed('The host is not set.');
  const { privateKey, password } = secrets;
  const socket = await outerSocket({ hostname: host, port, devHosts, connectMs }).catch((error) => {
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
  { mode, companyId }: Realm,
  bankFilesDirectory: string | null,
): Promise<FilePlace> {
  if (bankFilesDirectory === null) throw new PlaceFailed('The operator has set no folder for files.');
  const path = join(bankFilesDirectory, mode, companyId, folder);
  await mkdir(path, { recursive: true, mode: 0o750 }).catch((error: NodeJS.ErrnoException) => {
    throw new PlaceFailed(`The folder cannot be made (${error.code}).`, { cause: error });
  });
  return directory(path);
}
