// The events of authorizations.
import { eventsAbout } from '#platform/events/event-kind.ts';
import { ExternalId, Nullable, StringEnum, Text } from '#platform/input/schemas.ts';
import { authorizationKinds } from './authorization-values.ts';

const authorizationEvent = eventsAbout('person', {
  personExternalId: ExternalId({ max: 255 }),
  paymentAuthorizationId: Text({ max: 12 }),
  paymentInstrumentId: Text({ max: 12 }),
  kind: StringEnum(authorizationKinds),
});

export const authorizationRevoked = authorizationEvent(
  'payment.authorization.revoked',
  'A borrower took an authorization of debits back, whole or for one day. What it carried and has not been released is canceled.',
  {
    date: Nullable(Text({ max: 10 }), { description: 'The day of the one debit that was stopped; null: all of them.' }),
  },
);

export const consentEvents = [authorizationRevoked];
