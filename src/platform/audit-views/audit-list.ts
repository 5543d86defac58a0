// The filters of the audit. Each has an index that also gives the order of the list.
import type { Instant } from '@tenor/engine/values/instant.ts';
import { sql } from 'kysely';
import { outcomes } from '#platform/audit/entry.ts';
import { rowIds } from '#platform/audit/row-ids.ts';
import { DateTime, Described, Id, StringEnum, Text } from '#platform/input/schemas.ts';
import { defineList } from '#platform/resource/define-list.ts';

const actor = (description: string) => ({
  schema: Text({ max: 64, description }),
  where: (id: string | undefined) =>
    id === undefined ? undefined : sql<boolean>`${sql.ref('audit.actor_id')} = ${id}`,
});

const created = (sign: '>=' | '<', description: string) => ({
  schema: Described(DateTime, { description }),
  where: (at: Instant | undefined) =>
    at === undefined ? undefined : sql<boolean>`${sql.ref('audit.created_at')} ${sql.raw(sign)} ${at}::timestamptz`,
});

export const auditList = defineList({
  table: 'audit',
  order: 'number',
  id: 'number',
  ids: rowIds,
  sort: ['createdAt'],
  isSkewed: true,
  filters: {
    actorId: Text({ max: 64, description: 'Whoever did it: an API key, a user.' }),
    userId: actor('Only what this user did.'),
    apiKeyId: actor('Only what this API key did.'),
    sessionId: Text({ max: 64, description: 'Only within this session.' }),
    personId: Id('BO', 'borrower'),
    objectId: Text({ max: 64, description: 'What was made, changed or asked for.' }),
    outcome: StringEnum(outcomes),
    action: Text({ max: 100, description: 'The operationId of a call, such as loans.freeze.' }),
    createdAtFrom: created('>=', 'At this instant or later.'),
    createdAtTo: created('<', 'Before this instant.'),
  },
});

/**
 * A span of time is read in the order of its instants: by their numbers, an old span would be looked for among all that
 * came since. The rows of one person, object or session are few, and keep their order.
 */
export function inOrder<Q extends Partial<Record<'sortBy' | 'createdAtFrom' | 'createdAtTo' | Narrow, unknown>>>(
  asked: Q,
) {
  const isSpan = (asked.createdAtFrom ?? asked.createdAtTo) !== undefined;
  const isNarrow = (asked.personId ?? asked.objectId ?? asked.sessionId) !== undefined;
  return isSpan && !isNarrow && asked.sortBy === undefined ? { ...asked, sortBy: ['-createdAt'] } : asked;
}

type Narrow = 'personId' | 'objectId' | 'sessionId';
