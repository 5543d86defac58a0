import type { Emit } from '#platform/events/emit.ts';
import { defineEvent } from '#platform/events/event-kind.ts';
import { StringEnum, Text } from '#platform/input/schemas.ts';
import { bulkStates } from './states.ts';
import type { BulkSendingRow } from './tables.ts';

export const bulkSendingChanged = defineEvent({
  type: 'bulk.sending.changed',
  summary: 'A bulk sending was started, paused, resumed, canceled, or has come to its end.',
  subject: 'company',
  fields: {
    bulkSendingId: Text({ max: 12 }),
    sourceId: Text({ max: 12 }),
    subject: Text({ max: 64 }),
    state: StringEnum(bulkStates),
  },
});

export const tellBulk = (emit: Emit, companyId: string, { id, source_id, subject, state }: BulkSendingRow): void =>
  emit(bulkSendingChanged, companyId, { bulkSendingId: id, sourceId: source_id, subject, state });
