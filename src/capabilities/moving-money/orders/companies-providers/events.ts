// The events about the providers of a company: whoever changes one steers money.
import { eventsAbout } from '#platform/events/event-kind.ts';
import { StringEnum, Text } from '#platform/input/schemas.ts';
import { instrumentTypes, kindNames } from './words.ts';

const providerEvent = eventsAbout('company', {
  paymentProviderId: Text({ max: 12 }),
  instrumentType: StringEnum(instrumentTypes),
  kind: StringEnum(kindNames),
});

export const providerCreated = providerEvent(
  'payment.provider.created',
  'A payment provider was named: from now on it gets the orders of these instruments.',
);
export const providerUpdated = providerEvent(
  'payment.provider.updated',
  'What a payment provider can do, or its credentials, were changed.',
);
export const providerDeleted = providerEvent(
  'payment.provider.deleted',
  'A payment provider was taken away: no orders are given for these instruments any more.',
);

export const providerEvents = [providerCreated, providerUpdated, providerDeleted];
