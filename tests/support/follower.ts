// Follows a stream of events as a client would, for tests.
import assert from 'node:assert/strict';
import { type ReceivedEvent, readEventStream } from '#app/read-event-stream.ts';
import { eventually } from './eventually.ts';

export interface Follower {
  readonly status: number;
  readonly headers: Headers;
  /** The events with data, in the order of arrival. */
  readonly events: readonly ReceivedEvent[];
  /** The id from which the client would resume. */
  lastEventId(): string;
  ids(): string[];
  types(): string[];
  /** Waits for this many events. */
  until(count: number): Promise<readonly ReceivedEvent[]>;
  /** Resolves when the service ends the answer cleanly; rejects when the answer was cut off. */
  readonly ended: Promise<void>;
  leave(): void;
}

export interface FollowOptions {
  readonly query?: string;
  readonly headers?: Record<string, string>;
  /** Called at each event, so that a test can measure. */
  readonly seen?: (event: ReceivedEvent) => void;
}

/** The answer must be a stream. Refusals are tested with an ordinary call. */
export async function follow(
  url: string,
  key: string,
  { query = '', headers = {}, seen = () => {} }: FollowOptions = {},
): Promise<Follower> {
  const leaving = new AbortController();
  const answer = await fetch(`${url}/api/events/stream?${query}`, {
    headers: { 'x-api-key': key, ...headers },
    signal: leaving.signal,
  });
  if (answer.status !== 200) assert.fail(`the stream answered ${answer.status}: ${await answer.text()}`);
  const events: ReceivedEvent[] = [];
  let last = '';
  const ended = (async () => {
    for await (const event of readEventStream(answer.body as ReadableStream<Uint8Array>)) {
      last = event.lastEventId;
      if (event.data === null) continue;
      events.push(event);
      seen(event);
    }
  })();
  // A test that waits for the end sees the failure; other tests need not wait.
  ended.catch(() => {});
  return {
    status: answer.status,
    headers: answer.headers,
    events,
    lastEventId: () => last,
    ids: () => events.map(({ lastEventId }) => lastEventId),
    types: () => events.map(({ type }) => type),
    async until(count) {
      await eventually(
        `${count} events`,
        () => events.length >= count,
        () => `${events.length} came`,
      );
      return events;
    },
    ended,
    leave: () => leaving.abort(),
  };
}
