// A line of credit by its path, and draws on it.
import assert from 'node:assert/strict';
import { aLine as lineMade } from './a-line.ts';
import type { Answer, Client } from './house.ts';

/** `more` is said beside its agreement. It is active, unless that is said otherwise. */
export const aLine = async (api: Client, more: object = {}, { activate = true } = {}): Promise<string> =>
  (await lineMade(api, {}, { ...more, activate })).path;

/** Its path. It is active, unless that is said otherwise. */
export async function aDraw(api: Client, line: string, more: object = {}, { activate = true } = {}): Promise<string> {
  const { id } = await api.made(`${line}/draws`, { status: 'originated', atOrigination: {}, ...more });
  if (activate) await api.made(`${line}/draws/${id}/activate`, {});
  return `${line}/draws/${id}`;
}

export async function shown(api: Client, path: string): Promise<Answer['body']> {
  const { status, body } = await api.get(path);
  assert.equal(status, 200, JSON.stringify(body));
  return body.data;
}
