// From what a request carries to its caller: given by the capability that knows the keys.
import type { Caller } from './context.ts';
import type { RightsOf } from './rights.ts';

export interface Authentication {
  /** Whose key it is; undefined for an unknown key, and for one that has ended. */
  authenticate(key: string): Promise<Caller | undefined>;
  /** Whether the key was found when it was last looked up: to look it up again is no guess. */
  recognizes(key: string): boolean;
  /** Writes down the uses that are not noted yet. */
  close(): Promise<void>;
}

export interface Callers {
  readonly authentication: Authentication;
  /** What an actor may still do: asked by all work that goes on after its request. */
  readonly rightsOf: RightsOf;
}
