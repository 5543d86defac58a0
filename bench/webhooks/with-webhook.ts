// What a webhook costs the callers who create people: rounds with a webhook for each person, and rounds without any.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cleanup } from '../cleanup.ts';
import { createsPeople } from '../figures.ts';
import { alternately, driveRound, type Round } from '../load.ts';
import { figureLine, inWords, record, spread, tableHead } from '../report.ts';
import { setWebhookStage, type WebhookStage } from './stage.ts';
import { type Subscription, subscribe } from './start-receiver.ts';

export const withWebhookName = 'create-person-told';

interface ToldRound extends Round {
  /** Deliveries that had not reached the receiver when the last person was answered, and how long they took. */
  readonly lag: number;
  readonly caughtUpMs: number;
}

const withWebhook = 'with a webhook';
const withoutWebhook = 'without one';
const figure = {
  name: withWebhookName,
  limit: withoutWebhook,
  limitSays: 'the same service, its only webhook switched off',
  aim: 0.85,
};

export async function measureWithWebhook(cleanup: Cleanup, isQuick: boolean): Promise<void> {
  const stage = await setWebhookStage(cleanup);
  const { receiver, service } = stage;
  const subscription = await subscribe(service, {
    url: receiver.url,
    eventTypes: ['person.created'],
    enabled: false,
  });
  const seconds = isQuick ? 1 : 3;
  console.log(tableHead());
  for (const [i, connections] of [8, 8, 1, 32].entries()) {
    const isWarmUp = i === 0;
    const rounds = isWarmUp ? 1 : connections === 8 && !isQuick ? 5 : 3;
    const side = (hasWebhook: boolean) => (round: number) =>
      driveSide(stage, subscription, hasWebhook, { connections, seconds, round });
    const driven = await alternately([side(true), side(false)], rounds);
    if (isWarmUp) continue;
    const [ours, limits] = [withWebhook, withoutWebhook].map((name) => driven.filter(({ target }) => target === name));
    console.log(figureLine(figure, connections, ours ?? [], limits ?? []));
    showLag(connections, ours ?? []);
  }
  await cleanup.run();
}

async function driveSide(
  { service, receiver }: WebhookStage,
  subscription: Subscription,
  hasWebhook: boolean,
  { connections, seconds, round }: { connections: number; seconds: number; round: number },
): Promise<ToldRound> {
  await subscription.switchTo(hasWebhook);
  await receiver.ask('forget');
  const name = hasWebhook ? withWebhook : withoutWebhook;
  const target = { ...service, name, setupClient: createsPeople(() => ({})) };
  const driven = await driveRound(target, { connections, seconds }, round);
  const ended = performance.now();
  if (!hasWebhook) return { ...driven, lag: 0, caughtUpMs: 0 };
  const { count } = await receiver.ask('count');
  await receiver.untilCount(driven.requests);
  const caughtUpMs = performance.now() - ended;
  // The results written after the last post must not fall into the next round.
  await sleep(restMs);
  return { ...driven, lag: Math.max(0, driven.requests - count), caughtUpMs };
}

const restMs = 500;

function showLag(connections: number, rounds: readonly ToldRound[]): void {
  const lag = spread(rounds.map((round) => round.lag));
  const caughtUpMs = spread(rounds.map((round) => round.caughtUpMs));
  record({ figure: `${withWebhookName}-lag`, connections, lag, caughtUpMs });
  console.log(`  behind at the end: ${inWords(lag, 0)} deliveries; all there after ${inWords(caughtUpMs, 0)} ms`);
}
