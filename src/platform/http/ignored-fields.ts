// Fields that a command had no use for are named in the header of its answer, beside those that its schema did not know.
import type { FastifyReply } from 'fastify';
import type { Reply } from '#platform/command/idempotency.ts';
import { bothHeaders, ignoredFieldsHeader } from '#platform/input/headers.ts';

export function alsoIgnoring(answer: Reply, before: FastifyReply, ignored: readonly string[]): Reply {
  const more = ignoredFieldsHeader(ignored);
  if (more === undefined) return answer;
  const earlier = before.getHeader('ignored-fields');
  const all = typeof earlier === 'string' ? bothHeaders(earlier, more) : more;
  return { ...answer, headers: { ...answer.headers, 'ignored-fields': all } };
}
