// What a connection may do. Requests on it are answered one after the other; a body has to come, and an answer has to
// be taken, at a least pace; the rest of a body that was refused is read for a while, so that its sender can read the
// refusal; and when the service stops, a connection is closed only after it fell silent.
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

interface ConnectionLimits {
  /** Connections at once; of one address half as many. */
  readonly connectionsMax: number;
  /** Requests that wait on one connection for their turn; one more ends it. */
  readonly waitingMax: number;
  /** The least pace of a body. */
  readonly bodyBytesPerSecond: number;
  /** How long a body may be slower than that. */
  readonly patienceMs: number;
  /** How long an answer may lie there with nothing of it taken. */
  readonly unreadMsMax: number;
  /** What is read of a body after its request was answered. */
  readonly restBytesMax: number;
  readonly restMsMax: number;
  /** While the service stops: how long a connection is silent before it is closed. */
  readonly silentMs: number;
  /** How often all this is looked at. */
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

/** Looks at the connections this often while the service stops. */
const stoppingLookMs = 50;

/** A connection whose body was too slow gets its answer, then this long to take it. */
const graceMs = 500;

export interface ConnectionServer {
  readonly server: Server;
  /** From now on connections are closed as they fall silent. */
  beginStopping(): void;
}

interface ConnectionOptions {
  readonly handle: RequestListener;
  /** Answers, on the bare socket, a request whose body comes too slowly. */
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
      // What Node would close at once may have a request on its way, whose sender would find the connection reset.
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

  /** Called each time so many milliseconds have passed, while a request is answered or the rest of its body comes. */
  look(ms: number): void {
    const request = this.#request as IncomingMessage;
    const bytes = this.#socket.bytesRead - this.#bytesRead;
    this.#bytesRead += bytes;
    if (this.#response === undefined) this.#lookAtRest(request, ms, bytes);
    else if (this.#response.writableLength > 0) this.#lookAtAnswer(ms);
    else if (!request.complete && request.readableLength === 0) this.#lookAtBody(ms, bytes);
  }

  /** Bytes that came in time buy patience for those to come, but never more than there was at first. */
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
 * For an answer to a request whose body is not wholly here: were the connection closed with it, its sender, who is still
 * sending, could find it reset before the answer was read.
 */
export function keepForRest(request: IncomingMessage, response: ServerResponse): void {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = request.headers;
  if (request.complete || (length === '0' && encoding === undefined)) return;
  response.shouldKeepAlive = true;
  request.resume();
}
