// The events of SCRA caps. They do not say who serves: the person does.
import { type EventKind, eventsAbout, type FieldsOf } from '#platform/events/event-kind.ts';
import { DateOnly, ExternalId, Nullable, StringEnum, Text } from '#platform/input/schemas.ts';
import type { LoanRow } from '../loan/tables.ts';
import type { ScraCapRow } from './tables.ts';
import { scraCapStatuses } from './words.ts';

const ofCap = eventsAbout('person', {
  loanExternalId: ExternalId({ max: 255 }),
  scraCapId: Text({ max: 12 }),
  scraCapStatus: StringEnum(scraCapStatuses),
  startDate: DateOnly,
  endDate: Nullable(DateOnly),
});

export const scraCapped = ofCap('loan.scra.capped', 'The interest of a loan was bounded for military service.');
export const scraChanged = ofCap(
  'loan.scra.changed',
  'An SCRA cap was given another beginning, rate or notice, or goes on.',
);
export const scraEnded = ofCap('loan.scra.ended', 'An SCRA cap was given an end, or another one.');
export const scraCanceled = ofCap('loan.scra.canceled', 'An SCRA cap was canceled, as if it had never been.');

export const scraEvents: readonly EventKind[] = [scraCapped, scraChanged, scraEnded, scraCanceled];

export const toldOfCap = (loan: LoanRow, row: ScraCapRow): FieldsOf<typeof scraCapped> => ({
  loanExternalId: loan.external_id,
  scraCapId: row.id,
  scraCapStatus: row.status,
  startDate: row.start_on,
  endDate: row.end_on,
});
