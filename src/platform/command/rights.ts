// What an actor may still do. Work that continues after its request checks again at each piece: an actor that ends, or
// loses a permission, can no longer finish what it began.
import type { Realm } from '#platform/db/realm.ts';
import { errors, Refusal } from '#platform/errors.ts';
import { actorName, type NamedActor } from '../actor.ts';

/** The permissions that the actor has now, at most a second old. Undefined: the actor was revoked or has expired. */
export type RightsOf = (realm: Realm, actor: NamedActor) => Promise<ReadonlySet<string> | undefined>;

/** Ends the work that it interrupts; a single line or a single loan never causes it. */
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
