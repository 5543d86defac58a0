// How the platform gets from a request to its caller: the capability that has the keys implements this.
import type { Caller } from './context.ts';
import type { RightsOf } from './rights.ts';

export interface Authentication {
  /** The caller whose key it is; undefined for an unknown key, and for one that has ended. */
  authenticate(key: string): Promise<Caller | undefined>;
  /** Whether the key was found at the last look-up: then another look-up is no guess. */
  recognizes(key: string): boolean;
  /** Writes the uses of keys that are not recorded yet. */
  close(): Promise<void>;
}

export interface Callers {
  readonly authentication: Authentication;
  /** What an actor may still do: checked by all work that continues after its request. */
  readonly rightsOf: RightsOf;
}
