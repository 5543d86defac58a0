// An agreement to autopay, as a client makes it: described, uploaded, accepted.
import assert from 'node:assert/strict';
import type { Client } from './house.ts';

interface Agreed {
  readonly loanId: string | null;
  readonly type?: string;
  /** `null`: it has no content. */
  readonly text?: string | null;
  readonly status?: 'draft' | 'accepted' | 'rejected';
}

/** Returns its path. */
export async function anAgreement(
  api: Client,
  person: string,
  {
    loanId,
    type = 'loanAutopayAgreement',
    text = '<p>I agree to automatic payments.</p>',
    status = 'accepted',
  }: Agreed,
): Promise<string> {
  const documents = `${person}/documents`;
  const described = { type, loanId, status: 'draft', fileName: `autopay-agreement-${loanId}.html` };
  const made = await api.post(documents, described);
  assert.equal(made.status, 201, JSON.stringify(made.body));
  const path = `${documents}/${made.body.id}`;
  if (text !== null)
    await api.call('POST', `${path}/content`, { body: text, headers: { 'content-type': 'text/html' } });
  if (status !== 'draft') {
    const decided = await api.put(path, { status, rejectionReason: 'It was withdrawn.' });
    assert.equal(decided.status, 200, JSON.stringify(decided.body));
  }
  return path;
}

export const idIn = (path: string): string => path.split('/').at(-1) as string;
