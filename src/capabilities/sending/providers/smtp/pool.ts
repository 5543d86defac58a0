// Connections to a mail server that are kept open for the next letters: at most four of a process. One carries one letter
// at a time. After a letter that was not taken its connection is closed, for nobody knows how it stands.
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
}

interface Kept {
  readonly connection: SMTPConnection;
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
  /** False: it is not among those that wait. */
  const forget = (connection: SMTPConnection): boolean => {
    const place = idle.findIndex((kept) => kept.connection === connection);
    if (place < 0) return false;
    clearTimeout(idle.splice(place, 1)[0]?.timer);
    leave();
    return true;
  };
  return {
    async take() {
      const kept = idle.pop();
      if (kept !== undefined) {
        clearTimeout(kept.timer);
        refer(kept.connection, 'ref');
        return { connection: kept.connection, isFresh: false };
      }
      if (open >= connectionsMax) {
        await new Promise<void>((resolve) => waiting.push(resolve));
        return this.take();
      }
      open += 1;
      try {
        const connection = await connected(server);
        connection.on('error', () => forget(connection));
        return { connection, isFresh: true };
      } catch (error) {
        leave();
        throw error;
      }
    },
    giveBack({ connection }) {
      const hangUp = () => forget(connection) && connection.quit();
      // It keeps no process alive that has nothing more to do.
      idle.push({ connection, timer: setTimeout(hangUp, limits.idleMs).unref() });
      refer(connection, 'unref');
      waiting.shift()?.();
    },
    drop({ connection }) {
      connection.close();
      leave();
    },
  };
}

function refer({ _socket: socket }: SMTPConnection, how: 'ref' | 'unref'): void {
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
async function connected({ options, credentials }: MailServer): Promise<SMTPConnection> {
  const { default: Connection } = await import('nodemailer/lib/smtp-connection');
  const connection = new Connection(options);
  // A second error has nobody else to hear it.
  connection.on('error', () => {});
  try {
    await called(connection, (done) => connection.connect(done));
    if (credentials !== undefined) await called(connection, (done) => connection.login({ credentials }, done));
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}

/** A loss of the connection may be told by an event alone. */
export const called = (
  connection: SMTPConnection,
  call: (done: (error?: Error | null) => void) => void,
): Promise<void> =>
  new Promise((resolve, reject) => {
    connection.once('error', reject);
    call((error) => {
      connection.off('error', reject);
      if (error) reject(error);
      else resolve();
    });
  });
