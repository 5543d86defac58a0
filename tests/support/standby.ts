// Debian's PostgreSQL 15 twice: a server, and one that follows it by streaming. Both listen on a socket alone.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { eventually } from './eventually.ts';

const programs = '/usr/lib/postgresql/15/bin';
export const hasPostgres15: boolean = existsSync(`${programs}/pg_basebackup`);

/** No server starts as root; initdb asks for a user who has a name. */
const someUser = 65_534;
const isRoot = process.getuid?.() === 0;
const as = isRoot ? { uid: someUser, gid: someUser } : {};
const give = (path: string) => isRoot && chownSync(path, someUser, someUser);
const superuser = 'tenor_super';

export interface Standby {
  /** The folders of the sockets. */
  readonly primary: string;
  readonly replica: string;
  /** As a superuser, whom both trust. */
  ask(host: string, sql: string): Promise<pg.QueryResult>;
  /** SIGKILL: nobody answers any more. */
  killReplica(): Promise<void>;
  stop(): Promise<void>;
}

export async function startWithStandby(): Promise<Standby> {
  const root = mkdtempSync(join(tmpdir(), 'tenor-standby-'));
  give(root);
  const run = (program: string, ...args: string[]) =>
    execFileSync(`${programs}/${program}`, args, { ...as, stdio: 'pipe', cwd: root });
  const servers: ChildProcess[] = [];
  const start = (name: string) => {
    const socket = join(root, `${name}-socket`);
    mkdirSync(socket);
    give(socket);
    const settings = ['listen_addresses=', `unix_socket_directories=${socket}`, 'fsync=off', 'max_connections=60'];
    const args = settings.flatMap((one) => ['-c', one]);
    const child = spawn(`${programs}/postgres`, ['-D', join(root, name), ...args], {
      ...as,
      stdio: 'ignore',
      cwd: root,
    });
    servers.push(child);
    return { socket, child };
  };
  const ask = async (host: string, sql: string) => {
    const client = new pg.Client({ host, user: superuser, database: 'postgres' });
    await client.connect();
    try {
      return await client.query(sql);
    } finally {
      await client.end();
    }
  };
  const answers = (host: string) =>
    eventually('the server answers', () =>
      ask(host, 'select 1').then(
        () => true,
        () => false,
      ),
    );
  run('initdb', '-D', join(root, 'one'), '-U', superuser, '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync');
  const primary = start('one');
  await answers(primary.socket);
  run('pg_basebackup', '-D', join(root, 'two'), '-h', primary.socket, '-U', superuser, '-R', '-c', 'fast', '--no-sync');
  const replica = start('two');
  await answers(replica.socket);
  const ended = (child: ChildProcess) =>
    child.exitCode !== null || child.signalCode !== null
      ? undefined
      : new Promise((resolve) => child.once('exit', resolve));
  const end = async (child: ChildProcess, signal: NodeJS.Signals) => {
    const over = ended(child);
    child.kill(signal);
    await over;
  };
  return {
    primary: primary.socket,
    replica: replica.socket,
    ask,
    killReplica: () => end(replica.child, 'SIGQUIT'),
    async stop() {
      for (const child of servers.toReversed()) await end(child, 'SIGQUIT');
      rmSync(root, { recursive: true, force: true });
    },
  };
}
