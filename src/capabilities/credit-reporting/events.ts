import { defineEvent } from '#platform/events/event-kind.ts';
import { Bool, DateOnly, Nullable, StringEnum, Text } from '#platform/input/schemas.ts';
import { creditAgency } from './agencies/agency.ts';
import { fileStates } from './files/states.ts';
import { endings } from './words.ts';

const id = Text({ max: 12 });

export const creditFileChanged = defineEvent({
  type: 'credit.file.changed',
  summary: 'A file for a credit agency was begun, was made, breaks a rule, or could not be made.',
  subject: 'company',
  fields: { creditAgencyId: id, creditFileId: id, asOf: DateOnly, isCorrection: Bool, state: StringEnum(fileStates) },
});

const aboutLoan = { creditAgencyId: id, asOf: DateOnly };

export const reportingCreated = defineEvent({
  type: 'loan.creditreporting.created',
  summary: 'A credit agency hears of a loan for the first time.',
  subject: 'person',
  fields: aboutLoan,
});

export const reportingStopped = defineEvent({
  type: 'loan.creditreporting.stopped',
  summary:
    'A credit agency has heard of a loan for the last time: it is paid, sold, transferred, discharged or deleted.',
  subject: 'person',
  fields: aboutLoan,
});

export const reportingUpdated = defineEvent({
  type: 'loan.creditreporting.updated',
  summary: 'Somebody has said how a loan ends for credit agencies, or that it does not.',
  subject: 'person',
  fields: { ending: Nullable(StringEnum(endings)) },
});

export const creditEvents = [
  ...creditAgency.events,
  creditFileChanged,
  reportingCreated,
  reportingStopped,
  reportingUpdated,
];
