// The row of a call by somebody who has not signed in yet: signing in itself, a new password, a code asked for.
import type { Realm } from '#platform/db/realm.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { type UserType, userActor } from '../actor.ts';
import { keptAddress } from './kept-address.ts';
import type { Note } from './notes.ts';

/** What the endpoint knows of who called. */
export interface SignInTold {
  /** Undefined: nobody who is known. */
  readonly userId?: string | undefined;
  /** Of the page, where nobody is known; without it only the network of the address is kept. */
  readonly userType?: UserType | undefined;
  readonly sessionId?: string | undefined;
  /** By what they have shown who they are, or meant to. */
  readonly method?: string | undefined;
  /** Of a name that nobody has: a keyed hash, since it may be a password. */
  readonly unknownName?: string | undefined;
  /** Of a refusal. */
  readonly errorType?: string | undefined;
  readonly reason?: string | undefined;
}

export interface TellsAudit {
  /** In the commit of what was done. */
  tellWith(tx: Tx, told: SignInTold): void;
  /** Of what was refused, in a company that there is. */
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
