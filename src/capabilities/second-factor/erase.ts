// Who is erased has no factors any more.
import { userIdsOfPerson } from '#capabilities/users/index.ts';
import type { Erasing } from '#platform/capability.ts';
import { forgetFactors } from './factors.ts';

export const eraseFactorsOf: Erasing = async (tx, personId) => {
  for (const id of await userIdsOfPerson(tx, personId)) forgetFactors(tx, id);
};
