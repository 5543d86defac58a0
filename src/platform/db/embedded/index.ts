// The embedded PostgreSQL: made on first use, shared by every process that uses one data directory, stopped by the last
// one that leaves. There is no supervisor. Two locks decide everything, and both end with the processes that hold them:
// the file lock, held by the server itself, says that there is a server; the advisory lock in it says who uses it.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findBinaries } from './binaries.ts';
import { type Home, openHome, readIdentity, readPidFile } from './home.ts';
import { type Absence, enter, Presence } from './presence.ts';
import { signalOrphans } from './processes.ts';
import { type Say, startServer, stopServer } from './server-process.ts';
import { isTrusted, port, possibleSocketDirectories } from './socket-directory.ts';
import { unavailable } from './unavailable.ts';

export { EmbeddedUnavailable } from './unavailable.ts';

export interface EmbeddedServer {
  /** With these, `pg` connects as the owner login of the database `tenor`; there is no password. */
  readonly socketDirectory: string;
  readonly port: number;
  readonly database: 'tenor';
  readonly owner: 'tenor_owner';
  /** Whoever leaves last stops the server and waits until it is gone. Close your connections before. Idempotent. */
  leave(): Promise<void>;
  /**
   * Called once when the server is lost: it, or one of its processes, was killed. From then on nothing keeps a server
   * up for this process: join again, or end.
   */
  onLost(listener: (reason: Error) => void): void;
}

/** Throws EmbeddedUnavailable, whose message is for the operator, when no server can be had here. */
export async function joinEmbedded(options: { dataDirectory: string; say?: Say }): Promise<EmbeddedServer> {
  const say = options.say ?? (() => {});
  const native = await findBinaries();
  const home = await openHome(options.dataDirectory);
  const presence = await join_(home, native, say);
  let left: Promise<void> | undefined;
  return {
    socketDirectory: presence.socketDirectory,
    port,
    database: 'tenor',
    owner: 'tenor_owner',
    leave: () => {
      left ??= leave(home, presence, say);
      return left;
    },
    onLost: (listener) => presence.onLost(listener),
  };
}
