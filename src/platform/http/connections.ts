// The rules for a connection. Its requests are answered one after the other; a body must arrive, and an answer must be
// read, at a minimum speed; the rest of a refused body is read for a while, so that its sender can read the refusal;
// and when the service stops, a connection is closed only after it has become silent.
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

interface ConnectionLimits {
  /** The most connections at once; one address may have half as many. */
  readonly connectionsMax: number;
  /** The most requests that wait on one connection; one more closes it. */
  readonly waitingMax: number;
  /** The minimum speed of a body. */
  readonly bodyBytesPerSecond: number;
  /** How long a body may be slower than that. */
  readonly patienceMs: number;
  /** How long an answer may wait without any of it being read. */
  readonly unreadMsMax: number;
  /** How much of a body is read after its request was answered. */
  readonly restBytesMax: number;
  readonly restMsMax: number;
  /** While the service stops: a connection is closed after this much silence. */
  readonly silentMs: number;
  /** How often all this is checked. */
  readonly lookEveryMs: number;
}

export const usualLimits: ConnectionLimits = {
  connectionsMax: 4_096,
  waitingMax: 16,
  bodyBytesPerSecond: 4_096,
  patienceMs: 15_000,
  unreadMsMax: 60_000,
  restBytesMax: 4 * 1_048_576,
  restMsMax: 10_000,
  silentMs: 1_000,
  lookEveryMs: 1_000,
};

/** How often connections are checked while the service stops. */
const stoppingLookMs = 50;

/** A connection with a slow body gets its answer, and then this long to read it. */
const graceMs = 500;

export interface ConnectionServer {
  readonly server: Server;
  /** From now on connections are closed when they become silent. */
  beginStopping(): void;
}

interface ConnectionOptions {
  readonly handle: RequestListener;
  /** Answers a request with a slow body, directly on the socket. */
  tooSlow(socket: Socket): void;
  readonly limits?: ConnectionLimits;
}

export function connectionServer({ handle, tooSlow, limits = usualLimits }: ConnectionOptions): ConnectionServer {
  const all = new Map<Socket, Connection>();
  const busy = new Set<Connection>();
  const server = createServer((request, response) => {
    all.get(request.socket)?.arrive(request, response);
  });
  const ofAddress = new Map<string, number>();
  server.on('connection', (socket) => {
    const { remoteAddress = '' } = socket;
    const count = (ofAddress.get(remoteAddress) ?? 0) + 1;
    if (all.size >= limits.connectionsMax || count > limits.connectionsMax / 2) {
      socket.destroy();
      return;
    }
    all.set(socket, new Connection(socket, { handle, tooSlow, limits, busy }));
    ofAddress.set(remoteAddress, count);
    socket.once('close', () => {
      all.delete(socket);
      const left = (ofAddress.get(remoteAddress) ?? 1) - 1;
      if (left === 0) ofAddress.delete(remoteAddress);
      else ofAddress.set(remoteAddress, left);
    });
  });
  server.once('listening', () => {
    const looking = setInterval(() => {
      for (const connection of busy) connection.look(limits.lookEveryMs);
    }, limits.lookEveryMs).unref();
    server.once('close', () => clearInterval(looking));
  });
  return {
    server,
    beginStopping() {
      // Node would close idle connections at once. A request may be on its way on one of them, and its sender would get
      // a reset.
      server.closeIdleConnections = () => {};
      const closing = setInterval(() => {
        for (const connection of all.values()) connection.closeWhenSilent(stoppingLookMs);
      }, stoppingLookMs).unref();
      server.once('close', () => clearInterval(closing));
    },
  };
}

interface ConnectionTools extends Required<ConnectionOptions> {
  readonly busy: Set<Connection>;
}

class Connection {
  readonly #socket: Socket;
  readonly #tools: ConnectionTools;
  readonly #waiting: [IncomingMessage, ServerResponse][] = [];
  #request: IncomingMessage | undefined;
  #response: ServerResponse | undefined;
  #bytesRead = 0;
  #bytesWritten = 0;
  #patienceMs = 0;
  #unreadMs = 0;
  #restBytes = 0;
  #restMs = 0;
  #silentMs = 0;
  #silentBytes = 0;

  constructor(socket: Socket, tools: ConnectionTools) {
    this.#socket = socket;
    this.#tools = tools;
  }

  arrive(request: IncomingMessage, response: ServerResponse): void {
    if (this.#response === undefined) {
      this.#begin(request, response);
    } else if (this.#waiting.length < this.#tools.limits.waitingMax) {
      this.#waiting.push([request, response]);
      this.#socket.pause();
    } else {
      this.#socket.destroy();
    }
  }

  #begin(request: IncomingMessage, response: ServerResponse): void {
    this.#request = request;
    this.#response = response;
    this.#patienceMs = this.#tools.limits.patienceMs;
    this.#bytesRead = this.#socket.bytesRead;
    this.#unreadMs = this.#restBytes = this.#restMs = 0;
    this.#tools.busy.add(this);
    response.once('close', () => this.#answered(request));
    this.#tools.handle(request, response);
  }

  #answered(request: IncomingMessage): void {
    this.#response = undefined;
    if (request.complete || this.#socket.destroyed) this.#tools.busy.delete(this);
    if (this.#socket.destroyed) return;
    if (request.complete && request.headers.connection === 'close') this.#socket.end();
    const next = this.#waiting.shift();
    if (next !== undefined) this.#begin(...next);
    if (this.#waiting.length === 0) this.#socket.resume();
  }

  /** Called every `ms` milliseconds while a request is being answered or the rest of its body arrives. */
  look(ms: number): void {
    const request = this.#request as IncomingMessage;
    const bytes = this.#socket.bytesRead - this.#bytesRead;
    this.#bytesRead += bytes;
    if (this.#response === undefined) this.#lookAtRest(request, ms, bytes);
    else if (this.#response.writableLength > 0) this.#lookAtAnswer(ms);
    else if (!request.complete && request.readableLength === 0) this.#lookAtBody(ms, bytes);
  }

  /** Bytes that arrive give the body more time, but never more than it had at first. */
  #lookAtBody(ms: number, bytes: number): void {
    const { patienceMs, bodyBytesPerSecond } = this.#tools.limits;
    this.#patienceMs = Math.min(patienceMs, this.#patienceMs - ms + (bytes / bodyBytesPerSecond) * 1000);
    if (this.#patienceMs >= 0) return;
    this.#tools.busy.delete(this);
    this.#tools.tooSlow(this.#socket);
    setTimeout(() => this.#socket.destroy(), graceMs).unref();
  }

  #lookAtAnswer(ms: number): void {
    const { bytesWritten } = this.#socket;
    this.#unreadMs = bytesWritten === this.#bytesWritten ? this.#unreadMs + ms : 0;
    this.#bytesWritten = bytesWritten;
    if (this.#unreadMs > this.#tools.limits.unreadMsMax) this.#socket.destroy();
  }

  #lookAtRest(request: IncomingMessage, ms: number, bytes: number): void {
    if (request.complete) {
      this.#tools.busy.delete(this);
      if (request.headers.connection === 'close') this.#socket.end();
      return;
    }
    this.#restBytes += bytes;
    this.#restMs += ms;
    const { restBytesMax, restMsMax } = this.#tools.limits;
    if (this.#restBytes > restBytesMax || this.#restMs > restMsMax) this.#socket.destroy();
  }

  closeWhenSilent(ms: number): void {
    const { bytesRead } = this.#socket;
    const isSilent = this.#response === undefined && bytesRead === this.#silentBytes;
    this.#silentMs = isSilent ? this.#silentMs + ms : 0;
    this.#silentBytes = bytesRead;
    if (this.#silentMs >= this.#tools.limits.silentMs) this.#socket.end();
  }
}

/**
 * For an answer that is sent before the whole body has arrived. If the connection were closed with it, the sender, who
 * is still sending, could get a reset before reading the answer.
 */
export function keepForRest(request: IncomingMessage, response: ServerResponse): void {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = request.headers;
  if (request.complete || (length === '0' && encoding === undefined)) return;
  response.shouldKeepAlive = true;
  request.resume();
}
