// What an API key may still do. Work that goes on after its request was let in asks again at each piece of it: a key that
// ends, or loses a permission, loses what was not done yet.
import type { Realm } from '#platform/db/realm.ts';
import { errors, Refusal } from '#platform/errors.ts';

/** Its permissions as they are now, known to within a second. Undefined: it was revoked or has expired. */
export type KeyRights = (realm: Realm, keyId: string) => Promise<ReadonlySet<string> | undefined>;

/** Ends the work that it interrupts; never the fault of a single line or a single loan. */
export class RightsLost extends Refusal {}

/** Errors: KeyEnded, Forbidden. */
export function mustStillHave(
  keyId: string,
  rights: ReadonlySet<string> | undefined,
  permissions: readonly string[],
): ReadonlySet<string> {
  if (rights === undefined) throw keyEnded(keyId);
  const permission = permissions.find((one) => !rights.has(one));
  if (permission === undefined) return rights;
  const message = `The API key ${keyId} lost the permission ${permission} before the work was done; the rest of it was not begun.`;
  throw new RightsLost(errors.Forbidden, message, { data: { keyId, permission } });
}

const keyEnded = (keyId: string): RightsLost =>
  new RightsLost(
    errors.KeyEnded,
    `The API key ${keyId} was revoked or has expired before the work was done; the rest of it was not begun.`,
    { data: { keyId } },
  );
