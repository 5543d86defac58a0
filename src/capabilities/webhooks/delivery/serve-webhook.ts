// Sends the open deliveries of one subscription until nothing is due: several subjects at a time, one delivery of each.
// It reads ahead, and writes the outcomes of attempts in batches.
import { type MachineClock, machineNow, secondsOf, stopwatch } from '#platform/clock.ts';
import type { Sealer, Vault } from '#platform/crypto/vault.ts';
import type { RealmDatabase } from '#platform/db/realm-database.ts';
import { type Answer, type Poster, PostFailed } from '#platform/egress/post.ts';
import { messageId, type Signer, signer } from '#platform/egress/signature.ts';
import type { Log } from '#platform/log.ts';
import type { Pace } from '#platform/pace.ts';
import { randomFraction } from '#platform/random.ts';
import type { Waker } from '#platform/waker.ts';
import { keepRenewed } from '#platform/work/lease.ts';
import type { Try, WebhookRow } from '../tables.ts';
import { secretsOf, urlPart } from '../webhook.ts';
import { failuresUntilProbing, givenUpAfterMicros, probeWaitMicros, waitMicros } from './back-off.ts';
import type { Claim, DeliveryStore, Ended, OpenDelivery } from './delivery-store.ts';
import { Lanes } from './lanes.ts';
import { answerPart, bodyPart, openIfKept, sealersOf } from './plan-deliveries.ts';

export interface SendServices {
  readonly database: RealmDatabase;
  readonly vault: Vault;
  readonly clock: MachineClock;
  readonly log: Log;
  readonly poster: Poster;
  readonly pace: Pace;
  /** Counts the outcomes of attempts, for the metrics. */
  tell(outcome: 'delivered' | 'failed' | 'parked'): void;
  /** Disables the subscription, because the receiver answered 410. */
  disable(claim: Claim): Promise<void>;
}

/** At most this many deliveries are on their way to one receiver. */
const atOnceMax = 16;
/** The approximate time that a delivery uses the process, for its pace beside requests. */
const attemptMs = 0.4;
const readAhead = 600;
const readAgainBelow = 100;
const heldMax = 3_000;
const writeAtOnce = 200;
/** Outcomes are written after this time, so that little is sent again after a crash. */
const writeAfterMs = 15;
const writeAfterBusyMs = 100;
/** While a post is slow, new deliveries are found by looking, if no hint came. */
const lookEveryMs = 250;

/** Deliveries in memory about a person who is erased are no longer sent after this time. */
const keysEveryMs = 1_000;

/** The end of this process: first nothing new begins, then posts under way are cut off. */
interface Stopping {
  readonly hasBegun: boolean;
  readonly cutOff: AbortSignal;
}

/** Informs a sender that more may be open than it has read. */
export interface News {
  readonly waker: Waker;
  isMore: boolean;
}

export async function serveWebhook(
  services: SendServices,
  claim: Claim,
  store: DeliveryStore,
  news: News,
  stopping: Stopping,
): Promise<void> {
  const row = await store.subscription();
  if (row === undefined) return store.rest(claim.planned);
  const waiting = await store.waitingLanes(services.clock.micros());
  await new Sender(services, claim, store, row, new Lanes(waiting), news, stopping).run();
}

class Sender {
  readonly #services: SendServices;
  readonly #claim: Claim;
  readonly #store: DeliveryStore;
  readonly #lanes: Lanes;
  readonly #news: News;
  readonly #stopping: Stopping;
  readonly #sealers = new Map<string, Sealer>();
  /** Lanes whose keys were used since the keys were opened. */
  readonly #used = new Set<string>();
  readonly #ended: Ended[] = [];
  readonly #waiting = new Map<string, number>();
  readonly #webhookId: string;
  #row: WebhookRow;
  #receiver: Receiver;
  #sinceSeen = stopwatch();
  #sinceKeys = stopwatch();
  #onTheirWay = 0;
  #sinceWrite = stopwatch();
  #failures: number;
  /** The number of failures that a pause has already followed. */
  #failuresBefore: number;
  #isGone = false;
  #isOver = false;

  constructor(
    services: SendServices,
    claim: Claim,
    store: DeliveryStore,
    row: WebhookRow,
    lanes: Lanes,
    news: News,
    stopping: Stopping,
  ) {
    this.#services = services;
    this.#claim = claim;
    this.#store = store;
    this.#webhookId = row.id;
    this.#row = row;
    this.#receiver = receiverOf(services, row);
    this.#lanes = lanes;
    this.#news = news;
    this.#stopping = stopping;
    this.#failures = claim.failures;
    this.#failuresBefore = claim.failures;
  }

  async run(): Promise<void> {
    const endRenewal = keepRenewed(
      () => this.#renew(),
      () => {},
    );
    try {
      while (await this.#goOn());
    } finally {
      this.#isOver = true;
      // Posts under way end before another process takes over: only this process knows their outcome.
      while (this.#onTheirWay > 0) await this.#news.waker.wait(100);
      // The lease is renewed until here: a slow post may take longer than a lease.
      endRenewal();
      await this.#write();
      if (this.#isGone) await this.#services.disable(this.#claim);
      await this.#store.letGo();
    }
  }

  /** One round: read ahead, send, write. Returns whether there is more to do. */
  async #goOn(): Promise<boolean> {
    if (this.#mustEnd) return false;
    const read = this.#mustRead ? await this.#read() : undefined;
    if (this.#sinceKeys() >= keysEveryMs) {
      this.#sinceKeys = stopwatch();
      const used = [...this.#used];
      this.#used.clear();
      this.#sealers.clear();
      await this.#openKeysOf(used);
    }
    if (this.#sinceSeen() >= lookEveryMs) await this.#see(await this.#store.subscription());
    this.#send();
    if (this.#onTheirWay === 0) {
      if (this.#mustPause) return this.#pause();
      if (read?.added === 0 && this.#lanes.held === this.#ended.length) {
        await this.#write();
        return !(await this.#store.release(read.planned));
      }
    }
    await this.#news.waker.wait(this.#waitMs);
    if (this.#writeInMs <= 0) await this.#write();
    return true;
  }

  get #mustRead(): boolean {
    if (this.#lanes.ready >= readAgainBelow || this.#lanes.held >= heldMax) return false;
    return this.#news.isMore || (this.#lanes.ready === 0 && this.#onTheirWay === 0);
  }

  get #waitMs(): number {
    const rest = this.#lanes.ready > 0 ? this.#services.pace.restMs() : 0;
    return Math.max(1, Math.min(lookEveryMs, this.#writeInMs, rest > 0 ? rest : lookEveryMs));
  }

  /** Outcomes are written together, but soon: those that are not written would be sent again after a crash. */
  get #writeInMs(): number {
    if (this.#ended.length === 0) return Number.POSITIVE_INFINITY;
    if (this.#ended.length >= writeAtOnce || (this.#onTheirWay === 0 && this.#lanes.ready === 0)) return 0;
    return (this.#services.pace.restMs() > 0 ? writeAfterBusyMs : writeAfterMs) - this.#sinceWrite();
  }

  get #mustEnd(): boolean {
    return this.#stopping.hasBegun || this.#isGone || this.#isOver;
  }

  get #isProbing(): boolean {
    return this.#failures >= failuresUntilProbing;
  }

  /** The receiver has failed often, and the probe has failed too. */
  get #mustPause(): boolean {
    return this.#isProbing && this.#failures > this.#failuresBefore;
  }

  async #pause(): Promise<boolean> {
    await this.#write();
    await this.#store.pause(this.#services.clock.micros() + probeWaitMicros(randomFraction()));
    return false;
  }

  async #read(): Promise<{ planned: number | undefined; added: number }> {
    const now = this.#services.clock.micros();
    this.#news.isMore = false;
    const { subscription, deliveries, planned } = await this.#store.due(now, readAhead, this.#lanes.deep);
    await this.#see(subscription);
    // If a batch is full there may be more.
    if (deliveries.length === readAhead) this.#news.isMore = true;
    // The keys first: a delivery in a lane may be sent at once, by an attempt that has just ended.
    await this.#openKeys(deliveries);
    const { added, waiting, goesOn } = this.#lanes.add(deliveries, now);
    for (const lane of goesOn) this.#waiting.delete(lane);
    for (const [lane, until] of waiting) this.#waiting.set(lane, until);
    return { planned, added };
  }

  async #openKeys(deliveries: readonly OpenDelivery[]): Promise<void> {
    await this.#openKeysOf(deliveries.map(({ lane }) => lane).filter((lane) => !this.#sealers.has(lane)));
  }

  /** Also for lanes whose keys are open: a person who was erased has another key. */
  async #openKeysOf(lanes: readonly string[]): Promise<void> {
    if (lanes.length === 0) return;
    for (const lane of lanes) this.#used.add(lane);
    const reader = this.#services.database.reader(this.#claim.realm);
    const subjects = lanes.map((lane) => ({ subject_id: lane }));
    const found = await sealersOf(reader, this.#services.vault, subjects);
    for (const lane of lanes) this.#sealers.delete(lane);
    for (const [lane, sealer] of found) this.#sealers.set(lane, sealer);
  }

  #send(): void {
    const atOnce = this.#isProbing ? 1 : atOnceMax;
    while (!this.#mustEnd && !this.#mustPause && this.#onTheirWay < atOnce) {
      if (this.#services.pace.restMs() > 0) return;
      const delivery = this.#next();
      if (delivery === undefined) return;
      this.#services.pace.worked(attemptMs);
      this.#onTheirWay += 1;
      void this.#attempt(delivery);
    }
  }

  /** Probes alternate: one with few attempts, which may succeed where another is refused, and the oldest. */
  #next(): OpenDelivery | undefined {
    return this.#isProbing && this.#failures % 2 === 0 ? this.#lanes.takeFreshest() : this.#lanes.take();
  }

  async #attempt(delivery: OpenDelivery): Promise<void> {
    const elapsed = stopwatch();
    const at = machineNow(this.#services.clock);
    try {
      // A delivery that was tried before may have waited for long.
      const isFirst = delivery.attempts === 0;
      const opened = (isFirst ? this.#opened(delivery) : undefined) ?? (await this.#openedAfresh(delivery));
      if (opened === undefined) return this.#erased(delivery, at);
      const { body, sealer } = opened;
      const answer = await this.#services.poster.post(
        this.#receiver.url,
        this.#headers(delivery, body),
        body,
        this.#stopping.cutOff,
      );
      const tried = { at, status: answer.status, ms: Math.round(elapsed()), problem: problemOf(answer) };
      this.#answered(
        delivery,
        tried,
        answer.body === '' ? null : sealer.seal(answerPart(this.#webhookId, delivery.sequence), answer.body),
      );
    } catch (error) {
      // The end of this process cut it off: it does not count as an attempt.
      if (this.#stopping.cutOff.aborted) return;
      const isTheirs = error instanceof PostFailed;
      if (!isTheirs) this.#services.log.error({ err: error, webhook: this.#webhookId }, 'a delivery could not be sent');
      const problem = isTheirs ? error.message : 'The delivery could not be sent.';
      this.#answered(delivery, { at, status: null, ms: Math.round(elapsed()), problem }, null);
    } finally {
      this.#onTheirWay -= 1;
      this.#send();
      if (this.#ended.length >= writeAtOnce || this.#onTheirWay === 0) this.#news.waker.wake();
    }
  }

  #opened({ lane, sequence, body_sealed }: OpenDelivery): { body: string; sealer: Sealer } | undefined {
    this.#used.add(lane);
    const sealer = this.#sealers.get(lane);
    const body = openIfKept(sealer, bodyPart(this.#webhookId, sequence), body_sealed);
    return sealer === undefined || body === undefined ? undefined : { body, sealer };
  }

  async #openedAfresh(delivery: OpenDelivery): Promise<{ body: string; sealer: Sealer } | undefined> {
    await this.#openKeysOf([delivery.lane]);
    return this.#opened(delivery);
  }

  #headers(delivery: OpenDelivery, body: string): Record<string, string> {
    const seconds = secondsOf(this.#services.clock);
    return {
      'content-type': 'application/json',
      ...this.#receiver.sign(messageId(delivery.event_id, delivery.lane), seconds, body),
    };
  }

  #answered(delivery: OpenDelivery, tried: Try, answer: Buffer | null): void {
    if (tried.problem === null) {
      this.#failures = 0;
      this.#failuresBefore = 0;
      this.#end({ delivery, state: 'delivered', dueAt: 0, tried, answer });
      return;
    }
    this.#failures += 1;
    if (tried.status === 410) this.#isGone = true;
    const now = this.#services.clock.micros();
    if (now - delivery.planned_at >= givenUpAfterMicros) {
      this.#end({ delivery, state: 'parked', dueAt: 0, tried, answer });
      return;
    }
    const dueAt = now + waitMicros(delivery.attempts + 1, randomFraction());
    this.#ended.push({ delivery, state: 'open', dueAt, tried, answer });
    this.#lanes.failed(delivery, dueAt);
    this.#waiting.set(delivery.lane, dueAt);
    this.#services.tell('failed');
  }

  #end(ended: Ended & { readonly state: 'delivered' | 'parked' }): void {
    this.#ended.push(ended);
    this.#lanes.passed(ended.delivery);
    this.#services.tell(ended.state);
  }

  #erased(delivery: OpenDelivery, at: Try['at']): void {
    const tried = { at, status: null, ms: 0, problem: 'The person it was about has been erased.' };
    this.#end({ delivery, state: 'parked', dueAt: 0, tried, answer: null });
  }

  async #write(): Promise<void> {
    if (this.#ended.length === 0 && this.#waiting.size === 0) return;
    const ended = this.#ended.splice(0);
    this.#sinceWrite = stopwatch();
    const waiting = new Map(this.#waiting);
    this.#waiting.clear();
    await this.#store.write({ ended, waiting, failures: this.#failures });
    for (const { delivery } of ended) this.#lanes.forget(delivery);
    // If even a delivery without an earlier attempt fails at that age, the receiver is the reason: all of that age are
    // given up.
    if (this.#isProbing && ended.some(({ state, delivery }) => state === 'parked' && delivery.attempts === 0)) {
      const now = this.#services.clock.micros();
      await this.#store.park(now - givenUpAfterMicros, now);
    }
  }

  /** Renews the lease. */
  async #renew(): Promise<void> {
    if (!(await this.#store.renew(this.#services.clock.micros()))) this.#isOver = true;
  }

  /** Takes over the present state of the subscription. */
  async #see(row: WebhookRow | undefined): Promise<void> {
    this.#sinceSeen = stopwatch();
    if (row === undefined) {
      this.#isOver = true;
      return;
    }
    const isChanged = row.updated_at !== this.#row.updated_at;
    this.#row = row;
    this.#receiver = receiverOf(this.#services, row);
    if (isChanged) await this.#waitAgain();
  }

  /** A change may have ended waits. We read which ones: the deliveries behind one that waits must wait too. */
  async #waitAgain(): Promise<void> {
    const unwritten = this.#lanes.waitAgain(await this.#store.waitingLanes(this.#services.clock.micros()));
    for (const lane of this.#waiting.keys()) if (!unwritten.has(lane)) this.#waiting.delete(lane);
    this.#failures = 0;
    this.#failuresBefore = 0;
  }
}

interface Receiver {
  readonly url: string;
  readonly sign: Signer;
}

const receiverOf = ({ vault, clock }: SendServices, row: WebhookRow): Receiver => ({
  url: vault.companySealer(row.company_id).unseal(urlPart(row.id), row.url_sealed),
  sign: signer(secretsOf(vault, row, clock.micros())),
});

const problemOf = ({ status }: Answer): string | null =>
  status >= 200 && status < 300 ? null : `The receiver answered ${status}.`;
