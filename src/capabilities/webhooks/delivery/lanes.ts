// A subscription's open deliveries in memory: one lane for each subject, in the order of events. One delivery of a lane
// is under way at a time; if the first delivery of a lane failed, the whole lane waits.
import type { OpenDelivery, Wait } from './delivery-store.ts';

const deepLane = 50;

interface Added {
  readonly added: number;
  /** Lanes that must wait because of an earlier delivery, and until when. */
  readonly waiting: ReadonlyMap<string, number>;
  /** Lanes whose wait is over. */
  readonly goesOn: readonly string[];
}

export class Lanes {
  readonly #queues = new Map<string, OpenDelivery[]>();
  readonly #ready: string[] = [];
  /** Ids, including deliveries under way, and those that have ended and whose outcome is not written yet. */
  readonly #held = new Set<string>();
  readonly #waiting: Map<string, Wait>;
  /** Lanes whose first delivery failed, until that is written: a read before would return the later ones without it. */
  readonly #unwritten = new Map<string, string>();

  constructor(waiting: Map<string, Wait>) {
    this.#waiting = waiting;
  }

  get held(): number {
    return this.#held.size;
  }

  /** How many lanes have a delivery that may be sent. */
  get ready(): number {
    return this.#ready.length;
  }

  /** Lanes with enough deliveries in memory: other lanes are read first. */
  get deep(): string[] {
    return [...this.#queues].filter(([, queue]) => queue.length >= deepLane).map(([lane]) => lane);
  }

  /**
   * Uses these waits from now on, except for failures that are not written yet. Returns the lanes of those failures.
   */
  waitAgain(waiting: ReadonlyMap<string, Wait>): ReadonlySet<string> {
    const unwritten = new Set(this.#unwritten.keys());
    for (const lane of this.#waiting.keys()) if (!unwritten.has(lane)) this.#waiting.delete(lane);
    for (const [lane, wait] of waiting) if (!unwritten.has(lane)) this.#waiting.set(lane, wait);
    return unwritten;
  }

  /** Adds deliveries that were read. */
  add(deliveries: readonly OpenDelivery[], nowMicros: number): Added {
    let added = 0;
    const waiting = new Map<string, number>();
    const goesOn = deliveries.filter((delivery) => this.#endsWait(delivery)).map(({ lane }) => lane);
    for (const lane of goesOn) this.#waiting.delete(lane);
    for (const delivery of deliveries) {
      if (this.#held.has(delivery.id)) continue;
      const until = this.#waitsUntil(delivery.lane, nowMicros);
      if (until === undefined) {
        this.#hold(delivery);
        added += 1;
      } else {
        waiting.set(delivery.lane, until);
      }
    }
    return { added, waiting, goesOn };
  }

  /** The next delivery that may be sent. Its lane is busy until `succeeded`, `gaveUp` or `failed`. */
  take(): OpenDelivery | undefined {
    const lane = this.#ready.shift();
    return lane === undefined ? undefined : this.#queues.get(lane)?.[0];
  }

  /** Like `take`, but the delivery with the fewest attempts: it shows best whether the receiver answers at all. */
  takeFreshest(): OpenDelivery | undefined {
    const attempts = this.#ready.map((lane) => this.#queues.get(lane)?.[0]?.attempts ?? 0);
    const freshest = attempts.indexOf(Math.min(...attempts));
    this.#ready.unshift(...this.#ready.splice(freshest, 1));
    return this.take();
  }

  /** It was delivered or given up: the next of its lane may be sent. */
  passed({ lane }: OpenDelivery): void {
    const queue = this.#queues.get(lane) as OpenDelivery[];
    queue.shift();
    if (queue.length > 0) this.#ready.push(lane);
    else this.#queues.delete(lane);
  }

  /** It failed: nothing of its lane is sent before `until`. */
  failed({ lane }: OpenDelivery, until: number): void {
    const [first, ...behind] = this.#queues.get(lane) as [OpenDelivery, ...OpenDelivery[]];
    this.#queues.delete(lane);
    for (const one of behind) this.#held.delete(one.id);
    this.#waiting.set(first.lane, { until, sequence: first.sequence });
    this.#unwritten.set(first.lane, first.id);
  }

  /** Its outcome is written. */
  forget({ id, lane }: OpenDelivery): void {
    this.#held.delete(id);
    if (this.#unwritten.get(lane) === id) this.#unwritten.delete(lane);
  }

  /** The delivery that failed is due again, because somebody had it sent again. */
  #endsWait({ id, lane, sequence }: OpenDelivery): boolean {
    return this.#waiting.get(lane)?.sequence === sequence && !this.#unwritten.has(lane) && !this.#held.has(id);
  }

  #hold(delivery: OpenDelivery): void {
    this.#held.add(delivery.id);
    const queue = this.#queues.get(delivery.lane);
    if (queue !== undefined) {
      queue.splice(this.#placeIn(queue, delivery), 0, delivery);
    } else {
      this.#queues.set(delivery.lane, [delivery]);
      this.#ready.push(delivery.lane);
    }
  }

  /** At the end; a recovered delivery goes before later ones, but behind one that is under way. */
  #placeIn(queue: readonly OpenDelivery[], { lane, sequence }: OpenDelivery): number {
    if (sequence > (queue.at(-1) as OpenDelivery).sequence) return queue.length;
    const first = this.#ready.includes(lane) ? 0 : 1;
    const place = queue.findIndex((one, i) => i >= first && one.sequence > sequence);
    return place === -1 ? queue.length : place;
  }

  #waitsUntil(lane: string, nowMicros: number): number | undefined {
    const until = this.#waiting.get(lane)?.until;
    if (until === undefined || until > nowMicros || this.#unwritten.has(lane)) return until;
    this.#waiting.delete(lane);
    return undefined;
  }
}
