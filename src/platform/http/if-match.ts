// A change that is only to be made to the version that the caller knows: `If-Match` with the ETag of a read or a preview.
import { hash } from 'node:crypto';
import type { StoredVersion } from '#platform/answers/remembered.ts';
import type { Reply } from '#platform/command/idempotency.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { errors, Refusal, refuseField } from '#platform/errors.ts';
import type { Endpoint, Versioned } from './endpoint.ts';

interface VersionInCommand {
  /** Errors: PreconditionFailed. */
  see(found: unknown, tx: Tx): Promise<void>;
  /** A preview names the version that it was made of, so that it is applied to no other one. */
  named(reply: Reply): Reply;
}

/** The version of the subject that a command finds. Errors: InvalidRequest. */
export function versionInCommand(
  { name, subject }: Endpoint,
  ifMatch: string | undefined,
  isPreview: boolean,
): VersionInCommand {
  const versioned = subject?.versioned;
  const mustMatch = versionCheck(ifMatch, versioned);
  let etag: string | undefined;
  return {
    async see(found, tx) {
      if (versioned === undefined || (mustMatch === undefined && !isPreview)) return;
      const version = await versioned.versionOf(found, tx);
      mustMatch?.(version);
      if (isPreview) etag = etagOf(version, 'preview', name);
    },
    named: (reply) => (etag === undefined ? reply : { ...reply, headers: { ...reply.headers, etag } }),
  };
}

/** Undefined when the caller names no version. Errors: InvalidRequest. */
function versionCheck(
  ifMatch: string | undefined,
  versioned: Versioned<unknown> | undefined,
): ((found: StoredVersion) => void) | undefined {
  if (ifMatch === undefined) return undefined;
  if (versioned === undefined) throw refuseField('If-Match', 'is not known here: its object has no version', 'nothing');
  const named = ifMatch.split(',').map((one) => one.trim());
  const versions = named.map(versionIn);
  if (versions.includes(undefined)) {
    throw refuseField('If-Match', 'is no ETag of this service', 'the ETag of a read or a preview');
  }
  return ({ name: version }) => {
    if (versions.includes(any) || versions.includes(version)) return;
    throw new Refusal(errors.PreconditionFailed, 'It was changed since you read it.', { data: { path: 'If-Match' } });
  };
}

/** `shown`: what tells one answer about a version from another one. */
export const etagOf = ({ name, since }: StoredVersion, ...shown: readonly string[]): string =>
  `"${name}-${hash('sha256', [...shown, since].join(' '), 'base64url').slice(0, 12)}"`;

const any = '*';

/**
 * Only the first part of an ETag is the version: the other part is about what was shown, and when. It is weak where the
 * answer was compressed.
 */
function versionIn(etag: string): string | undefined {
  if (etag === '*') return any;
  return /^(?:W\/)?"([\da-f]{1,16})-[\w-]{12}"$/.exec(etag)?.[1];
}
