// While the database is away every queue of every process meets the same error, and it must read the same.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errorOfQueue } from './error-of-queue.ts';

test('an error that several queues meet is the same error, with its code and its stack', () => {
  const met = (queue: string, worker: string) => ({
    name: 'Error',
    message: `connect ECONNREFUSED 127.0.0.1:5432 (Queue: ${queue}, Worker: ${worker})`,
    stack: 'Error: connect ECONNREFUSED\n    at here',
    code: 'ECONNREFUSED',
  });
  for (const told of [met('orders.send', 'a-1'), met('messages.send', 'b-2')]) {
    const error = errorOfQueue(told);
    assert.ok(error instanceof Error);
    const { message, stack, code } = error as Error & { code?: string };
    assert.deepEqual([message, stack, code], ['connect ECONNREFUSED 127.0.0.1:5432', told.stack, 'ECONNREFUSED']);
  }
  const own = new Error('terminated');
  assert.equal(errorOfQueue(own), own);
});
