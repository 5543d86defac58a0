// Who may call an endpoint, and what is asked for besides.
import type { Caller } from '#platform/command/context.ts';
import { errors, Refusal } from '#platform/errors.ts';
import type { Endpoint } from './endpoint.ts';

/** The permission that it needs, or none. */
export const permissionsOf = ({ permission }: Endpoint): string[] => (permission === undefined ? [] : [permission]);

/** Whether the caller may call the endpoint at all. Errors: Forbidden. */
export function mustReach(caller: Caller, { openTo, permission, kinds, borrowers }: Endpoint): void {
  if (openTo === 'signedIn' && caller.session === null) {
    throw new Refusal(errors.Forbidden, 'Only a person who has signed in can do this; an API key is nobody.');
  }
  const hasKind = kinds.some((one) => caller.permissions.has(one));
  if (permission !== undefined && !hasKind) mustHave(caller, permission);
  if (caller.reach !== 'company' && permission !== undefined && borrowers === undefined) {
    throw new Refusal(errors.Forbidden, 'Borrowers do not reach this.', { data: { permission } });
  }
}

/** For parts of an endpoint that only some of its callers may see or do. Errors: Forbidden. */
export function mustHave({ permissions, session }: Caller, permission: string): void {
  if (permissions.has(permission)) return;
  const who = session === null ? 'This API key does' : 'You do';
  const why = session?.mustSetUpFactor
    ? 'Your company requires a second factor. Set one up first, at /auth/second-factors.'
    : `${who} not have the permission ${permission}.`;
  throw new Refusal(errors.Forbidden, why, { data: { permission } });
}
