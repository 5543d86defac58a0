// `tenor listen`: prints events as they happen and, on request, posts them to a receiver on the developer's machine. It
// talks to the service like any client, and needs neither its database nor its settings.
import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientConfig } from '#platform/config.ts';
import { type Asked, addressOf, whomToAsk } from './client.ts';
import type { Values } from './command.ts';
import type { ForwardedEvent, forwarder } from './forward-event.ts';
import { readEventStream } from './read-event-stream.ts';
import { ListenRefused } from './said-in-words.ts';
import { WrongUse } from './wrong-use.ts';

const againMs = 1_000;
/** The longest silence: the service sends something at least every fifteen seconds. */
const silenceMsMax = 45_000;

const print = (text: string): void => void process.stdout.write(`${text}\n`);
/** Everything that is no event goes to the error channel, so that events can be piped to a program. */
const notice = (text: string): void => void process.stderr.write(`${text}\n`);

export async function listen(config: ClientConfig, values: Values): Promise<void> {
  const source = sourceOf(config, values);
  const until = interruption();
  const take = await taker(values, until);
  notice(plan(source, values));
  for await (const text of received(source, until)) await take(text);
}

/** Ctrl-C arrives twice through npm; the second signal changes nothing. */
function interruption(): AbortSignal {
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort());
  // A program such as head closes the pipe when it has read enough.
  process.stdout.on('error', () => stopping.abort());
  return stopping.signal;
}

/** Said before anything is asked: the first event may be long in coming. */
function plan({ url, events, after }: Source, { 'forward-to': to }: Values): string {
  const which = events === undefined ? 'all events' : `the events ${events}`;
  const since = after === undefined ? 'from now on' : `after ${after}`;
  return `Asking ${url} for ${which} ${since}; each is ${to === undefined ? 'printed' : `posted to ${to}`}.`;
}

interface Source extends Asked {
  readonly events: string | undefined;
  /** The id of the event after which to begin; undefined: with what happens from now on. */
  readonly after: string | undefined;
  /** True: with the objects that events are about, as in the payload of a webhook. */
  readonly withPayload: boolean;
}

const sourceOf = (config: ClientConfig, values: Values): Source => ({
  ...whomToAsk(config, values),
  events: values.events,
  after: values.after,
  withPayload: values['forward-to'] !== undefined,
});

/**
 * Yields the events one after the other over as many connections as necessary. An event counts as done when the next
 * one is asked for.
 */
async function* received(source: Source, until: AbortSignal): AsyncGenerator<string> {
  let { after } = source;
  for (let isAway: boolean | undefined; !until.aborted; ) {
    const connection = new AbortController();
    const opened = await open(source, after, AbortSignal.any([until, connection.signal]));
    if (until.aborted) return;
    if (opened instanceof ListenRefused) {
      if (isAway === undefined || !opened.mayPass) throw opened;
    } else {
      notice(isAway ? 'Connected again; nothing was missed.' : `Listening to ${source.url}; Ctrl-C ends it.`);
      isAway = false;
      for await (const { data, lastEventId } of readEventStream(livingChunks(opened, connection))) {
        if (data !== null) yield data;
        after = lastEventId;
      }
    }
    if (until.aborted) return;
    if (!isAway) notice('The service is gone; waiting until it is back.');
    isAway = true;
    await sleep(againMs, undefined, { signal: until }).catch(() => {});
  }
}

type Chunks = ReadableStream<Uint8Array>;

async function open(
  { url, key, events, withPayload }: Source,
  after: string | undefined,
  signal: AbortSignal,
): Promise<Chunks | ListenRefused> {
  const query = new URLSearchParams({
    ...(events === undefined ? {} : { events }),
    ...(withPayload ? { include: 'payload' } : {}),
  });
  const headers = { 'x-api-key': key, ...(after === undefined ? {} : { 'last-event-id': after }) };
  try {
    const answer = await fetch(`${url}/api/events/stream?${query}`, { headers, signal });
    const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream') === true;
    if (answer.ok && isStream && answer.body !== null) return answer.body;
    const { message, detail } = (await answer.json().catch(() => ({}))) as { message?: string; detail?: string };
    const said = message === undefined ? 'This is not the address of a Tenor.' : `${message} ${detail}`;
    return new ListenRefused(
      `${url} answered ${answer.status}. ${said}`,
      answer.status === 429 || answer.status >= 500,
    );
  } catch {
    return new ListenRefused(`Nothing answers at ${url}. Does the service run, and is the address right?`, true);
  }
}

/** Treats a broken connection like one that ended: the next connection brings the missing events. */
async function* livingChunks(body: Chunks, connection: AbortController): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  try {
    for (;;) {
      const silent = setTimeout(() => connection.abort(), silenceMsMax);
      const { done, value } = await reader.read().finally(() => clearTimeout(silent));
      if (done) return;
      yield value;
    }
  } catch {
    return;
  } finally {
    connection.abort();
  }
}

interface ListenedEvent extends ForwardedEvent {
  readonly eventType: string;
  readonly createdAt: string;
  readonly loanId: string | null;
}

/**
 * Prints an event and posts it to the receiver. The next event waits until this one is done, so that the order stays.
 */
async function taker(values: Values, until: AbortSignal): Promise<(text: string) => Promise<void>> {
  const forward = await forwardOf(values, until);
  return async (text) => {
    const event = JSON.parse(text) as ListenedEvent;
    if (forward === undefined) return print(lineOf(event));
    let tries = 0;
    let wasTaken = false;
    for await (const attempt of forward(event, text)) {
      print(`${tries === 0 ? lineOf(event) : `${' '.repeat(20)}again: ${event.id}`}  -> ${attempt.says}`);
      tries += 1;
      wasTaken = attempt.wasTaken;
    }
    if (!wasTaken && !until.aborted) print(`${' '.repeat(20)}given up: ${event.id}, after ${tries} attempts`);
  };
}

/** Only what is posted needs to be signed, and the code for that comes with the whole house. */
async function forwardOf(values: Values, until: AbortSignal): Promise<ReturnType<typeof forwarder> | undefined> {
  const { 'forward-to': to, secret: given } = values;
  if (to === undefined) return undefined;
  const url = addressOf('--forward-to', to);
  const { newWebhookSecret } = await import('#platform/egress/signature.ts');
  const { forwarder } = await import('./forward-event.ts');
  const secret = given ?? newWebhookSecret();
  if (given === undefined) notice(`What is posted is signed with ${secret}`);
  try {
    return forwarder({ url, secret, until });
  } catch (error) {
    throw new WrongUse(`--secret is none: ${(error as Error).message}`);
  }
}

/** `2026-03-02T14:05:09Z  contact.created  BO-7KQ2-M9XA  EV-4N8Q-TZ1C` */
function lineOf({ id, eventType, createdAt, personId, companyId, loanId }: ListenedEvent): string {
  const about = [personId ?? companyId, ...(loanId === null ? [] : [loanId])].join(' ');
  return `${createdAt.slice(0, 19)}Z  ${eventType.padEnd(24)}  ${about}  ${id}`;
}
