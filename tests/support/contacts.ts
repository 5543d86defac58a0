// What tests about contacts share: borrowers to have them, and the refusal of a value that a borrower has already.
import assert from 'node:assert/strict';
import { type Answer, aPerson, type Client, useHouse } from './house.ts';
import { refusedAt } from './refusals.ts';

export const noDisconnection = {
  disconnectionStatus: null,
  lastDisconnectCheckDate: null,
  lastKnownConnectionDate: null,
};

export const readContact = async (api: Client, path: string): Promise<Answer['body']> =>
  (await api.get(path)).body.data;

export function collides(answer: Answer): void {
  refusedAt(answer, 'value', 'ContactCollision');
  assert.equal(answer.body.message, 'collision detected');
}

/** Opens a house for a suite. Each call of what is returned makes a company with a borrower. */
export function useBorrowers() {
  const { aCompany } = useHouse();
  return async () => {
    const { id: companyId, test: api } = await aCompany();
    const { id: personId } = await api.made('/people', aPerson({ externalId: 'crm-1' }));
    return { api, companyId, personId, contacts: `/people/${personId}/contacts` };
  };
}
