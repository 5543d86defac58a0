// A line of credit and its draws, over HTTP.
import assert from 'node:assert/strict';
import { aPerson, type Client } from './house.ts';
import type { Shown } from './told.ts';

const lineAgreement = { creditLimitAmount: 5000, interestRates: [{ rate: 0.2 }], specificDays: [10] };

const lineBody = {
  type: 'lineOfCredit',
  loanTypeId: 'ext-line-of-credit',
  status: 'originated',
  atOrigination: lineAgreement,
};

/** Its path. It is active, unless that is said otherwise. */
export async function aLine(api: Client, more: object = {}, { activate = true } = {}): Promise<string> {
  const { id: personId } = await api.made('/people', aPerson());
  const { id } = await api.made(`/people/${personId}/loans`, { ...lineBody, ...more });
  const path = `/people/${personId}/loans/${id}`;
  if (activate) await api.made(`${path}/activate`, {});
  return path;
}

export async function aDraw(api: Client, line: string, more: object = {}, { activate = true } = {}): Promise<string> {
  const { id } = await api.made(`${line}/draws`, { status: 'originated', atOrigination: {}, ...more });
  if (activate) await api.made(`${line}/draws/${id}/activate`, {});
  return `${line}/draws/${id}`;
}

export async function shown(api: Client, path: string): Promise<Shown> {
  const { status, body } = await api.get(path);
  assert.equal(status, 200, JSON.stringify(body));
  return body.data;
}
