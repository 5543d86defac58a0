// An OpenSSH server of Debian on loopback, with keys made for the test and a folder of its own.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import type { SftpSettings } from './sftp.ts';

const program = '/usr/sbin/sshd';
export const hasSshd = existsSync(program);

export interface TestSshd {
  readonly settings: SftpSettings;
  /** The folder that it serves. */
  readonly folder: string;
  /** SIGSTOP: its connections stay, and say nothing any more. */
  hang(): void;
  /** SIGKILL: of the server, and of each connection that it has. */
  die(): Promise<void>;
  /** The same host again: its port and its keys. */
  rise(): Promise<void>;
  stop(): Promise<void>;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

function keyIn(home: string, name: string): { readonly path: string; readonly fingerprint: string } {
  const path = join(home, name);
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', path]);
  const fingerprint = execFileSync('ssh-keygen', ['-l', '-f', path], { encoding: 'utf8' }).split(' ')[1] as string;
  return { path, fingerprint };
}

export async function startSshd(): Promise<TestSshd> {
  const home = mkdtempSync(join(tmpdir(), 'tenor-sshd-'));
  const folder = join(home, 'incoming');
  mkdirSync(folder);
  // Where root's server keeps what it gives up its rights into.
  if (process.getuid?.() === 0) mkdirSync('/run/sshd', { recursive: true });
  const [host, user, port] = [keyIn(home, 'host'), keyIn(home, 'user'), await freePort()];
  writeFileSync(join(home, 'authorized'), readFileSync(`${user.path}.pub`));
  const config = {
    Port: port,
    ListenAddress: '127.0.0.1',
    HostKey: host.path,
    PidFile: 'none',
    UsePAM: 'no',
    StrictModes: 'no',
    AuthorizedKeysFile: join(home, 'authorized'),
    PasswordAuthentication: 'no',
    PermitRootLogin: 'yes',
    Subsystem: 'sftp internal-sftp',
  };
  const file = join(home, 'config');
  writeFileSync(
    file,
    Object.entries(config)
      .map(([key, value]) => `${key} ${value}\n`)
      .join(''),
  );
  const begin = async (): Promise<ChildProcess> => {
    const begun = spawn(program, ['-D', '-e', '-f', file], { stdio: ['ignore', 'ignore', 'pipe'] });
    await listening(begun);
    return begun;
  };
  let child = await begin();
  const settings: SftpSettings = {
    host: '127.0.0.1',
    port,
    username: userInfo().username,
    hostKey: host.fingerprint,
    folder,
    privateKey: readFileSync(user.path, 'utf8'),
    timeoutMs: 20_000,
  };
  const die = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    for (const pid of [...below(child.pid as number), child.pid as number]) signaled(pid, 'SIGKILL');
    await ended;
  };
  return {
    settings,
    folder,
    hang() {
      for (const pid of below(child.pid as number)) signaled(pid, 'SIGSTOP');
    },
    die,
    async rise() {
      child = await begin();
    },
    async stop() {
      await die();
      rmSync(home, { recursive: true });
    },
  };
}

/** Each connection has processes of its own, which outlive the server. */
function below(pid: number): number[] {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((one) => parentOf(one) === pid);
  return children.flatMap((one) => [one, ...below(one)]);
}

function parentOf(pid: number): number | undefined {
  try {
    return Number(/\nPPid:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  } catch {
    return undefined;
  }
}

function signaled(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended by itself.
  }
}

function listening(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = '';
    child.stderr?.on('data', (text) => {
      said += text;
      if (said.includes('Server listening')) resolve();
    });
    child.once('exit', () => reject(new Error(`the server ended: ${said}`)));
  });
}
