// The events of what somebody says of a loan toward credit agencies.
import { eventsAbout } from '#platform/events/event-kind.ts';
import { DateOnly, Nullable, StringEnum, Text } from '#platform/input/schemas.ts';
import { loanCreated } from '../loan/events.ts';
import { markKinds } from './words.ts';

const ofMark = eventsAbout('person', {
  ...loanCreated.fields.properties,
  reportingMarkId: Text({ max: 12 }),
  kind: StringEnum(markKinds),
  endDate: Nullable(DateOnly),
});

export const markCreated = ofMark('loan.reportingmark.created', 'A code for credit agencies was set on a loan.');
export const markUpdated = ofMark('loan.reportingmark.updated', 'A code for credit agencies got another last day.');
