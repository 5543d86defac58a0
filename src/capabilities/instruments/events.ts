// The events of payment instruments. They contain statuses and types, never a number.
import { Type } from 'typebox';
import { eventsAbout } from '#platform/events/event-kind.ts';
import { ExternalId, StringEnum, Text } from '#platform/input/schemas.ts';
import type { Owner } from './instrument.ts';
import { linkStatuses } from './providers/link-vendor.ts';
import { instrumentStatuses, instrumentTypes } from './rules/instrument-values.ts';
import type { InstrumentRow } from './tables.ts';

const instrumentFields = {
  personExternalId: ExternalId({ max: 255 }),
  paymentInstrumentId: Text({ max: 12 }),
  paymentInstrumentExternalId: ExternalId({ max: 50 }),
  paymentInstrumentType: StringEnum(instrumentTypes),
  isExternal: Type.Boolean(),
  status: StringEnum(instrumentStatuses),
};
const instrumentEvent = eventsAbout('person', instrumentFields);

export const instrumentCreated = instrumentEvent('payment.instrument.created', 'A borrower got a payment instrument.');
export const instrumentUpdated = instrumentEvent('payment.instrument.updated', 'A payment instrument was changed.', {
  causedBy: Type.Optional(
    StringEnum(['notificationOfChange'], { description: 'The bank has corrected the numbers of the account.' }),
  ),
});
export const instrumentDeactivated = instrumentEvent(
  'payment.instrument.deactivated',
  'A payment instrument became inactive, by a change or because it was deleted.',
);
export const instrumentDeleted = instrumentEvent(
  'payment.instrument.deleted',
  'A payment instrument was deleted; it stays for the record of what was paid with it.',
);

export const cardExpiring = instrumentEvent(
  'payment.instrument.expiring',
  'A card that is charged ends within 40 days: ask the borrower for another one.',
);

const linkFailure = eventsAbout('person', { ...instrumentFields, accountLinkStatus: StringEnum(linkStatuses) });
export const instrumentLinkFailed = linkFailure(
  'payment.instrument.link.failed',
  'The link of an account to its bank does not work, and the borrower may be told: at most once in 7 days.',
);

export const instrumentEvents = [
  ...[instrumentCreated, instrumentUpdated, instrumentDeactivated, instrumentDeleted],
  ...[instrumentLinkFailed, cardExpiring],
];

export const toldOfInstrument = ({ external_id }: Pick<Owner, 'external_id'>, row: InstrumentRow) => ({
  personExternalId: external_id,
  paymentInstrumentId: row.id,
  paymentInstrumentExternalId: row.external_id,
  paymentInstrumentType: row.instrument_type,
  isExternal: row.is_external,
  status: row.status,
});
