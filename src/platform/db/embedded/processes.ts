// The server's processes as this machine shows them. They are recognised by the cluster name, which PostgreSQL shows in
// the title of each and which consists of the data directory's device and inode. Reading /proc/<pid>/cwd would not do:
// root in a container may not read it for another user's process. A pid would not do either: pids are reused, and
// differ between containers.
import { readdirSync, readFileSync } from 'node:fs';

interface ServerProcess {
  readonly pid: number;
  readonly parent: number;
  /** True for the server itself; its children have a different title. */
  readonly isPostmaster: boolean;
}

function serverProcesses(clusterName: string): ServerProcess[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.flatMap((pid) => {
    const commandLine = read(`/proc/${pid}/cmdline`);
    const isPostmaster = startedAsServer(commandLine, clusterName);
    if (!isPostmaster && !commandLine.startsWith(`postgres: ${clusterName}: `)) return [];
    // The name in parentheses may contain spaces; the state and the parent come after the last parenthesis.
    const parent = read(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ')[1];
    return parent === undefined ? [] : [{ pid: Number(pid), parent: Number(parent), isPostmaster }];
  });
}

/**
 * The program is checked too, because flock and the shell have the server's arguments before they become the server.
 */
function startedAsServer(commandLine: string, clusterName: string): boolean {
  const [program, ...args] = commandLine.split('\0');
  return program?.endsWith('/bin/postgres') === true && args.includes(`cluster_name=${clusterName}`);
}

/** A process may end while we read; a zombie has an empty command line. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** The running server. Null: there is none, or it runs in a container whose processes we do not see. */
export function findPostmaster(clusterName: string): number | null {
  const found = serverProcesses(clusterName).filter((process) => process.isPostmaster);
  // A child forked at this instant still has its parent's command line.
  const postmaster = found.find(({ parent }) => !found.some(({ pid }) => pid === parent));
  return postmaster?.pid ?? null;
}

/** Whether the process still runs and is still that server: the number may belong to another process by now. */
export function isPostmaster(pid: number, clusterName: string): boolean {
  return startedAsServer(read(`/proc/${pid}/cmdline`), clusterName);
}

/**
 * Signals sessions that outlived a killed server because they were busy. They keep the lock until they notice, or get a
 * signal.
 */
export function signalOrphans(clusterName: string, signal: 'SIGTERM' | 'SIGKILL'): number {
  const found = serverProcesses(clusterName);
  const living = new Set(found.filter((process) => process.isPostmaster).map(({ pid }) => pid));
  const orphans = found.filter((process) => !process.isPostmaster && !living.has(process.parent));
  for (const { pid } of orphans) signalProcess(pid, signal);
  return orphans.length;
}

/** False when the process has ended or belongs to another user. */
export function signalProcess(pid: number, signal: 'SIGINT' | 'SIGQUIT' | 'SIGTERM' | 'SIGKILL'): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}
