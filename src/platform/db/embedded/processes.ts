// The server's processes as this machine shows them. They are recognised by their cluster name, which PostgreSQL keeps
// in the title of each, and which is made of the data directory's device and inode. Not by /proc/<pid>/cwd: root in a
// container may not read that of another user's process. Not by pid: pids are reused, and differ between containers.
import { readdirSync, readFileSync } from 'node:fs';

interface ServerProcess {
  readonly pid: number;
  readonly parent: number;
  /** Started as the server itself; its children take a title of their own. */
  readonly isPostmaster: boolean;
}

function serverProcesses(clusterName: string): ServerProcess[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.flatMap((pid) => {
    const commandLine = read(`/proc/${pid}/cmdline`);
    const isPostmaster = startedAsServer(commandLine, clusterName);
    if (!isPostmaster && !commandLine.startsWith(`postgres: ${clusterName}: `)) return [];
    // The name in parentheses may hold spaces; the state and the parent follow the last of them.
    const parent = read(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ')[1];
    return parent === undefined ? [] : [{ pid: Number(pid), parent: Number(parent), isPostmaster }];
  });
}

/** The program is asked for too: flock and the shell carry the server's arguments before they become the server. */
function startedAsServer(commandLine: string, clusterName: string): boolean {
  const [program, ...args] = commandLine.split('\0');
  return program?.endsWith('/bin/postgres') === true && args.includes(`cluster_name=${clusterName}`);
}

/** A process may end while we look; a zombie has an empty command line. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** The living server, or null: there is none, or it runs in a container whose processes we do not see. */
export function findPostmaster(clusterName: string): number | null {
  const found = serverProcesses(clusterName).filter((process) => process.isPostmaster);
  // A child that was forked this instant still carries its parent's command line.
  const postmaster = found.find(({ parent }) => !found.some(({ pid }) => pid === parent));
  return postmaster?.pid ?? null;
}

/** Whether it still lives and is still that server: a number may have been given to somebody else. */
export function isPostmaster(pid: number, clusterName: string): boolean {
  return startedAsServer(read(`/proc/${pid}/cmdline`), clusterName);
}

/** Sessions that outlived a killed server because they were busy. They hold the lock until they notice, or are told. */
export function signalOrphans(clusterName: string, signal: 'SIGTERM' | 'SIGKILL'): number {
  const found = serverProcesses(clusterName);
  const living = new Set(found.filter((process) => process.isPostmaster).map(({ pid }) => pid));
  const orphans = found.filter((process) => !process.isPostmaster && !living.has(process.parent));
  for (const { pid } of orphans) signalProcess(pid, signal);
  return orphans.length;
}

/** False when the process is gone or belongs to somebody else. */
export function signalProcess(pid: number, signal: 'SIGINT' | 'SIGQUIT' | 'SIGTERM' | 'SIGKILL'): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}
