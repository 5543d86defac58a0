// What every refusal of a field must say: where, what is wrong, and what would be right.
import assert from 'node:assert/strict';
import type { Answer } from './house.ts';

export function refusedAt(answer: Answer, path: string, errorType = 'InvalidRequest'): void {
  const { body } = answer;
  const said = JSON.stringify(body);
  assert.equal(answer.status, 400, said);
  assert.equal(body.status, 400, said);
  assert.equal(body.statusCode, 400, said);
  assert.equal(body.errorType, errorType, said);
  assert.equal(body.data.path, path, said);
  assert.ok(typeof body.data.expected === 'string' && body.data.expected !== '', said);
  assert.ok(body.message !== '' && body.title !== '' && body.detail !== '', said);
}

export const ids = (answer: Answer): string[] => answer.body.data.map(({ id }: { id: string }) => id);

/** The kind of a refusal, and the field that it names. */
export function refused({ body }: Answer, status: number, errorType: string, path: string): void {
  assert.deepEqual([body.status, body.errorType, body.data.path], [status, errorType, path], JSON.stringify(body));
}
