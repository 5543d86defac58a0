// Helpers for the tests of the embedded server: a place on the disk, processes to kill, and a look at the processes
// that remain.

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { joinEmbedded } from '../../src/platform/db/embedded/index.ts';
import { eventually } from '../support/eventually.ts';

export const isRoot = process.geteuid?.() === 0;

interface Event {
  readonly event: 'joined' | 'said' | 'lost' | 'committed' | 'left' | 'refused' | 'failed';
  readonly socketDirectory?: string;
  readonly sentence?: string;
  readonly reason?: string;
  readonly n?: number;
}

export class Child {
  readonly process: ChildProcess;
  readonly events: Event[] = [];
  #stderr = '';
  #hasEnded = false;

  constructor(process: ChildProcess) {
    this.process = process;
    createInterface({ input: process.stdout! }).on('line', (line) => this.events.push(JSON.parse(line) as Event));
    process.stderr!.on('data', (data) => {
      this.#stderr += String(data);
    });
    process.stdin!.on('error', () => {});
    process.once('close', () => {
      this.#hasEnded = true;
    });
  }

  find(event: Event['event']): Event | undefined {
    return this.events.find((one) => one.event === event);
  }

  /** Waits for one of the events; throws the child's output if it ended without one. */
  async until(...wanted: Event['event'][]): Promise<Event> {
    const found = () => this.events.find(({ event }) => wanted.includes(event));
    await eventually(`${wanted.join(' or ')} from the child`, () => found() !== undefined || this.#hasEnded);
    const event = found();
    if (event === undefined) throw new Error(`The child ended: ${JSON.stringify(this.events)} ${this.#stderr}`);
    return event;
  }

  write(): void {
    this.process.stdin!.write('write\n');
  }

  async leave(): Promise<void> {
    this.process.stdin!.end('leave\n');
    await this.until('left');
  }

  async kill(): Promise<void> {
    this.process.kill('SIGKILL');
    await this.hasEnded();
  }

  hasEnded(): Promise<true> {
    return eventually('the end of the child', () => this.#hasEnded);
  }
}

interface HowToStart {
  /** A command that runs the child: another user, other capabilities, another namespace. */
  readonly through?: readonly string[];
  readonly environment?: Record<string, string>;
  /** Another copy of the module under test. */
  readonly module?: string;
  /** In a separate process group, as a shell starts a command. */
  readonly inOwnGroup?: boolean;
}

const children = new Set<ChildProcess>();

export function startChild(dataDirectory: string, how: HowToStart = {}): Child {
  const { through = [], environment = {}, module, inOwnGroup = false } = how;
  const script = join(import.meta.dirname, 'embedded-child.ts');
  const command = [...through, process.execPath, script, dataDirectory, ...(module === undefined ? [] : [module])];
  const env = { PATH: process.env.PATH, ...environment };
  const child = spawn(command[0]!, command.slice(1), { env, detached: inOwnGroup });
  children.add(child);
  child.once('close', () => children.delete(child));
  return new Child(child);
}

/** A test that failed half-way leaves children: this ends them. */
export function killChildren(): void {
  for (const child of children) child.kill('SIGKILL');
}

/** A directory for one test file, with data directories in which a cluster exists already. */
export class Place {
  readonly path = realpathSync(mkdtempSync(join(tmpdir(), 'tenor-test-')));
  #count = 0;

  empty(): string {
    this.#count += 1;
    return join(this.path, `${this.#count}`);
  }

  async madeOnce(): Promise<void> {
    const server = await joinEmbedded({ dataDirectory: join(this.path, 'made') });
    await server.leave();
  }

  /** A copy takes a tenth of the time that a new cluster takes. */
  made(target = this.empty()): string {
    execFileSync('cp', ['-a', join(this.path, 'made'), target]);
    return target;
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}

/** The pids of the servers whose files are below the path. */
export function serversBelow(path: string): number[] {
  const found = processes().filter((pid) => {
    const [program = '', ...args] = commandLine(pid);
    return program.endsWith('/postgres') && args.some((arg) => arg.startsWith(`${path}/`));
  });
  // A newly forked child still has the arguments of its parent.
  return found.filter((pid) => !found.includes(parentOf(pid)));
}

/** The name that the server of the directory shows in the titles of its processes. */
export function clusterName(dataDirectory: string): string {
  const { dev, ino } = statSync(dataDirectory);
  return `tenor-${dev.toString(36)}-${ino.toString(36)}`;
}

/** The server's sessions and helpers, also those whose server has ended. */
export function sessionsOf(dataDirectory: string): number[] {
  const title = `postgres: ${clusterName(dataDirectory)}: `;
  return processes().filter((pid) => commandLine(pid)[0]?.startsWith(title));
}

const processes = (): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);

const commandLine = (pid: number): string[] => readIfThere(`/proc/${pid}/cmdline`).split('\0');

const parentOf = (pid: number): number => Number(readIfThere(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ')[1]);

function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** Processes that have ended meanwhile are skipped. */
export function killAll(pids: readonly number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

/** The owner's password, which any user who may read the data can read. */
const passwordBehind = (socketDirectory: string): string =>
  readFileSync(join(realpathSync(socketDirectory), '../db/tenor_owner.password'), 'utf8').trim();

interface As {
  readonly user?: string;
  readonly password?: string;
  readonly database?: string;
}

export async function connect(socketDirectory: string, as: As = {}): Promise<pg.Client> {
  const owner = { user: 'tenor_owner', password: passwordBehind(socketDirectory), database: 'tenor' };
  const client = new pg.Client({ host: socketDirectory, ssl: false, ...owner, ...as });
  client.on('error', () => {});
  await client.connect();
  return client;
}

export async function ask<T extends pg.QueryResultRow>(
  socketDirectory: string,
  sql: string,
  as: As = {},
): Promise<T[]> {
  const client = await connect(socketDirectory, as);
  try {
    return (await client.query<T>(sql)).rows;
  } finally {
    await client.end();
  }
}
