// What somebody signs in with changes only in a session for everything that has begun not long ago: whoever has a second
// factor has shown it then.
import { addSeconds } from '@tenor/engine/values/instant.ts';
import type { Caller, CommandContext } from '#platform/command/context.ts';
import { errors, Refusal } from '#platform/errors.ts';
import { signInAgain } from './errors.ts';

type Session = NonNullable<Caller['session']>;

/** Errors: Forbidden, SignInAgain. */
export function freshSession({ caller, machineNow }: CommandContext, freshSeconds: number): Session {
  const { session } = caller;
  if (session?.kind !== 'user') {
    throw new Refusal(errors.Forbidden, 'Only a session for everything can do this.');
  }
  if (addSeconds(session.beganAt, freshSeconds) <= machineNow()) throw signInAgain();
  return session;
}
