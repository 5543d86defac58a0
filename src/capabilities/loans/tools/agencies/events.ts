// The events of collection agencies that get and lose loans.
import { eventsAbout } from '#platform/events/event-kind.ts';
import { ExternalId, StringEnum, Text } from '#platform/input/schemas.ts';
import { servicers } from '../../core/loan/servicers.ts';

const ofAssignment = eventsAbout('person', {
  loanExternalId: ExternalId({ max: 255 }),
  loanTypeId: Text({ max: 12 }),
  collectionAgencyId: Text({ max: 12 }),
  servicedBy: StringEnum(servicers),
});

export const agencyAssigned = ofAssignment('loan.collectionagency.assigned', 'A collection agency was given a loan.');
export const agencyUnassigned = ofAssignment(
  'loan.collectionagency.unassigned',
  'A loan was taken back from its collection agency, or given to another one.',
);

export const agencyEvents = [agencyAssigned, agencyUnassigned];
