// The clock of a test realm: set to an instant, or moved there with every day in between.
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer, Client } from './house.ts';

const running: ReadonlySet<unknown> = new Set(['queued', 'running']);
const [triesMax, pauseMs] = [600, 100];

export const setClock = (api: Client, now: string): Promise<Answer['body']> => api.made('/test-clock', { now });

/** A move of many days outlives its request on a busy machine, and is then asked for like any operation. */
export async function moveClock(api: Client, to: string): Promise<void> {
  let { status, body } = await api.post('/test-clock/advance?sync=true', { to });
  const { operationId } = body.data;
  for (let tries = 0; status === 408 || running.has(body.data.state); tries++) {
    assert.ok(tries < triesMax, `The clock has not come to ${to}: ${JSON.stringify(body)}`);
    if (tries > 0) await sleep(pauseMs);
    ({ status, body } = await api.get(`/operations/${operationId}`));
  }
  assert.deepEqual([status, body.data.state], [200, 'succeeded'], JSON.stringify(body));
}
