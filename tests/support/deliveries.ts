// What the tests of deliveries share.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { aPerson, type Client } from './house.ts';
import { eventsOf, type Post } from './receiver.ts';
import type { Shown } from './told.ts';

/** What is sent is not of any one client's version: it is the newest. */
export const newest = { 'api-version': '2025-03-26' };

export const shownOf = async (api: Client, { id }: Shown): Promise<Shown> =>
  (await api.get(`/webhooks/${id}`)).body.data;
export const deliveriesOf = async (api: Client, { id }: Shown, query = ''): Promise<Shown[]> =>
  (await api.get(`/webhooks/${id}/deliveries?limit=100&${query}`)).body.data;
/** For each of them, a few at a time: the houses of all suites share one server. */
export async function forEach<T, R>(items: Iterable<T>, work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const queue = [...items].entries();
  const takeTurns = async (): Promise<void> => {
    for (const [i, item] of queue) results[i] = await work(item);
  };
  await Promise.all(Array.from({ length: 6 }, takeTurns));
  return results;
}

export const peopleOf = (api: Client, count: number): Promise<Shown[]> =>
  forEach(Array.from({ length: count }), () => api.made('/people', aPerson()));

/** The posts that were answered with 2xx, each message once, as they came. */
export const accepted = (posts: readonly Post[]): Post[] => {
  const good = posts.filter(({ answered }) => answered !== null && answered < 300);
  return [...new Map(good.toReversed().map((post) => [post.id, post])).values()].toReversed();
};

/** The events of each subject that were taken come in the order of the list, and completely; repeats are the same. */
export function mustBeInOrder(posts: readonly Post[], events: readonly Shown[]): void {
  const idsBySubject = (some: readonly Shown[]) =>
    new Map(
      [...Map.groupBy(some, ({ companyId, personId }) => personId ?? companyId)]
        .map(([subject, group]): [string, string[]] => [subject, group.map(({ id }) => id)])
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    );
  assert.deepEqual(idsBySubject(eventsOf(accepted(posts))), idsBySubject(events));
  for (const [id, repeats] of Map.groupBy(posts, (post) => post.id)) {
    for (const { body } of repeats) assert.equal(body, repeats[0]?.body, `the body of ${id} changed`);
  }
}

/** Signed by these secrets, the newest first, and by no others; in both ways. */
export function mustBeSignedBy({ headers, body }: Post, secrets: readonly (string | undefined)[]): void {
  const [id, seconds] = [headers['webhook-id'], headers['webhook-timestamp']];
  const standard = secrets.map((secret) => {
    const key = Buffer.from(secret ?? '', 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`;
  });
  const plain = secrets.map((secret) =>
    createHmac('sha256', secret ?? '')
      .update(body)
      .digest('hex'),
  );
  assert.equal(headers['webhook-signature'], standard.join(' '));
  assert.deepEqual([headers['x-peach-hmac'], headers['x-peach-hmac-previous']], [plain[0], plain[1]]);
  if (Math.abs(Number(seconds) - Date.now() / 1000) > 200) return;
  for (const secret of secrets) assert.deepEqual(new Webhook(secret ?? '').verify(body, headers), JSON.parse(body));
}
