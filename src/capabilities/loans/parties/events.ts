// The events of who is on a loan. Their personId is that of the main borrower.
import { eventsAbout } from '#platform/events/event-kind.ts';
import { Text } from '#platform/input/schemas.ts';
import { loanCreated } from '../loan/events.ts';

const ofParty = eventsAbout('person', {
  ...loanCreated.fields.properties,
  loanPersonId: Text({ max: 12 }),
  otherPersonId: Text({ max: 12 }),
  loanRelationType: Text({ max: 50 }),
});

export const partyAdded = ofParty('loan.person.added', 'Somebody else came on a loan.');
export const partyUpdated = ofParty('loan.person.updated', 'Whether somebody on a loan sees it became another.');
export const partyEnded = ofParty('loan.person.ended', 'Somebody is on a loan no more.');

export const partyEvents = [partyAdded, partyUpdated, partyEnded];
