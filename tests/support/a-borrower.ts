// A client of a borrower who has signed in.
import type { Client, House } from './house.ts';
import { aUser, signedIn } from './signed-in.ts';

/** The borrower signs in as the user of a new address; a person has one user, so each person does so once. */
export async function aBorrower(house: House, api: Client, personId: string): Promise<Client> {
  const email = `${personId.toLowerCase()}@example.com`;
  await aUser(house, api, { email, userType: 'borrower', role: 'borrower', personId });
  return { ...api, ...(await signedIn(house, api, email, { userType: 'borrower' })) };
}
