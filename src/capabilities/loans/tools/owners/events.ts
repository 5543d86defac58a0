// The event of a loan that goes to somebody else.
import { Type } from 'typebox';
import { defineEvent } from '#platform/events/event-kind.ts';
import { DateOnly, Text } from '#platform/input/schemas.ts';
import { loanCreated } from '../../core/loan/events.ts';

export const ownerChanged = defineEvent({
  type: 'loan.ownerchanged',
  summary: 'A loan belongs to other investors, or to the same with other shares, from a day on.',
  subject: 'person',
  fields: {
    ...loanCreated.fields.properties,
    effectiveDate: DateOnly,
    investorIds: Type.Array(Text({ max: 12 })),
  },
});
