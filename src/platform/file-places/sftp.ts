// A folder of another machine, by SFTP. The machine is known by the fingerprint of its key; whatever shows another one is
// told neither the account nor a byte of a file.
import { createHash } from 'node:crypto';
import type { Socket } from 'node:net';
import { posix } from 'node:path';
import SftpClient from 'ssh2-sftp-client';
import { type FilePlace, PlaceFailed } from './file-place.ts';

export interface SftpSettings {
  readonly host: string;
  readonly port: number;
  readonly username: string;
  /** Of the host's key, as `ssh-keygen -l` shows it: `SHA256:…`. */
  readonly hostKey: string;
  readonly folder: string;
  /** One of them. */
  readonly privateKey?: string;
  readonly password?: string;
  /** For the connection, and for each step after it. */
  readonly timeoutMs: number;
  /** Connected to the host already, by whoever has checked its address. */
  readonly socket?: Socket;
}

const fingerprintOf = (key: Buffer): string =>
  `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`;

/** Errors: PlaceFailed. */
export async function sftp(settings: SftpSettings): Promise<FilePlace> {
  const { host, port, username, folder, privateKey, password, timeoutMs } = settings;
  let shown: string | undefined;
  // Without these it prints what happens to a connection that nobody uses at the moment.
  const client = new SftpClient('tenor', { error: () => {}, end: () => {}, close: () => {} });
  const step = <T>(work: Promise<T>): Promise<T> => inTime(client, work, timeoutMs);
  const path = (name: string): string => posix.join(folder, name);
  const connecting = client.connect({
    ...{ host, port, username, readyTimeout: timeoutMs, keepaliveInterval: 10_000 },
    ...(settings.socket === undefined ? {} : { sock: settings.socket }),
    ...(privateKey === undefined ? {} : { privateKey }),
    ...(password === undefined ? {} : { password }),
    hostVerifier(key) {
      shown = fingerprintOf(key);
      return shown === settings.hostKey;
    },
  });
  await step(connecting).catch((error) => {
    void client.end().catch(() => undefined);
    if (shown !== undefined && shown !== settings.hostKey)
      throw new PlaceFailed(`The host shows another key than the one that is set: ${shown}.`);
    throw failure(error, 'The host is not reached, or does not let us in');
  });
  return {
    sizeOf: (name) =>
      step(client.stat(path(name))).then(
        ({ size }) => size,
        (error) => {
          if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
          throw failure(error, 'The host does not say what is in its folder');
        },
      ),
    async write(name, content) {
      await step(client.put(content, path(name))).catch((error) => {
        content.destroy();
        throw failure(error, 'The host does not take the file');
      });
    },
    async rename(from, to) {
      // The rename of the first version of the protocol, which refuses where there is a file of the new name.
      await step(client.rename(path(from), path(to))).catch((error) => {
        throw failure(error, 'The host does not give the file its name');
      });
    },
    async remove(name) {
      await step(client.delete(path(name), true));
    },
    async list() {
      const found = await step(client.list(folder)).catch((error) => {
        throw failure(error, 'The host does not say what is in its folder');
      });
      return found
        .filter(({ type }) => type === '-')
        .map(({ name, size, modifyTime }) => ({ name, bytes: size, changedAt: modifyTime }));
    },
    async read(name) {
      return step(client.get(path(name))).catch((error) => {
        throw failure(error, 'The host does not give the file');
      });
    },
    async close() {
      await client.end().catch(() => undefined);
    },
  };
}

/** The code alone is told: a message may hold addresses, accounts and paths. */
function failure(error: unknown, says: string): PlaceFailed {
  if (error instanceof PlaceFailed) return error;
  const code = String((error as NodeJS.ErrnoException).code ?? 'no code');
  return new PlaceFailed(`${says} (${code}).`, { cause: error });
}

/** A host that says nothing any more is left, and what was asked of it fails. */
async function inTime<T>(client: SftpClient, work: Promise<T>, timeoutMs: number): Promise<T> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    reject(new PlaceFailed(`The host said nothing for ${timeoutMs / 1_000} seconds.`));
    void client.end().catch(() => undefined);
  }, timeoutMs);
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    clearTimeout(timer);
    // What fails after we have left is nobody's.
    work.catch(() => undefined);
  }
}
