// A bank that a service reaches by SFTP alone: a process of its own, with Debian's OpenSSH server before its folders. Both
// die together by SIGKILL, and come back with what they had on the disk.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { startSshd } from '#platform/file-places/test-sshd.ts';
import { type Books, booksIn, closingFile, folders, put, toGive } from './books.ts';

export interface SftpBank {
  /** What a service is told of it, and its address. */
  readonly place: object;
  readonly credentials: { readonly privateKey: string };
  readonly address: string;
  books(): Books;
  /** The day is over: it is to write down what has come back, and its statement. */
  close(day: string): void;
  /** What it gives back of the days that it has closed: the content of each file. */
  files(): string[];
  /** Undefined: it is not written yet. */
  statement(day: string): string | undefined;
  die(): Promise<void>;
  rise(): Promise<void>;
  stop(): Promise<void>;
}

export async function anSftpBank(seed: number): Promise<SftpBank> {
  const server = await startSshd();
  const home = server.folder;
  for (const folder of Object.values(folders)) mkdirSync(join(home, folder));
  const { host, port, username, hostKey, privateKey = '' } = server.settings;
  let child = begin(home, seed);
  const die = async (): Promise<void> => {
    const ended = child.exitCode === null && child.signalCode === null && new Promise((go) => child.once('exit', go));
    child.kill('SIGKILL');
    await Promise.all([ended, server.die()]);
  };
  return {
    place: {
      kind: 'sftp',
      host,
      port,
      username,
      hostKey,
      folder: join(home, folders.sent),
      incomingFolder: join(home, folders.back),
    },
    credentials: { privateKey },
    address: `${host}:${port}`,
    books: () => booksIn(home),
    close(day) {
      put(join(home, 'next'), day);
      renameSync(join(home, 'next'), join(home, closingFile));
    },
    files: () => toGive(home).flatMap(({ folder, content }) => (folder === folders.back ? [content] : [])),
    statement(day) {
      const path = join(home, folders.statements, `${day}.csv`);
      return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
    },
    die,
    async rise() {
      child = begin(home, seed);
      await server.rise();
    },
    async stop() {
      await die();
      await server.stop();
    },
  };
}

const begin = (home: string, seed: number): ChildProcess =>
  spawn(process.execPath, [join(import.meta.dirname, 'bank-child.ts'), home, String(seed)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
