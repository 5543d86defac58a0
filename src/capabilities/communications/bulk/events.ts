import type { Emit } from '#platform/events/emit.ts';
import { defineEvent } from '#platform/events/event-kind.ts';
import { Nullable, StringEnum, Text } from '#platform/input/schemas.ts';
import { bulkStates } from './states.ts';
import { type BulkSendingRow, pauseReasons } from './tables.ts';

export const bulkSendingChanged = defineEvent({
  type: 'bulk.sending.changed',
  summary: 'A bulk sending was started, paused, resumed, canceled, or has come to its end.',
  subject: 'company',
  fields: {
    bulkSendingId: Text({ max: 12 }),
    sourceId: Text({ max: 12 }),
    subject: Text({ max: 64 }),
    state: StringEnum(bulkStates),
    pausedBecause: Nullable(StringEnum(pauseReasons), {
      description: 'Why the work itself has paused it: whoever is responsible may not send any more.',
    }),
  },
});

export const tellBulk = (emit: Emit, companyId: string, row: BulkSendingRow): void => {
  const { id, source_id: sourceId, subject, state, paused_because: pausedBecause } = row;
  emit(bulkSendingChanged, companyId, { bulkSendingId: id, sourceId, subject, state, pausedBecause });
};
