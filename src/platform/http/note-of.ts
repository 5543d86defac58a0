// What the audit is told of a request that changed nothing.
import type { FastifyRequest } from 'fastify';
import { keptAddress, type Who } from '#platform/audit/kept-address.ts';
import type { Note } from '#platform/audit/notes.ts';
import { ourId } from '#platform/audit/of-command.ts';
import type { Refusal } from '#platform/errors.ts';
import type { Endpoint } from './endpoint.ts';

type Outcome = { readonly outcome: 'read' } | { readonly outcome: 'refused'; readonly refusal: Refusal };

export function noteOf(
  { name, subject }: Pick<Endpoint, 'name' | 'subject'>,
  { ip, params, requestId }: Pick<FastifyRequest, 'ip' | 'params' | 'requestId'>,
  caller: Who,
  result: Outcome,
  personId?: string,
): Note {
  const named = (params ?? {}) as Readonly<Record<string, string>>;
  const permission = result.outcome === 'refused' ? result.refusal.data.permission : undefined;
  return {
    outcome: result.outcome,
    action: name,
    actorType: caller.actor.type,
    actorId: caller.actor.id,
    sessionId: caller.session?.id ?? null,
    address: keptAddress(caller, ip),
    requestId,
    personId: personId ?? ourId(named.personId ?? (subject && named[subject.param])),
    objectId: ourId(Object.values(named).at(-1)),
    ...(result.outcome === 'refused' && { errorType: result.refusal.kind.errorType }),
    ...(typeof permission === 'string' && { permission }),
  };
}

/** What rights refused: the call itself, or what lies beyond the caller's reach, which is answered as not found. */
export const isTold = ({ kind }: Refusal): boolean => kind.status === 403 || kind.status === 404;
