// What an endpoint lets a borrower do who has signed in: which rows they reach, and what they may send.
import { type Caller, callingBorrower } from '#platform/command/context.ts';
import type { CommandRequest } from '#platform/command/run-command.ts';
import type { OfBorrower } from '#platform/db/reach.ts';
import { mustHaveNone, type Problem } from '#platform/errors.ts';
import type { Endpoint, ErasedInput } from './endpoint.ts';

/** What a borrower reaches here. What is open to whoever has signed in is about themselves and keeps to that itself. */
export function ofBorrower({ reach }: Caller, endpoint: Endpoint): OfBorrower | undefined {
  if (reach === 'company' || endpoint.openTo === 'signedIn') return undefined;
  return { ...reach, tables: tablesRead(endpoint), writes: endpoint.borrowers?.writes ?? [] };
}

/** The tables that lie with no person and are read for a borrower. */
export const tablesRead = ({ borrowers, subject }: Endpoint): readonly string[] => [
  ...new Set([...(borrowers?.reads ?? []), ...(subject?.reads ?? [])]),
];

/** What binds a borrower's command. Errors: InvalidRequest: a field that is for staff. */
export function commandOfBorrower(
  caller: Caller,
  endpoint: Endpoint,
  { query, body }: ErasedInput,
): CommandRequest<unknown, unknown>['ofBorrower'] {
  const reaches = ofBorrower(caller, endpoint);
  const personId = callingBorrower(caller);
  if (reaches === undefined || personId === null) return undefined;
  const { sends = [], perDay = 0 } = endpoint.borrowers ?? {};
  const allowed = new Set(sends);
  mustHaveNone([...forStaff(allowed, query), ...forStaff(allowed, body)]);
  return { reaches, counted: { personId, action: endpoint.name, perDay } };
}

/** A field is allowed whole, or by its parts. */
function forStaff(allowed: ReadonlySet<string>, sent: unknown, within = ''): Problem[] {
  return Object.entries((sent ?? {}) as object).flatMap(([name, value]) => {
    const path = `${within}${name}`;
    if (value === undefined || allowed.has(path)) return [];
    const hasParts = [...allowed].some((one) => one.startsWith(`${path}.`));
    if (hasParts && (value === null || typeof value === 'object')) return forStaff(allowed, value, `${path}.`);
    return [{ path, message: 'is not for a borrower to say', expected: 'nothing' }];
  });
}
