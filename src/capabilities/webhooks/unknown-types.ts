// A subscription may name event types that nothing tells: clients of the reference service know more of them. Each
// answer with a subscription lists those, by what this release tells when it is asked.
import { setImmediate as breathe } from 'node:timers/promises';
import type { EventKind } from '#platform/events/event-kind.ts';
import { patternsOfNone } from '#platform/events/event-types.ts';
import type { Endpoint } from '#platform/http/endpoint.ts';

interface Subscription {
  readonly eventTypes: readonly string[];
}

/** For an endpoint that answers with a subscription, or with a page of them; any other stays as it is. */
export function listingUnknown(endpoint: Endpoint, kinds: () => readonly EventKind[]): Endpoint {
  const { read, command, shape } = endpoint;
  if (shape !== 'single' && shape !== 'list') return endpoint;
  const shown = async (answer: unknown): Promise<unknown> => {
    const types = kinds().map(({ type }) => type);
    const listed = (one: Subscription) => ({ ...one, unknownEventTypes: patternsOfNone(one.eventTypes, types) });
    if (shape === 'single') return listed(answer as Subscription);
    const page = answer as { readonly items: readonly Subscription[] };
    const items: unknown[] = [];
    for (const one of page.items) {
      items.push(listed(one));
      // A page of subscriptions with hundreds of patterns each must not hold up other requests.
      await breathe();
    }
    return { ...page, items };
  };
  return {
    ...endpoint,
    ...(read && { read: async (...asked) => shown(await read(...asked)) }),
    ...(command && { command: async (...asked) => shown(await command(...asked)) }),
  };
}
