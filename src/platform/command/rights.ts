// What an actor may still do. Work that goes on after its request was let in asks again at each piece of it: an actor that
// ends, or loses a permission, loses what was not done yet.
import type { Realm } from '#platform/db/realm.ts';
import { errors, Refusal } from '#platform/errors.ts';
import { actorName, type NamedActor } from '../actor.ts';

/** The permissions of the actor as they are now, known to within a second. Undefined: it was revoked or has expired. */
export type RightsOf = (realm: Realm, actor: NamedActor) => Promise<ReadonlySet<string> | undefined>;

/** Ends the work that it interrupts; never the fault of a single line or a single loan. */
export class RightsLost extends Refusal {}

/** Errors: KeyEnded, Forbidden. */
export function mustStillHave(
  actor: NamedActor,
  rights: ReadonlySet<string> | undefined,
  permissions: readonly string[],
): ReadonlySet<string> {
  if (rights === undefined) throw ended(actor);
  const permission = permissions.find((one) => !rights.has(one));
  if (permission === undefined) return rights;
  const message = `The ${actorName(actor)} lost the permission ${permission} before the work was done; the rest of it was not begun.`;
  throw new RightsLost(errors.Forbidden, message, { data: { ...idOf(actor), permission } });
}

const ended = (actor: NamedActor): RightsLost =>
  new RightsLost(
    errors.KeyEnded,
    `The ${actorName(actor)} was revoked or has expired before the work was done; the rest of it was not begun.`,
    { data: idOf(actor) },
  );

/** `keyId`, `userId` or `providerId`. */
const idOf = ({ type, id }: NamedActor) => ({ [`${type}Id`]: id });
