// The events of the labels of a loan.
import { eventsAbout } from '#platform/events/event-kind.ts';
import { Text } from '#platform/input/schemas.ts';
import { loanCreated } from '../../core/loan/events.ts';

const ofLabel = eventsAbout('person', { ...loanCreated.fields.properties, loanLabelId: Text({ max: 12 }) });

export const labelAdded = ofLabel('loan.label.added', 'A loan was given a label.');
export const labelRemoved = ofLabel('loan.label.removed', 'A label was taken from a loan.');
export const labelEvents = [labelAdded, labelRemoved];
