// The events of loan types and index rates, and the list of all events of products.
import { eventsAbout } from '#platform/events/event-kind.ts';
import { DateOnly, ExternalId, Int, StringEnum, Text } from '#platform/input/schemas.ts';
import { collectionAgency } from './resources/collection-agency.ts';
import { feeType } from './resources/fee-type.ts';
import { investor } from './resources/investor.ts';
import { merchant } from './resources/merchant.ts';
import { promoProgramTypeEvents } from './resources/promo-program-type.ts';
import { rateCap } from './resources/rate-cap.ts';
import { activities } from './schemas.ts';
import type { IndexRateRow, LoanTypeRow } from './tables.ts';

const id = Text({ max: 12 });
const externalId = ExternalId({ max: 255 });
const status = StringEnum(activities);

const loanType = {
  loanTypeId: id,
  loanTypeExternalId: externalId,
  version: Int({ min: 1, max: 1_000_000 }),
  status,
};
const indexRate = { loanTypeId: id, indexRateId: id, effectiveDate: DateOnly };

const loanTypeEvent = eventsAbout('company', loanType);
const indexRateEvent = eventsAbout('company', indexRate);

export const loanTypeCreated = loanTypeEvent('loantype.created', 'A loan type was created.');
export const loanTypeUpdated = loanTypeEvent(
  'loantype.updated',
  'A loan type was changed: its external id, its status, or its settings, which then have a new version.',
);
export const loanTypeStatusChanged = loanTypeEvent(
  'loantype.statuschanged',
  'The status of a loan type became another.',
  { previousStatus: status },
);
export const indexRateCreated = indexRateEvent(
  'indexrate.created',
  'A loan type got an index rate. The one before it ends the day before.',
);
export const indexRateUpdated = indexRateEvent('indexrate.updated', 'An index rate got another rate or another date.', {
  previousEffectiveDate: DateOnly,
});
export const indexRateDeleted = indexRateEvent(
  'indexrate.deleted',
  'An index rate was deleted. The one before it goes on in its place.',
);

export const productEvents = [
  loanTypeCreated,
  loanTypeUpdated,
  loanTypeStatusChanged,
  ...feeType.events,
  indexRateCreated,
  indexRateUpdated,
  indexRateDeleted,
  ...rateCap.events,
  ...merchant.events,
  ...collectionAgency.events,
  ...investor.events,
  ...promoProgramTypeEvents,
];

export const toldOfLoanType = (row: LoanTypeRow) => ({
  loanTypeId: row.id,
  loanTypeExternalId: row.external_id,
  version: row.version,
  status: row.status,
});

export const toldOfIndexRate = (row: IndexRateRow) => ({
  loanTypeId: row.loan_type_id,
  indexRateId: row.id,
  effectiveDate: row.effective_date,
});
