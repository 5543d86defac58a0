// The event of promises to pay. Whenever money comes or goes back, one may have been kept or broken.
import { eventsAbout } from '#platform/events/event-kind.ts';
import { Amount, DateOnly, ExternalId, Nullable, StringEnum, Text } from '#platform/input/schemas.ts';
import { promiseStatuses } from './words.ts';

const ofPromise = eventsAbout('person', {
  loanExternalId: ExternalId({ max: 255 }),
  promiseToPayPlanId: Text({ max: 12 }),
  promiseStatus: StringEnum(promiseStatuses),
  previousPromiseStatus: Nullable(StringEnum(promiseStatuses)),
  amount: Amount,
  currency: Text({ max: 3 }),
  startDate: DateOnly,
  endDate: DateOnly,
});

export const promiseStatusChanged = ofPromise(
  'loan.promisetopay.statuschanged',
  'A promise to pay was made, has begun, was kept, broken or canceled.',
);
