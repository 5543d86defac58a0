// A command that does nothing but what a payment does first: it writes down on what the debit rests.

import { authorizationOfCall } from '#capabilities/moving-money/index.ts';
import { person } from '#capabilities/people/index.ts';
import type { Caller } from '#platform/command/context.ts';
import type { Realm } from '#platform/db/realm.ts';
import { aCaller } from './caller.ts';
import type { House } from './house.ts';

type Call = Omit<Parameters<typeof authorizationOfCall>[2], 'giver'> & { readonly personId: string };

/** Returns the id of the authorization. */
export async function authorizeCall(
  house: House,
  realm: Realm,
  { personId, ...call }: Call,
  caller: Partial<Caller> = {},
): Promise<string> {
  const { body } = await house.service.runCommand({
    caller: { ...aCaller(realm), ...caller },
    requestId: 'r',
    findSubject: (tx, locks) => person.find(tx, personId, locks),
    run: (ctx, tx, giver) => authorizationOfCall(ctx, tx, { giver, ...call }),
    present: (id) => ({ status: 200, headers: {}, body: id }),
  });
  return body;
}
