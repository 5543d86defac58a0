// What a call with `sync=true` came to: on a busy machine its operation may take longer than the call waits, and goes on.
import { eventually } from './eventually.ts';
import type { Answer, Client } from './house.ts';

/** The answer, or that of the operation once it is over. A refusal by the operation is its state then. */
export async function endedOperation(api: Pick<Client, 'get'>, answer: Answer): Promise<Answer> {
  if (answer.status !== 408) return answer;
  return { ...answer, status: 200, body: await ended(api, answer.headers['operation-id'] as string) };
}

async function ended(api: Pick<Client, 'get'>, operationId: string): Promise<Answer['body']> {
  let last: Answer['body'];
  const read = async () => {
    last = (await api.get(`/operations/${operationId}`)).body;
    return last;
  };
  const seen = () => JSON.stringify(last?.data);
  // In a house that does not work it would wait for ever.
  const isTaken = async () => (await read()).data.state !== 'queued';
  await eventually('a worker takes the operation; in a house where none works, it would wait for ever', isTaken, seen);
  const isOver = async () => {
    const body = await read();
    return body.data.state !== 'running' && body;
  };
  return eventually('the operation is over', isOver, seen);
}
