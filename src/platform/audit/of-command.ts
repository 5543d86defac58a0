// The row of a command: what it did, by what it was given and what it answered.
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { Realm } from '#platform/db/realm.ts';
import { isOurId } from '#platform/ids.ts';
import type { AuditEntry } from './entry.ts';
import { keptAddress, type Who } from './kept-address.ts';

/** What the endpoint knows of a command. */
export interface Audited {
  readonly action: string;
  readonly address: string;
  /** The object that its path names last. */
  readonly named?: string | undefined;
  /** The fields that were sent of an object that existed. */
  readonly fieldsFor?: ((before: unknown) => readonly string[] | undefined) | undefined;
}

interface Doing {
  readonly caller: Who & { readonly realm: Realm };
  readonly requestId: string;
}

interface Done {
  readonly at: Instant;
  readonly subjectId: string;
  /** What is known of the object as it was. */
  readonly before: unknown;
  readonly answer: unknown;
  readonly sha256?: string | undefined;
}

export function entryOfCommand(
  { action, address, named, fieldsFor }: Audited,
  { caller, requestId }: Doing,
  { at, subjectId, before, answer, sha256 }: Done,
): AuditEntry {
  const objectId = idIn(answer) ?? ourId(named);
  return {
    createdAt: at,
    outcome: 'done',
    action,
    actorType: caller.actor.type,
    actorId: caller.actor.id,
    sessionId: caller.session?.id ?? null,
    address: keptAddress(caller, address),
    requestId,
    personId: personOf(caller.realm.companyId, subjectId, objectId),
    objectId,
    fields: fieldsFor?.(before),
    sha256,
  };
}

/** What is not about a person is about the company, such as the person that it makes. */
function personOf(companyId: string, subjectId: string, objectId: string | null): string | null {
  if (subjectId !== companyId) return subjectId;
  return objectId?.startsWith('BO-') === true ? objectId : null;
}

/** A caller's own id (`ext-`) may be a name: it is not kept. */
export const ourId = (text: string | undefined): string | null => (text !== undefined && isOurId(text) ? text : null);

function idIn(answer: unknown): string | undefined {
  const one: unknown = Array.isArray(answer) ? answer[0] : answer;
  const id = (one as { readonly id?: unknown } | null | undefined)?.id;
  return typeof id === 'string' && isOurId(id) ? id : undefined;
}
