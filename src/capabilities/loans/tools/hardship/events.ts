// The events of hardship tools.
import { type EventKind, eventsAbout, type FieldsOf } from '#platform/events/event-kind.ts';
import { ExternalId, StringEnum, Text } from '#platform/input/schemas.ts';
import { type HardshipType, hardshipTypes } from '../../core/loan/relief.ts';
import type { LoanRow } from '../../core/loan/tables.ts';
import type { HardshipRow } from './tables.ts';
import { type HardshipStatus, hardshipStatuses } from './words.ts';

const ofHardship = eventsAbout('person', {
  loanExternalId: ExternalId({ max: 255 }),
  loanTypeId: Text({ max: 12 }),
  hardshipId: Text({ max: 12 }),
  hardshipType: StringEnum(hardshipTypes),
  hardshipStatus: StringEnum(hardshipStatuses),
});

/** The event that each tool emits when it is used. */
export const usedEvents = {
  deferral: ofHardship('loan.schedule.defer', 'Payments of a loan were deferred.'),
  dueDateChange: ofHardship('loan.duedate.defer', 'The due dates of a loan will be on other days.'),
  customPaymentPlan: ofHardship('loan.paymentplan.setup', 'A loan was given a custom payment plan.'),
  reAge: ofHardship('loan.reaged', 'What is overdue on a loan was brought back to current.'),
} as const satisfies Record<HardshipType, EventKind>;

export const hardshipStatusChanged = ofHardship(
  'loan.hardship.statuschanged',
  'A deferral, change of due dates, payment plan or re-age was canceled, was replaced by a payment plan, or came back.',
);

export const hardshipEvents: readonly EventKind[] = [...Object.values(usedEvents), hardshipStatusChanged];

export const toldOfHardship = (
  loan: LoanRow,
  { id, kind }: HardshipRow,
  hardshipStatus: HardshipStatus,
): FieldsOf<typeof hardshipStatusChanged> => ({
  loanExternalId: loan.external_id,
  loanTypeId: loan.loan_type_id,
  hardshipId: id,
  hardshipType: kind,
  hardshipStatus,
});
