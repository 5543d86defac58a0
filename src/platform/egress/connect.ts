// Connections that lead only outside. The address is checked when connecting, because a name may lead to another
// address than when the URL was stored. The check is the connection's own lookup: so we connect to the address that was
// checked.
import type { LookupAddress } from 'node:dns';
import { isIP, connect as netConnect, type Socket } from 'node:net';
import { connect as tlsConnect } from 'node:tls';
import type { buildConnector } from 'undici';
import { isInnerAddress } from './inner-address.ts';
import { passOverContinue } from './pass-over-continue.ts';
import { codeOf, PostFailed, seconds } from './post-failed.ts';
import { isDevHost, standardPort } from './webhook-url.ts';

/** dns.lookup, as far as we use it. */
export type Lookup = (
  hostname: string,
  options: { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

interface OuterConnections {
  readonly connect: buildConnector.connector;
  /** Ends every connection and waits until all are closed. */
  close(): Promise<void>;
}

interface ConnectionRules {
  readonly devHosts: ReadonlySet<string>;
  readonly lookup: Lookup;
  readonly connectMs: number;
}

/** The TLS sessions of so many receivers are kept, which saves most of the next handshake. */
const sessionsMax = 1_000;

/** A receiver that is far away needs more than Node's quarter of a second before its next address is tried. */
const nextAddressMs = 1_000;

export function outerConnections(rules: ConnectionRules): OuterConnections {
  const open = new Set<Socket>();
  const sessions = new Map<string, Buffer>();
  return {
    connect(target, callback) {
      const isDev = isDevHost(rules.devHosts, target);
      const refusal = isDev ? undefined : refusalOf(target);
      if (refusal) {
        // Never at once: the client that asks is not ready for the callback yet.
        queueMicrotask(() => callback(refusal, null));
        return;
      }
      const socket = openSocket(target, isDev ? plainLookup(rules.lookup) : checkedLookup(rules.lookup), sessions);
      open.add(socket);
      socket.once('close', () => open.delete(socket));
      report(socket, target.protocol === 'https:', rules.connectMs, callback);
    },
    async close() {
      const ends = [...open].map((socket) => new Promise((resolve) => socket.once('close', resolve).destroy()));
      await Promise.all(ends);
    },
  };
}

export const refused = (): PostFailed =>
  new PostFailed('refused-address', 'The URL leads to an address that is not on the public internet.');

/** Addresses need no lookup, so they are checked here; without TLS only a development host is allowed. */
function refusalOf({ protocol, hostname }: buildConnector.Options): PostFailed | undefined {
  if (protocol !== 'https:') return new PostFailed('refused-address', 'The URL does not begin with https://.');
  return isIP(hostname) !== 0 && isInnerAddress(hostname) ? refused() : undefined;
}

type LookupForSocket = (
  hostname: string,
  options: unknown,
  callback: (error: Error | null, addresses: LookupAddress[]) => void,
) => void;

export const plainLookup =
  (lookup: Lookup): LookupForSocket =>
  (hostname, _options, callback) =>
    lookup(hostname, { all: true }, (error, addresses) => {
      if (error || addresses.length === 0) callback(unresolved(error), []);
      else callback(null, addresses);
    });

/** One inner address among them refuses all: the owner of the name could arrange which one is connected to. */
export const checkedLookup =
  (lookup: Lookup): LookupForSocket =>
  (hostname, options, callback) =>
    plainLookup(lookup)(hostname, options, (error, addresses) => {
      if (error) callback(error, []);
      else if (addresses.some(({ address }) => isInnerAddress(address))) callback(refused(), []);
      else callback(null, addresses);
    });

const unresolved = (error: Error | null): PostFailed =>
  new PostFailed('dns', `The host name of the URL could not be resolved${codeOf(error)}.`, error ?? undefined);

function openSocket(target: buildConnector.Options, lookup: LookupForSocket, sessions: Map<string, Buffer>): Socket {
  const { protocol, hostname } = target;
  const port = Number(target.port || standardPort(protocol));
  const options = {
    host: hostname,
    port,
    lookup,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: nextAddressMs,
    noDelay: true,
    keepAlive: true,
    keepAliveInitialDelay: 60_000,
  };
  if (protocol !== 'https:') return netConnect(options);
  const receiver = `${hostname}:${port}`;
  const session = sessions.get(receiver);
  return tlsConnect({
    ...options,
    servername: isIP(hostname) === 0 ? hostname.replace(/\.$/, '') : '',
    ALPNProtocols: ['http/1.1'],
    // Set here, so that no setting of the process can change it.
    rejectUnauthorized: true,
    ...(session && { session }),
  }).on('session', (fresh: Buffer) => {
    sessions.delete(receiver);
    if (sessions.size >= sessionsMax) sessions.delete(sessions.keys().next().value as string);
    sessions.set(receiver, fresh);
  });
}

/** Calls back once: with the socket when it is ready, or with the reason why it cannot be. */
function report(socket: Socket, isTls: boolean, connectMs: number, callback: buildConnector.Callback): void {
  let isReported = false;
  let isConnected = false;
  const fail = (error: unknown) => {
    clearTimeout(timer);
    if (isReported) return;
    isReported = true;
    callback(connectFailure(error, isConnected), null);
  };
  const timer = setTimeout(() => {
    socket.destroy(new PostFailed('timeout', `The receiver took no connection within ${seconds(connectMs)}.`));
  }, connectMs);
  socket.once('connect', () => {
    isConnected = true;
  });
  socket.once(isTls ? 'secureConnect' : 'connect', () => {
    clearTimeout(timer);
    isReported = true;
    passOverContinue(socket);
    callback(null, socket);
  });
  // Stays for the life of the socket: without a listener a late error would end the process.
  socket.on('error', fail);
  socket.once('close', () => fail(undefined));
}

function connectFailure(error: unknown, isConnected: boolean): PostFailed {
  if (error instanceof PostFailed) return error;
  return isConnected
    ? new PostFailed('tls', `No TLS connection to the receiver could be made${codeOf(error)}.`, error)
    : new PostFailed('connect', `The receiver could not be connected to${codeOf(error)}.`, error);
}
