// The clock of a test realm: set to an instant, or moved there with every day in between.
import assert from 'node:assert/strict';
import { eventually } from './eventually.ts';
import type { Answer, Client } from './house.ts';

export const setClock = (api: Client, now: string): Promise<Answer['body']> => api.made('/test-clock', { now });

export async function moveClock(api: Client, to: string): Promise<void> {
  const answer = await api.post('/test-clock/advance?sync=true', { to });
  // Months of work take longer on a busy machine than a call waits; the operation goes on.
  const { data } = answer.status === 408 ? await ended(api, answer.headers['operation-id'] as string) : answer.body;
  assert.equal(data?.state, 'succeeded', JSON.stringify(answer.body));
}

const movingMsMax = 120_000;

const ended = (api: Client, operationId: string): Promise<Answer['body']> =>
  eventually(
    'the clock has moved',
    async () => {
      const { body } = await api.get(`/operations/${operationId}`);
      return !['queued', 'running'].includes(body.data.state) && body;
    },
    movingMsMax,
  );
