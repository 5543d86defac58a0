// The row of a call by somebody who has not signed in yet: signing in itself, a new password, a code asked for.
import type { Realm } from '#platform/db/realm.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { type UserType, userActor } from '../actor.ts';
import { keptAddress } from './kept-address.ts';
import type { Note } from './notes.ts';

/** What the endpoint knows of who called. */
export interface SignInTold {
  /** Undefined: we do not know who called. */
  readonly userId?: string | undefined;
  /** The kind of user of the page, where nobody is known; without it only the network of the address is kept. */
  readonly userType?: UserType | undefined;
  readonly sessionId?: string | undefined;
  /** The sign-in method that was tried. */
  readonly method?: string | undefined;
  /** A keyed hash of a name that nobody has, since it may be a password. */
  readonly unknownName?: string | undefined;
  /** Only for a refusal: its kind. */
  readonly errorType?: string | undefined;
  readonly reason?: string | undefined;
}

export interface TellsAudit {
  /** In the commit of what was done. */
  tellWith(tx: Tx, told: SignInTold): void;
  /** Tells a refusal, in a company that there is. */
  tell(realm: Realm, told: SignInTold): void;
}

interface Call {
  readonly action: string;
  readonly address: string;
  readonly requestId: string;
}

export function noteOfSignIn(
  { action, address, requestId }: Call,
  { userId, userType, sessionId, errorType, ...told }: SignInTold,
): Note {
  const session = { id: sessionId ?? '', ...(userType === undefined ? {} : { userType }) };
  return {
    outcome: errorType === undefined ? 'done' : 'refused',
    action,
    actorType: 'user',
    actorId: userId ?? null,
    sessionId: sessionId ?? null,
    address: keptAddress({ actor: userActor(userId ?? ''), session }, address),
    requestId,
    personId: null,
    objectId: sessionId ?? userId ?? null,
    errorType,
    userType,
    ...told,
  };
}
