// A client of a borrower who has signed in.
import assert from 'node:assert/strict';
import type { Client, House } from './house.ts';
import { aUser, signedIn } from './signed-in.ts';

/** The borrower signs in as the user of a new address; a person has one user, so each person does so once. */
export async function aBorrower(house: House, api: Client, personId: string): Promise<Client> {
  const email = `${personId.toLowerCase()}@example.com`;
  await aUser(house, api, { email, userType: 'borrower', role: 'borrower', personId });
  const own = await signedIn(house, api, email, { userType: 'borrower' });
  const made: Client['made'] = async (path, body, headers) => {
    const answer = await own.post(path, body, headers);
    assert.ok(answer.status < 300, `POST ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    return answer.body.data;
  };
  return { ...api, ...own, made };
}
