// Fields that a command had no use for are named in the header of its answer, beside those that its schema did not know.
import type { FastifyReply } from 'fastify';
import type { Reply } from '#platform/command/idempotency.ts';
import { ignoredFieldsHeader } from '#platform/input/headers.ts';

export function alsoIgnoring(answer: Reply, before: FastifyReply, ignored: readonly string[]): Reply {
  const more = ignoredFieldsHeader(ignored);
  if (more === undefined) return answer;
  const all = [before.getHeader('ignored-fields'), more].filter((one) => one !== undefined).join(', ');
  return { ...answer, headers: { ...answer.headers, 'ignored-fields': all } };
}
