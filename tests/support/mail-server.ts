// A mail server for tests, which keeps what it takes and answers as it is told.
import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before } from 'node:test';
import { SMTPServer } from 'smtp-server';
import { mailCertificate } from './mail-certificate.ts';

interface Letter {
  readonly from: string;
  readonly to: readonly string[];
  readonly text: string;
}

/** What it does to an address: refuses it with a code, or takes the text and hangs up without a word, or with one. */
export type Manner = number | 'hangUp' | 'silence' | '421 after the text';

interface MailServer {
  readonly letters: Letter[];
  readonly url: string;
  readonly port: number;
  /** How it treats an address the next times; afterwards it takes what comes. */
  treat(to: string, ...manners: Manner[]): void;
  /** The next letter is turned away with a code before its receiver is named. */
  turnAway(code: number): void;
  /** How often a receiver was named to it. */
  asked(to: string): number;
  /** How many connections were made, and how many there were at once. */
  readonly connections: number;
  readonly connectionsMax: number;
  /** Closes all connections, as a server does with those that wait. */
  hangUp(): void;
}

interface Manners {
  /** Encrypted from the first byte, or once the client asks for it; absent: not at all. */
  readonly tls?: 'atOnce' | 'asked';
  /** Who alone may send. */
  readonly login?: { readonly user: string; readonly password: string };
}

export function useMailServer({ tls, login }: Manners = {}): MailServer {
  const letters: Letter[] = [];
  const manners = new Map<string, Manner[]>();
  const asked: string[] = [];
  const away: number[] = [];
  const next = (to: string): Manner | undefined => manners.get(to)?.shift();
  const sockets = new Set<Socket>();
  const server = new SMTPServer({
    ...(tls === undefined ? {} : mailCertificate),
    closeTimeout: 100,
    secure: tls === 'atOnce',
    authOptional: login === undefined,
    disabledCommands: [...(login === undefined ? ['AUTH'] : []), ...(tls === 'asked' ? [] : ['STARTTLS'])],
    onAuth({ username, password }, _session, callback) {
      if (username === login?.user && password === login?.password) callback(null, { user: username });
      else callback(Object.assign(new Error('no'), { responseCode: 535 }));
    },
    onMailFrom(_address, _session, callback) {
      const code = away.shift();
      if (code === undefined) return callback();
      callback(Object.assign(new Error('not now'), { responseCode: code }));
    },
    onRcptTo({ address }, _session, callback) {
      asked.push(address);
      const [manner] = manners.get(address) ?? [];
      if (typeof manner !== 'number') return callback();
      next(address);
      callback(Object.assign(new Error('not now'), { responseCode: manner }));
    },
    onData(stream, session, callback) {
      void text(stream).then(
        (body) => {
          const to = session.envelope.rcptTo.map(({ address }) => address);
          letters.push({ from: session.envelope.mailFrom ? session.envelope.mailFrom.address : '', to, text: body });
          const manner = next(String(to[0]));
          if (manner === 'hangUp') for (const socket of sockets) socket.destroy();
          else if (manner === '421 after the text') {
            callback(Object.assign(new Error('not this one'), { responseCode: 421 }));
          } else if (manner !== 'silence') callback();
          // A client that is killed in the middle of a letter has sent none.
        },
        () => {},
      );
    },
  });
  let [connections, connectionsMax] = [0, 0];
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    connections += 1;
    connectionsMax = Math.max(connectionsMax, sockets.size);
    socket.on('close', () => sockets.delete(socket));
  });
  server.on('error', () => {});
  before(() => new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve)));
  after(async () => {
    // Under encryption a socket is not its own: to destroy one whose handshake failed crashes Node 24.21.
    if (tls === undefined) for (const socket of sockets) socket.destroy();
    await new Promise<void>((resolve) => server.close(resolve));
  });
  return {
    letters,
    get url() {
      return `smtp://127.0.0.1:${this.port}`;
    },
    get port() {
      return (server.server.address() as AddressInfo).port;
    },
    turnAway: (code) => void away.push(code),
    treat: (to, ...given) => void manners.set(to, given),
    asked: (to) => asked.filter((one) => one === to).length,
    get connections() {
      return connections;
    },
    get connectionsMax() {
      return connectionsMax;
    },
    hangUp() {
      for (const socket of sockets) socket.destroy();
    },
  };
}
