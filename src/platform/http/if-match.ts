// A change that is only to be made to the version that the caller knows: `If-Match` with the ETag of a read.
import { errors, Refusal, refuseField } from '#platform/errors.ts';
import type { Versioned } from './endpoint.ts';

/** Checks the version of the subject that a command found; undefined when the caller names none. Errors: InvalidRequest. */
export function versionCheck(
  ifMatch: string | undefined,
  versioned: Versioned<unknown> | undefined,
): ((subject: unknown) => void) | undefined {
  if (ifMatch === undefined) return undefined;
  if (versioned === undefined) throw refuseField('If-Match', 'is not known here: its object has no version', 'nothing');
  const named = ifMatch.split(',').map((one) => one.trim());
  const versions = named.map(versionIn);
  if (versions.includes(undefined)) throw refuseField('If-Match', 'is no ETag of this service', 'the ETag of a read');
  return (subject) => {
    const version = versioned.versionOf(subject).number;
    if (versions.includes('any') || versions.includes(version)) return;
    throw new Refusal(errors.PreconditionFailed, 'It was changed since you read it.', { data: { path: 'If-Match' } });
  };
}

/** Only the first part of an ETag is the version: the other part is about what was shown, and when. */
function versionIn(etag: string): number | 'any' | undefined {
  if (etag === '*') return 'any';
  const version = /^"(\d{1,15})-[\w-]{12}"$/.exec(etag)?.[1];
  return version === undefined ? undefined : Number(version);
}
