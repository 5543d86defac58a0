// A folder of another machine, by SFTP. The machine is known by the fingerprint of its key; whatever shows another one is
// told neither the account nor a byte of a file.
import { createHash } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { posix } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type SftpClient from 'ssh2-sftp-client';
import type { Listed } from 'ssh2-sftp-client';
import { type FilePlace, type FileSeen, mustBeFew, mustBeShort, PlaceFailed } from './file-place.ts';

export interface SftpSettings {
  readonly host: string;
  readonly port: number;
  readonly username: string;
  /** The fingerprint of the host's key, as `ssh-keygen -l` shows it: `SHA256:…`. */
  readonly hostKey: string;
  readonly folder: string;
  /** Either a key or a password is given. */
  readonly privateKey?: string;
  readonly password?: string;
  /** For the connection, and for each silence after it. */
  readonly timeoutMs: number;
  /** Connected to the host already, by whoever has checked its address. */
  readonly socket?: Socket;
}

const goodbyeMs = 2_000;

const fingerprintOf = (key: Buffer): string =>
  `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`;

/** Errors: PlaceFailed. */
export async function sftp(settings: SftpSettings): Promise<FilePlace> {
  const { folder, timeoutMs } = settings;
  const { client, socket } = await entered(settings);
  const step = <T>(work: (alive: () => void) => Promise<T>): Promise<T> => inTime(socket, work, timeoutMs);
  const path = (name: string): string => posix.join(folder, name);
  return {
    sizeOf: (name) =>
      step(() => client.stat(path(name))).then(
        ({ size }) => size,
        (error) => {
          if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
          throw failure(error, 'The host does not say what is in its folder');
        },
      ),
    async write(name, content) {
      await step((alive) => client.put(Readable.from(passing(content, alive)), path(name))).catch((error) => {
        content.destroy();
        throw failure(error, 'The host does not take the file');
      });
    },
    async rename(from, to) {
      // The rename of the first version of the protocol, which refuses where there is a file of the new name.
      await step(() => client.rename(path(from), path(to))).catch((error) => {
        throw failure(error, 'The host does not give the file its name');
      });
    },
    async remove(name) {
      await step(() => client.delete(path(name), true));
    },
    async list() {
      return step(() => listed(client.sftp, folder)).catch((error) => {
        throw failure(error, 'The host does not say what is in its folder');
      });
    },
    async read(file) {
      mustBeShort(file);
      const { name, bytes } = file;
      const chunks: Buffer[] = [];
      await step((alive) => {
        const into = new Writable({
          write(chunk, _encoding, done) {
            alive();
            chunks.push(chunk);
            done();
          },
        });
        return client.get(path(name), into, { readStreamOptions: { start: 0, end: bytes } });
      }).catch((error) => {
        throw failure(error, 'The host does not give the file');
      });
      return Buffer.concat(chunks);
    },
    async close() {
      const ending = client.end().catch(() => undefined);
      // A host that hangs does not even say goodbye.
      await Promise.race([ending, sleep(goodbyeMs, undefined, { ref: false })]);
      socket.destroy();
    },
  };
}

/** A piece after the other, so that a host that goes on for ever is left. Errors: PlaceFailed. */
async function listed(wire: SftpClient['sftp'], folder: string): Promise<readonly FileSeen[]> {
  const files: FileSeen[] = [];
  const handle = await promisify(wire.opendir.bind(wire))(folder);
  const next = promisify<Buffer, readonly Listed[]>(wire.readdir.bind(wire));
  for (;;) {
    const piece = await next(handle).catch((error: { readonly code?: unknown }) => {
      if (error.code === endOfFolder) return undefined;
      throw error;
    });
    if (piece === undefined) break;
    const seen = piece.map(({ filename: name, attrs }) => ({
      name,
      bytes: attrs.size,
      changedAt: attrs.mtime * 1_000,
    }));
    mustBeFew(seen);
    files.push(...seen.filter((_, i) => piece[i]?.longname.startsWith('-')));
    mustBeFew(files);
  }
  await promisify(wire.close.bind(wire))(handle);
  return files;
}

/** The status of the protocol. */
const endOfFolder = 1;

/**
 * Whoever stands between us and the host speaks before its key is known. A group of its own choosing takes minutes to
 * check, in which this process does nothing else; and what is compressed may become any length.
 */
const algorithms = {
  kex: { remove: [/^diffie-hellman-group-exchange-/] },
  compress: ['none'],
} as const;

/** Connected, and let in by a host that has shown the key that is set. Errors: PlaceFailed. */
async function entered({ host, port, username, hostKey, privateKey, password, timeoutMs, ...rest }: SftpSettings) {
  let shown: string | undefined;
  // Few processes need it, and a start would wait for it.
  const { default: Client } = await import('ssh2-sftp-client');
  // Without these it prints what happens to a connection that nobody uses at the moment.
  const client: SftpClient = new Client('tenor', { error: () => {}, end: () => {}, close: () => {} });
  const socket = rest.socket ?? (await connected(host, port, timeoutMs));
  const connecting = client.connect({
    sock: socket,
    host,
    port,
    username,
    readyTimeout: timeoutMs,
    keepaliveInterval: 10_000,
    algorithms,
    ...(privateKey === undefined ? {} : { privateKey }),
    ...(password === undefined ? {} : { password }),
    hostVerifier(key) {
      shown = fingerprintOf(key);
      return shown === hostKey;
    },
  });
  await inTime(socket, () => connecting, timeoutMs).catch((error) => {
    socket.destroy();
    if (shown !== undefined && shown !== hostKey)
      throw new PlaceFailed(`The host shows another key than the one that is set: ${shown}.`);
    throw failure(error, 'The host is not reached, or does not let us in');
  });
  return { client, socket };
}

function connected(host: string, port: number, timeoutMs: number): Promise<Socket> {
  const socket = connect({ host, port, noDelay: true, timeout: timeoutMs });
  return new Promise((resolve, reject) => {
    const failed = (error?: Error): void => {
      socket.destroy();
      reject(failure(error ?? {}, 'The host is not reached, or does not let us in'));
    };
    // Stays for the life of the socket: without a listener a late error would end the process.
    socket.on('error', failed);
    socket.once('timeout', failed);
    socket.once('connect', () => {
      socket.setTimeout(0);
      resolve(socket);
    });
  });
}

/** The code alone is told: a message may hold addresses, accounts and paths. */
function failure(error: unknown, says: string): PlaceFailed {
  if (error instanceof PlaceFailed) return error;
  const code = String((error as NodeJS.ErrnoException).code ?? 'no code');
  return new PlaceFailed(`${says} (${code}).`, { cause: error });
}

async function* passing(content: Readable, alive: () => void): AsyncGenerator<Buffer> {
  for await (const chunk of content) {
    alive();
    yield chunk;
  }
}

/** A host that says nothing any more is left, and what was asked of it fails. A long file may take as long as it moves. */
async function inTime<T>(socket: Socket, work: (alive: () => void) => Promise<T>, timeoutMs: number): Promise<T> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    reject(new PlaceFailed(`The host said nothing for ${timeoutMs / 1_000} seconds.`));
    socket.destroy();
  }, timeoutMs);
  const working = work(() => timer.refresh());
  try {
    return await Promise.race([working, tooLate]);
  } finally {
    clearTimeout(timer);
    // What fails after we have left is nobody's.
    working.catch(() => undefined);
  }
}
