// Connections to a mail server that are kept open for the next letters: at most four of a process. One carries one letter
// at a time. After a letter that was not taken its connection is closed, for nobody knows how it stands.
import { once } from 'node:events';
import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import { isLoopback } from '#platform/sending-settings.ts';

export interface Limits {
  readonly connectMs: number;
  /** Without a word from the server. */
  readonly silenceMs: number;
  /** For so long a connection waits for a further letter. */
  readonly idleMs: number;
  /** A certificate that is trusted instead of those of the machine. */
  readonly trusts?: string;
}

const connectionsMax = 4;

export interface Line {
  readonly connection: SMTPConnection;
  /** False: letters went by it before, and the server may have closed it meanwhile. */
  readonly isFresh: boolean;
  /** Rejects when the connection breaks, which may be told by an event alone. */
  readonly lost: Promise<never>;
}

interface Kept {
  readonly line: Line;
  readonly timer: NodeJS.Timeout;
}

export interface Pool {
  /** Errors: those of a connection that cannot be made. */
  take(): Promise<Line>;
  /** The server has taken the letter, and the line waits for another. */
  giveBack(line: Line): void;
  drop(line: Line): void;
}

export function connectionPool(smtpUrl: string, limits: Limits): Pool {
  const server = serverOf(smtpUrl, limits);
  const idle: Kept[] = [];
  const waiting: (() => void)[] = [];
  let open = 0;
  const leave = (): void => {
    open -= 1;
    waiting.shift()?.();
  };
  const hangUp = ({ line, timer }: Kept): void => {
    clearTimeout(timer);
    const place = idle.findIndex((kept) => kept.line === line);
    if (place < 0) return;
    idle.splice(place, 1);
    line.connection.quit();
    open -= 1;
  };
  return {
    async take() {
      const kept = idle.pop();
      if (kept !== undefined) {
        clearTimeout(kept.timer);
        refer(kept.line, 'ref');
        return { ...kept.line, isFresh: false };
      }
      if (open >= connectionsMax) {
        await new Promise<void>((resolve) => waiting.push(resolve));
        return this.take();
      }
      open += 1;
      try {
        return await connected(server);
      } catch (error) {
        leave();
        throw error;
      }
    },
    giveBack(line) {
      const kept: Kept = { line, timer: setTimeout(() => hangUp(kept), limits.idleMs).unref() };
      idle.push(kept);
      // It keeps no process alive that has nothing more to do.
      refer(line, 'unref');
      line.lost.catch(() => hangUp(kept));
      waiting.shift()?.();
    },
    drop({ connection }) {
      connection.close();
      leave();
    },
  };
}

function refer({ connection }: Line, how: 'ref' | 'unref'): void {
  const { _socket: socket } = connection;
  if (socket) socket[how]();
}

type MailServer = ReturnType<typeof serverOf>;

function serverOf(smtpUrl: string, { connectMs, silenceMs, trusts }: Limits) {
  const url = new URL(smtpUrl);
  const secure = url.protocol === 'smtps:';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isNear = isLoopback(host);
  return {
    options: {
      host,
      port: Number(url.port) || (secure ? 465 : 587),
      secure,
      // What leaves this machine is encrypted, or is not sent.
      requireTLS: !secure && !isNear,
      ignoreTLS: !secure && isNear,
      connectionTimeout: connectMs,
      greetingTimeout: connectMs,
      dnsTimeout: connectMs,
      socketTimeout: silenceMs,
      ...(trusts === undefined ? {} : { tls: { ca: trusts } }),
    },
    credentials:
      url.username === ''
        ? undefined
        : { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
  };
}

/** The library is loaded for the first letter: few processes write one. */
async function connected({ options, credentials }: MailServer): Promise<Line> {
  const { default: Connection } = await import('nodemailer/lib/smtp-connection');
  const connection = new Connection(options);
  // A second error has nobody else to hear it.
  connection.on('error', () => {});
  const lost = once(connection, 'error').then(([error]) => Promise.reject(error));
  lost.catch(() => {});
  try {
    await Promise.race([lost, called((done) => connection.connect(done))]);
    if (credentials !== undefined) {
      await Promise.race([lost, called((done) => connection.login({ credentials }, done))]);
    }
    return { connection, lost, isFresh: true };
  } catch (error) {
    connection.close();
    throw error;
  }
}

export const called = (call: (done: (error?: Error | null) => void) => void): Promise<void> =>
  new Promise((resolve, reject) => call((error) => (error ? reject(error) : resolve())));
