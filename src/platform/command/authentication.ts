// How the platform gets from a request to its caller: the capabilities that know keys and sessions implement this.
import type { Who } from '#platform/audit/kept-address.ts';
import type { Realm } from '#platform/db/realm.ts';
import type { NamedActor } from '../actor.ts';
import type { Caller } from './context.ts';
import type { RightsOf } from './rights.ts';

/** What a request shows: an API key, or the token of a session. */
export type Credential = 'key' | 'session';

export type EndedCaller = Who & { readonly realm: Realm };

export interface Authentication {
  /** The caller whose credential it is; undefined for an unknown one, and for one that has ended. */
  authenticate(shown: string): Promise<Caller | undefined>;
  /** Whether it was found at the last look-up, or shows that it was made here: then another look-up is no guess. */
  recognizes(shown: string): boolean;
  /** Whose credential it was, of one that has ended: the audit tells that it was shown. */
  ended?(shown: string): Promise<EndedCaller | undefined>;
  /** Writes the uses that are not recorded yet. */
  close(): Promise<void>;
}

export interface Callers {
  readonly credential: Credential;
  /** The actors that show it. */
  readonly actors: NamedActor['type'];
  readonly authentication: Authentication;
  /** What an actor may still do: checked by all work that continues after its request. */
  readonly rightsOf: RightsOf;
}

/** All that callers may show. */
export interface Door {
  of(credential: Credential): Authentication | undefined;
  readonly rightsOf: RightsOf;
  close(): Promise<void>;
}

export function doorOf(callers: readonly Callers[]): Door {
  return {
    of: (credential) => callers.find((one) => one.credential === credential)?.authentication,
    async rightsOf(realm, actor) {
      return callers.find(({ actors }) => actors === actor.type)?.rightsOf(realm, actor);
    },
    async close() {
      for (const { authentication } of callers) await authentication.close();
    },
  };
}
