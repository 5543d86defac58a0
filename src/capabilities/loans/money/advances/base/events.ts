// The events of advances. One that was agreed with its loan may change its status whenever the books change.
import { eventsAbout } from '#platform/events/event-kind.ts';
import { Amount, DateOnly, ExternalId, Nullable, StringEnum, Text } from '#platform/input/schemas.ts';
import { advanceStatuses } from './words.ts';

const ofAdvance = eventsAbout('person', {
  loanExternalId: ExternalId({ max: 255 }),
  advanceId: Text({ max: 12 }),
  advanceExternalId: ExternalId({ max: 50 }),
  advanceStatus: StringEnum(advanceStatuses),
  previousAdvanceStatus: Nullable(StringEnum(advanceStatuses)),
  amount: Amount,
  currency: Text({ max: 3 }),
  advanceDate: DateOnly,
  cancelReason: Nullable(Text({ max: 40 })),
});

export const advanceStatusChanged = ofAdvance(
  'advance.statuschanged',
  'An advance was scheduled, paid out, settled or canceled.',
);
export const advanceUpdated = ofAdvance('advance.updated', 'An advance was changed, but not its status.');
