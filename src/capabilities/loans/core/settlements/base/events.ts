// The event of settlements. One that is accepted may change its status whenever the books change.
import { eventsAbout } from '#platform/events/event-kind.ts';
import { Amount, DateOnly, ExternalId, Nullable, StringEnum, Text } from '#platform/input/schemas.ts';
import { settlementStatuses } from './words.ts';

const ofSettlement = eventsAbout('person', {
  loanExternalId: ExternalId({ max: 255 }),
  settlementId: Text({ max: 12 }),
  settlementStatus: StringEnum(settlementStatuses),
  cancelReason: Nullable(Text({ max: 255 })),
  amount: Amount,
  currency: Text({ max: 3 }),
  lastDate: DateOnly,
});

export const settlementStatusChanged = ofSettlement(
  'loan.settlement.statuschanged',
  'A settlement was offered, accepted, kept, broken, canceled, or its offer expired.',
);
