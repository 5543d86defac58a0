// The clock of a test realm: set to an instant, or moved there with every day in between.
import assert from 'node:assert/strict';
import { endedOperation } from './ended-operation.ts';
import type { Answer, Client } from './house.ts';

export const setClock = (api: Client, now: string): Promise<Answer['body']> => api.made('/test-clock', { now });

export async function moveClock(api: Client, to: string): Promise<void> {
  const { body } = await endedOperation(api, await api.post('/test-clock/advance?sync=true', { to }));
  assert.equal(body.data?.state, 'succeeded', JSON.stringify(body));
}
