import { defineEvent } from '#platform/events/event-kind.ts';
import { Bool, DateOnly, Int, Nullable, StringEnum, Text } from '#platform/input/schemas.ts';
import { filingStates } from './filings/states.ts';
import { eventCodes } from './words.ts';

export const taxFilingChanged = defineEvent({
  type: 'tax.filing.changed',
  summary: 'A tax filing was begun, was made, was sent, was discarded, or could not be made.',
  subject: 'company',
  fields: {
    taxFilingId: Text({ max: 12 }),
    taxYear: Int({ min: 1, max: 9999 }),
    isCorrection: Bool,
    state: StringEnum(filingStates),
  },
});

export const canceledDebtUpdated = defineEvent({
  type: 'loan.canceleddebt.updated',
  summary: 'Somebody has said by what event the debt of a loan was canceled, or that it was not.',
  subject: 'person',
  fields: { identifiableEventCode: Nullable(StringEnum(eventCodes)), identifiableEventDate: Nullable(DateOnly) },
});

export const taxEvents = [taxFilingChanged, canceledDebtUpdated];
