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

async function ended(api: Client, operationId: string): Promise<Answer['body']> {
  let last: Answer['body'];
  const read = async () => {
    last = (await api.get(`/operations/${operationId}`)).body;
    return last;
  };
  const seen = () => JSON.stringify(last?.data);
  // In a house that does not work it would wait for ever.
  const isTaken = async () => (await read()).data.state !== 'queued';
  await eventually('a worker moves the clock; where none works, set the clock', isTaken, seen);
  const isOver = async () => {
    const body = await read();
    return body.data.state !== 'running' && body;
  };
  return eventually('the clock has moved', isOver, seen);
}
