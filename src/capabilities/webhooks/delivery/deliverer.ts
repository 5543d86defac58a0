// The part of a worker that delivers: it takes subscriptions that have something due, each in one process at a time.
import { setTimeout as sleep } from 'node:timers/promises';
import { businessNow } from '#platform/business-clock.ts';
import type { Worker, WorkerKind, WorkTools } from '#platform/capability.ts';
import { type Mode, modes } from '#platform/db/realm.ts';
import { makePoster } from '#platform/egress/post.ts';
import { recordingByHand } from '#platform/events/record-events.ts';
import type { Log } from '#platform/log.ts';
import { uuid } from '#platform/random.ts';
import { makeWaker } from '#platform/waker.ts';
import { webhookDisabled } from '../events.ts';
import { type Claim, claimsMax, claimWork, DeliveryStore } from './delivery-store.ts';
import { type News, type SendServices, serveWebhook } from './serve-webhook.ts';

interface Deliverer extends Worker {
  /** How many attempts ended in which way in this process so far. */
  readonly outcomes: Readonly<Record<'delivered' | 'failed' | 'parked', number>>;
  readonly serving: number;
}

/** How often we look for due retries, and for deliveries that another process planned, if no hint came. */
const lookEveryMs = 500;
/** When this process ends, posts under way may end within this time. */
const lastWaitMs = 3_000;
/** Between two claims other processes get their turn. */
const turnMs = 10;
const leftToOthersMicros = 200_000;
/** Each subscription has its own limit; this one only keeps many subscriptions from flooding one host. */
const connectionsPerOrigin = 256;

export const deliverer: WorkerKind<Deliverer> = { name: 'webhooks.deliver', start };

function start(tools: WorkTools): Deliverer {
  const { database, clock, signals, log, settings } = tools;
  const holder = uuid();
  const serving = new Map<string, { news: News; ended: Promise<void> }>();
  const outcomes = { delivered: 0, failed: 0, parked: 0 };
  const cutOff = new AbortController();
  const stopping = { hasBegun: false, cutOff: cutOff.signal };
  const poster = makePoster({ connectionsPerOrigin, devHosts: settings.webhookDevHosts });
  const services: SendServices = {
    ...tools,
    pace: tools.newPace(),
    poster,
    tell: (outcome) => void outcomes[outcome]++,
    disable: (claim) => disable(tools, claim),
  };
  const serve = async (claim: Claim, news: News): Promise<void> => {
    try {
      await serveWebhook(services, claim, new DeliveryStore(database, claim, holder), news, stopping);
    } catch (error) {
      // Nothing is lost: another worker continues when the lease has ended.
      log.error({ err: error, webhook: claim.webhookId }, 'deliveries of a webhook came to a halt');
    } finally {
      serving.delete(claim.webhookId);
    }
  };
  const claim = async (mode: Mode): Promise<void> => {
    if (stopping.hasBegun) return;
    const now = clock.micros();
    // A worker without requests is quicker; this one takes only what such a worker left for a moment.
    const dueBefore = services.pace.restMs() > 0 ? now - leftToOthersMicros : now;
    const claimed = await claimWork(database, mode, holder, now, dueBefore, [...serving.keys()]);
    for (const one of claimed) {
      const news = { waker: makeWaker(), isMore: true };
      serving.set(one.webhookId, { news, ended: serve(one, news) });
    }
    if (claimed.length < claimsMax) return;
    await sleep(turnMs);
    await claim(mode);
  };
  const looks = modes.map((mode) => looking(() => claim(mode), log));
  const wakeAll = (mode: Mode): void => {
    for (const { news } of serving.values()) {
      news.isMore = true;
      news.waker.wake();
    }
    looks[modes.indexOf(mode)]?.();
  };
  const deafen = signals.on('deliveries', wakeAll);
  const timer = setInterval(() => modes.forEach(wakeAll), lookEveryMs);
  return {
    outcomes,
    get serving() {
      return serving.size;
    },
    async stop() {
      stopping.hasBegun = true;
      clearInterval(timer);
      deafen();
      const cut = setTimeout(() => cutOff.abort(), lastWaitMs);
      for (const { news } of serving.values()) news.waker.wake();
      await Promise.all([...serving.values()].map(({ ended }) => ended));
      clearTimeout(cut);
      await poster.close();
    },
  };
}

/** One look at a time; if another is asked for meanwhile, one more look follows. */
function looking(look: () => Promise<void>, log: Log): () => void {
  let isLooking = false;
  let again = false;
  const run = async (): Promise<void> => {
    isLooking = true;
    do {
      again = false;
      await look().catch((error) => log.warn({ err: error }, 'could not look for deliveries that are due'));
    } while (again);
    isLooking = false;
  };
  return () => {
    again = true;
    if (!isLooking) void run();
  };
}

/** Disables the subscription of a receiver that answered 410. */
async function disable(
  { database, clock, position }: Pick<WorkTools, 'database' | 'clock' | 'position'>,
  { webhookId, realm }: Claim,
): Promise<void> {
  await database.transact(realm, async (tx) => {
    const now = await businessNow(tx, clock);
    await recordingByHand({ realm, now, position, declared: [webhookDisabled] }, tx, async (emit) => {
      const disabled = await tx.affected(
        tx.db
          .updateTable('webhooks')
          .set({ enabled: false, disabled_reason: 'The receiver answered 410: it is gone.', updated_at: now })
          .where('id', '=', webhookId)
          .where('enabled', '=', true),
      );
      if (disabled > 0) emit(webhookDisabled, realm.companyId, { webhookId, enabled: false });
    });
  });
}
