// The clock of a test realm: set to an instant, or moved there with every day in between.
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer, Client } from './house.ts';

export const setClock = (api: Client, now: string): Promise<Answer['body']> => api.made('/test-clock', { now });

const againMs = 20;
const patienceMs = 120_000;

/** A year of days may take longer than a request waits: then the operation is asked for until it has ended. */
export async function moveClock(api: Client, to: string): Promise<void> {
  const { status, body } = await api.post('/test-clock/advance?sync=true', { to });
  assert.ok(status === 200 || status === 408, JSON.stringify(body));
  let operation = body.data;
  const id = operation.id ?? operation.operationId;
  for (const end = performance.now() + patienceMs; !hasEnded(operation) && performance.now() < end; ) {
    await sleep(againMs);
    operation = (await api.get(`/operations/${id}`)).body.data;
  }
  assert.equal(operation.state, 'succeeded', JSON.stringify(operation));
}

const hasEnded = ({ state }: { state?: string }): boolean => state === 'succeeded' || state === 'failed';
