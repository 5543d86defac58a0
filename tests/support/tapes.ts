// Loan tapes as tests make and read them.
import assert from 'node:assert/strict';
import { eventually } from './eventually.ts';
import type { Answer, Client } from './house.ts';

type Shown = Answer['body'];

export const tapeTypes = '/companies/current/loan-tape-types';
const tapes = '/companies/current/loan-tapes';

/** Waits until it has come to its end. */
export async function madeTape(api: Client, body: object, path = tapes): Promise<Shown> {
  const { id } = await api.made(path, body);
  const ended = await eventually('the tape is made', async () => {
    const { data } = (await api.get(`${tapes}/${id}`)).body;
    return !['initiated', 'running'].includes(data.state) && data;
  });
  assert.equal(ended.state, 'succeeded', JSON.stringify(ended));
  return ended;
}

export async function textOfTape(api: Client, { id }: Shown): Promise<string> {
  const { status, body } = await api.get(`${tapes}/${id}/download`);
  assert.equal(status, 200);
  return String(body);
}
