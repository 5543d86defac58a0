// A request's part of the shared supplies, from the look-up of its key to the last byte of its answer: bytes for its
// body while it arrives, then a place among the requests under way until the answer has been sent, and a turn while it
// is worked on.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { steadyMs } from '#platform/clock.ts';
import { errors, Refusal } from '#platform/errors.ts';
import { restOf, useOf } from '#platform/loop/uses.ts';
import { enter, type Work, workOf } from '#platform/loop/work.ts';
import { type GiveBack, type Holder, type Supply, supply } from './supply.ts';
import { fairTurns, type Turns, type Uses } from './turns.ts';

/** A loan with its whole schedule is some tens of kilobytes; files are not sent as JSON. */
export const bodyLimitBytes = 1_048_576;

export interface Supplies {
  /** Requests whose body has arrived and whose answer has not been sent completely. */
  readonly places: Supply;
  /** Bytes of arriving bodies. A body of unknown length counts with the largest length. */
  readonly bodies: Supply;
  readonly uploads: Supply;
  /** Answers that wait for an operation to end, or for a server that a company has named. */
  readonly waits: Supply;
  readonly turns: Turns;
}

/** Bodies are in memory while they arrive. */
const bodyBytesMax = 64 * 1_048_576;
/** One key may have half of them: an upload keeps the database busy for as long as it lasts. */
const uploadsMax = 16;
/** Waits for an operation query the database a few times a second. */
const waitsMax = 128;
/** One key gets half of them and a company two thirds, so that the others get some connections of each mode's pool. */
const turnsMax = 20;

/** The part of one of several processes; zero, which means no bound, remains zero. */
export const partOf = (total: number, processes: number): number =>
  total === 0 ? 0 : Math.max(1, Math.floor(total / processes));

const ofTheLoop: Uses = {
  ofCompany: (id) => useOf('company', id).recentMs(steadyMs()),
  ofKey: (id) => useOf('key', id).recentMs(steadyMs()),
  keyAtOnce: (id) => useOf('key', id).atOnceMax(steadyMs()),
  companyAtOnce: (id) => useOf('company', id).atOnceMax(steadyMs()),
  begins({ actor, realm }) {
    const now = steadyMs();
    useOf('key', actor.id).begins(now);
    useOf('company', realm.companyId).begins(now);
  },
  restMs: ({ actor, realm }) => restOf(actor.id, realm.companyId),
};

/** Connections are handed out evenly, and each has one request under way: so requests are even too. */
export function supplies(requestsMax: number, processes: number): Supplies {
  const part = (total: number): number => partOf(total, processes);
  return {
    places: supply({ total: part(requestsMax), of: 'requests under way' }),
    bodies: supply({ total: part(bodyBytesMax), of: 'bytes of bodies on their way' }),
    uploads: supply({ total: part(uploadsMax), of: 'uploads under way' }),
    waits: supply({ total: part(waitsMax), of: 'requests that wait for an operation or another server' }),
    turns: fairTurns(part(turnsMax), ofTheLoop),
  };
}

interface ShareOptions {
  /** True: the body is stored as it arrives, whatever its length. */
  readonly isUpload: boolean;
  /** True: what it asks for is of no use to anybody once its client has gone. */
  readonly isRead: boolean;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

export class RequestShare {
  /** All that is done for it is charged to its key and its company. */
  readonly work: Work;
  readonly #holder: Holder;
  readonly #supplies: Supplies;
  #body: GiveBack | undefined;
  #place: GiveBack | undefined;
  #turn: GiveBack | undefined;
  #isServing = false;
  readonly #isRead: boolean;
  #isClosed = false;

  constructor(holder: Holder, given: Supplies, { isUpload, isRead, request, response }: ShareOptions) {
    this.#holder = holder;
    this.#isRead = isRead;
    this.work = workOf(holder.actor.id, holder.realm.companyId);
    this.#supplies = given;
    const bytes = bodyBytes(request);
    if (isUpload) this.#body = given.uploads.take(holder);
    else if (bytes > 0) this.#body = given.bodies.take(holder, bytes);
    // If the client left while its key was looked up, 'close' was emitted before and does not come again.
    if (response.destroyed) this.#close();
    else response.once('close', () => this.#close());
  }

  /** The body has arrived: the request is under way from now on, and continues when its turn comes. */
  async begin(): Promise<void> {
    this.#body?.();
    this.#mustBeThere();
    this.#place = this.#supplies.places.take(this.#holder);
    this.#isServing = true;
    const turn = this.#supplies.turns.take(this.#holder);
    this.#turn = turn instanceof Promise ? await turn : turn;
    this.#mustBeThere();
    enter(this.work);
  }

  #mustBeThere(): void {
    if (this.#isClosed) throw new Refusal(errors.IncompleteRequest, 'The client went away before its turn.');
  }

  /** A command is finished even when its client has gone. */
  end(): void {
    this.work.key.answered(this.work.usedMs);
    this.work.company.answered(this.work.usedMs);
    this.#turn?.();
    this.#isServing = false;
    if (this.#isClosed) this.#place?.();
  }

  /** Frees place and turn: from here on this request only waits. False when too many wait already. */
  wait(): boolean {
    const giveBack = this.#supplies.waits.tryTake(this.#holder);
    if (giveBack !== undefined) this.#waitBy(giveBack);
    return giveBack !== undefined;
  }

  /**
   * Frees place and turn while a server is asked that is not ours. It counts as a part of whoever has named that server,
   * so that one which hangs keeps nobody else waiting. Then the request goes on when its turn comes.
   * Errors: TooManyRequests, Overloaded.
   */
  async waitFor<T>(named: Holder, ask: () => Promise<T>): Promise<T> {
    this.#waitBy(this.#supplies.waits.take(named));
    try {
      return await ask();
    } finally {
      this.#turn = await this.#supplies.turns.take(this.#holder);
    }
  }

  /** Frees the turn: the work is done, and only the answer is held back. */
  freeTurn(): void {
    this.#turn?.();
  }

  #waitBy(giveBack: GiveBack): void {
    this.#body?.();
    this.#turn?.();
    this.#place?.();
    this.#place = giveBack;
  }

  #close(): void {
    this.#isClosed = true;
    this.work.isAbandoned = this.#isRead;
    this.#body?.();
    if (!this.#isServing) this.#place?.();
  }
}

function bodyBytes({ headers }: IncomingMessage): number {
  if (headers['transfer-encoding'] !== undefined) return bodyLimitBytes;
  return Math.min(Number(headers['content-length'] ?? 0), bodyLimitBytes);
}
