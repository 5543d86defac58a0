// A change that is only to be made to the version that the caller knows: `If-Match` with the ETag of a read or a preview.
import { hash } from 'node:crypto';
import type { StoredVersion } from '#platform/answers/remembered.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { errors, Refusal, refuseField } from '#platform/errors.ts';
import type { Versioned } from './endpoint.ts';

/** Checks the version of the subject that a command found; undefined when the caller names none. Errors: InvalidRequest. */
export function versionCheck(
  ifMatch: string | undefined,
  versioned: Versioned<unknown> | undefined,
): ((subject: unknown, tx: Tx) => Promise<void>) | undefined {
  if (ifMatch === undefined) return undefined;
  if (versioned === undefined) throw refuseField('If-Match', 'is not known here: its object has no version', 'nothing');
  const named = ifMatch.split(',').map((one) => one.trim());
  const versions = named.map(versionIn);
  if (versions.includes(undefined))
    throw refuseField('If-Match', 'is no ETag of this service', 'the ETag of a read or a preview');
  return async (subject, tx) => {
    const { name: version } = await versioned.versionOf(subject, tx);
    if (versions.includes(any) || versions.includes(version)) return;
    throw new Refusal(errors.PreconditionFailed, 'It was changed since you read it.', { data: { path: 'If-Match' } });
  };
}

/** `shown`: what tells one answer about a version from another one. */
export const etagOf = ({ name, since }: StoredVersion, ...shown: readonly string[]): string =>
  `"${name}-${hash('sha256', [...shown, since].join(' '), 'base64url').slice(0, 12)}"`;

const any = '*';

/** Only the first part of an ETag is the version: the other part is about what was shown, and when. */
function versionIn(etag: string): string | undefined {
  if (etag === '*') return any;
  return /^"([\da-f]{1,16})-[\w-]{12}"$/.exec(etag)?.[1];
}
