// Starts and stops the server. The server is detached and writes to a file: Ctrl-C must reach only the service, which
// finishes its requests first, and the end of a process must not close a pipe of the server.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants, existsSync } from 'node:fs';
import { type FileHandle, open, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Account, initdbAccountFor, isRoot, postgresMajor } from './account.ts';
import { linkLibraries } from './binaries.ts';
import { type Home, readPidFile } from './home.ts';
import { findPostmaster, isPostmaster, signalProcess } from './processes.ts';
import { port, servedThrough } from './socket-directory.ts';
import { explainFailure, onPath, unavailable } from './unavailable.ts';

/** `locked`: another process is, or is becoming, the server. `ended`: it was stopped or killed before it was ready. */
type Outcome = 'ready' | 'locked' | 'ended';

export type Say = (sentence: string) => void;

/** An exit code of our choice; flock returns it when the lock is taken. */
export const lockedExitCode = 75;

export const pollMs = 10;
/** Recovering after a kill takes its time; it must not be killed again for being slow. */
export const recoveryMsMax = 600_000;
const recoveryMsUnsaid = 3_000;
/** A fast shutdown ends all sessions and writes a checkpoint: milliseconds, on a bad disk seconds. */
export const stoppingMsMax = 10_000;
/** PostgreSQL kills its remaining processes five seconds after SIGQUIT. */
const quittingMsMax = 8_000;

const serverSettings = (home: Home, major: number): Record<string, string> => ({
  listen_addresses: '',
  unix_socket_directories: servedThrough,
  unix_socket_permissions: '0700',
  hba_file: join(home.db, 'pg_hba.conf'),
  cluster_name: home.clusterName,
  // A service uses some forty connections; several services may run on one data directory.
  max_connections: '200',
  timezone: 'UTC',
  // No server replicates from this one: half the helper processes, and less to write.
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_logical_replication_workers: '0',
  ...(major >= 18 ? { io_method: 'sync' } : {}),
  jit: 'off',
  // After losing a process, PostgreSQL would restart the others and keep its lock with no user counted in it. If it is
  // told to stop or loses another process meanwhile, PostgreSQL 18 hangs for ever (each time in our tests). So it ends,
  // and the next process that joins starts it again in the way that every start uses.
  restart_after_crash: 'off',
  // The locks of a killed service end within a second, even in the middle of a long statement.
  client_connection_check_interval: '1s',
  // Text, detail and statement of an error contain the values it is about, so no errors are logged at all.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_timezone: 'UTC',
  // It would write two lines every five minutes for ever, to a file that is never rotated.
  log_checkpoints: 'off',
});

/** Throws EmbeddedUnavailable, with the reason as a sentence, when the server failed by itself. */
export async function startServer(home: Home, native: string, say: Say): Promise<Outcome> {
  const command = commandLine(home, native);
  const libraries = await linkLibraries(native, home.libraries);
  const flags = constants.O_RDWR | constants.O_APPEND | constants.O_NOFOLLOW;
  const log = await onPath(home.log, () => open(home.log, flags));
  try {
    const { size } = await log.stat();
    const server = await spawnDetached(command, log, libraries);
    const outcome = await untilReady(home, server, say);
    if (outcome !== 'failed') return outcome;
    const written = await readFrom(log, size);
    // A helper of the starting server was killed. That is no reason to give up: the next start recovers.
    if (/was terminated by signal/.test(written)) return 'ended';
    throw explainFailure(home.path, await reasonOf(home, written));
  } finally {
    await log.close();
  }
}

function commandLine(home: Home, native: string): [string, ...string[]] {
  return [...underLock(home), ...serverCommand(home, native)];
}

/** The words before a command that takes the lock. Nothing is forked, so that the pid we get is the command's. */
export function underLock(home: Home): [string, ...string[]] {
  const flock = findTool('flock', 'The embedded PostgreSQL needs the command flock (of util-linux) for its lock.');
  return [flock, '--nonblock', '--no-fork', '--conflict-exit-code', `${lockedExitCode}`, home.lock];
}

/** The command that becomes the server, for a process that has the lock. */
export function serverCommand(home: Home, native: string, major: number = postgresMajor): string[] {
  const settings = Object.entries(serverSettings(home, major)).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return [
    ...['/bin/sh', join(import.meta.dirname, 'open.sh')],
    ...[home.path, native, home.socketDirectory, isRoot() ? findSetpriv() : ''],
    ...[inWords(home.account), inWords(initdbAccountFor(home.account))],
    ...['-p', `${port}`, ...settings],
  ];
}

const inWords = ({ uid, gid }: Account): string => `${uid}:${gid}`;

const findSetpriv = (): string =>
  findTool('setpriv', 'PostgreSQL refuses to run as root, and the command setpriv (of util-linux) is missing.');

export const toolDirectories = ['/usr/bin', '/bin', '/usr/sbin', '/sbin'];

function findTool(name: string, otherwise: string): string {
  const found = toolDirectories.map((directory) => join(directory, name)).find((path) => existsSync(path));
  if (found === undefined) throw unavailable(otherwise, 'Install util-linux');
  return found;
}

/** The environment is only ours: the operator's languages, time zones and libraries must not affect the server. */
async function spawnDetached(
  [command, ...args]: [string, ...string[]],
  log: FileHandle,
  libraries: string,
): Promise<ChildProcess> {
  const environment = { PATH: toolDirectories.join(':'), LC_ALL: 'C', TZ: 'UTC' };
  const child = spawn(command, args, {
    cwd: '/',
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
    env: libraries === '' ? environment : { ...environment, LD_LIBRARY_PATH: libraries },
  });
  await once(child, 'spawn');
  child.unref();
  return child;
}

async function untilReady(home: Home, server: ChildProcess, say: Say): Promise<Outcome | 'failed'> {
  for (let waitedMs = 0; waitedMs < recoveryMsMax; waitedMs += pollMs) {
    if (server.signalCode !== null) return 'ended';
    if (server.exitCode !== null) return outcomeOf(server.exitCode);
    const file = await readPidFile(home);
    if (file?.pid === server.pid && file?.status === 'ready') return 'ready';
    if (waitedMs === recoveryMsUnsaid) say('PostgreSQL is still starting: it may be recovering after a crash.');
    await pause(pollMs);
  }
  throw unavailable(
    `The embedded PostgreSQL is not ready after ${recoveryMsMax / 60_000} minutes; it is left running.`,
    `See ${home.log} and start again`,
  );
}

function outcomeOf(exitCode: number): Outcome | 'failed' {
  if (exitCode === lockedExitCode) return 'locked';
  // Zero: the last process that left stopped it. From 128 on: the shell reports that its command was killed.
  return exitCode === 0 || exitCode >= 128 ? 'ended' : 'failed';
}

export async function readFrom(log: FileHandle, position: number): Promise<string> {
  const { buffer, bytesRead } = await log.read({ buffer: Buffer.alloc(16_384), position });
  return buffer.toString('utf8', 0, bytesRead);
}

/** On a full disk even the reason may not have been written. A cluster needs 39 MB, and some for its work. */
const freeBytesMin = 64 * 1024 * 1024;

async function reasonOf(home: Home, written: string): Promise<string> {
  const { bavail, bsize } = await statfs(home.path);
  return bavail * bsize < freeBytesMin ? `No space left on device\n${written}` : written;
}

/**
 * Ends all sessions and waits for the end of the server. False when no signal can reach it: it runs in another
 * container.
 */
export async function stopServer(home: Home): Promise<boolean> {
  const pid = findPostmaster(home.clusterName);
  if (pid === null || !signalProcess(pid, 'SIGINT')) return false;
  if (await isGoneWithin(stoppingMsMax, pid, home)) return true;
  quitServer(home);
  await isGoneWithin(quittingMsMax, pid, home);
  return true;
}

/** For a server that does not end: it stops without a checkpoint. Nothing is lost; the next start recovers. */
export function quitServer(home: Home): void {
  const pid = findPostmaster(home.clusterName);
  if (pid !== null) signalProcess(pid, 'SIGQUIT');
}

async function isGoneWithin(limitMs: number, pid: number, home: Home): Promise<boolean> {
  for (let waitedMs = 0; waitedMs < limitMs; waitedMs += pollMs) {
    if (!isPostmaster(pid, home.clusterName)) return true;
    await pause(pollMs);
  }
  return false;
}
