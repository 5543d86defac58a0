// The events of services that are sold with a loan.
import { eventsAbout } from '#platform/events/event-kind.ts';
import { StringEnum, Text } from '#platform/input/schemas.ts';
import { loanCreated } from '../loan/events.ts';
import { serviceKinds } from '../sold/words.ts';

const ofService = eventsAbout('person', {
  ...loanCreated.fields.properties,
  loanServiceId: Text({ max: 12 }),
  kind: StringEnum(serviceKinds),
});

export const serviceAdded = ofService('loan.service.added', 'A service was sold with a loan.');
export const serviceCanceled = ofService('loan.service.canceled', 'A service of a loan was canceled.');
