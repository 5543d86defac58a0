// The filters of the audit. Each has an index that also gives the order of the list.
import type { Instant } from '@tenor/engine/values/instant.ts';
import { sql } from 'kysely';
import { outcomes } from '#platform/audit/entry.ts';
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
