import { defineEvent } from '#platform/events/event-kind.ts';
import { DateOnly, Int } from '#platform/input/schemas.ts';

export const accountsUpdated = defineEvent({
  type: 'generalledger.accounts.updated',
  summary: 'The accounts of the general ledger were changed, from a day on.',
  subject: 'company',
  fields: { validFrom: DateOnly },
});

export const dayClosed = defineEvent({
  type: 'generalledger.day.closed',
  summary:
    'A day of the general ledger was closed: its journal can be fetched, and never changes. A day without entries has none.',
  subject: 'company',
  fields: { day: DateOnly, entriesCount: Int({ min: 1, max: 999_999 }) },
});

export const generalLedgerEvents = [accountsUpdated, dayClosed];
