// What is told of loan types, their fee types and rates, of merchants and investors. Ids, dates and statuses: whom to
// ask for at a merchant is not told.
import { Type } from 'typebox';
import { defineEvent } from '#platform/events/event-kind.ts';
import { DateOnly, ExternalId, Int, Nullable, StringEnum, Text } from '#platform/input/schemas.ts';
import { activities, feeKinds } from './schemas.ts';
import type { FeeTypeRow, IndexRateRow, InvestorRow, LoanTypeRow, MerchantRow, RateCapRow } from './tables.ts';

const id = Text({ max: 12 });
const externalId = ExternalId({ max: 255 });
const status = StringEnum(activities);

const loanType = {
  loanTypeId: id,
  loanTypeExternalId: externalId,
  version: Int({ min: 1, max: 1_000_000 }),
  status,
};
const feeType = { loanTypeId: id, feeTypeId: id, feeType: StringEnum(feeKinds), apiName: Text({ max: 60 }) };
const indexRate = { loanTypeId: id, indexRateId: id, effectiveDate: DateOnly };
const rateCap = { loanTypeId: id, rateCapId: id, state: Nullable(Text({ max: 2 })), effectiveDate: DateOnly };
const merchant = { merchantId: id, merchantExternalId: externalId, status };
const investor = { investorId: id, investorExternalId: externalId, isDefault: Type.Boolean() };

export const loanTypeCreated = defineEvent({
  type: 'loantype.created',
  summary: 'A loan type was created.',
  subject: 'company',
  fields: loanType,
});
export const loanTypeUpdated = defineEvent({
  type: 'loantype.updated',
  summary: 'A loan type was changed: its external id, its status, or its settings, which then have a new version.',
  subject: 'company',
  fields: loanType,
});
export const loanTypeStatusChanged = defineEvent({
  type: 'loantype.statuschanged',
  summary: 'The status of a loan type became another.',
  subject: 'company',
  fields: { ...loanType, previousStatus: status },
});
export const feeTypeCreated = defineEvent({
  type: 'feetype.created',
  summary: 'A fee type was added to a loan type by hand.',
  subject: 'company',
  fields: feeType,
});
export const indexRateCreated = defineEvent({
  type: 'indexrate.created',
  summary: 'A loan type got an index rate. The one before it ends the day before.',
  subject: 'company',
  fields: indexRate,
});
export const indexRateUpdated = defineEvent({
  type: 'indexrate.updated',
  summary: 'An index rate got another rate or another date.',
  subject: 'company',
  fields: { ...indexRate, previousEffectiveDate: DateOnly },
});
export const indexRateDeleted = defineEvent({
  type: 'indexrate.deleted',
  summary: 'An index rate was deleted. The one before it goes on in its place.',
  subject: 'company',
  fields: indexRate,
});
export const rateCapCreated = defineEvent({
  type: 'ratecap.created',
  summary: 'A loan type got a rate cap.',
  subject: 'company',
  fields: rateCap,
});
export const rateCapDeleted = defineEvent({
  type: 'ratecap.deleted',
  summary: 'A rate cap was deleted.',
  subject: 'company',
  fields: rateCap,
});
export const merchantCreated = defineEvent({
  type: 'merchant.created',
  summary: 'A merchant was created.',
  subject: 'company',
  fields: merchant,
});
export const merchantUpdated = defineEvent({
  type: 'merchant.updated',
  summary: 'A merchant was changed.',
  subject: 'company',
  fields: merchant,
});
export const investorCreated = defineEvent({
  type: 'investor.created',
  summary: 'An investor was created.',
  subject: 'company',
  fields: investor,
});
export const investorUpdated = defineEvent({
  type: 'investor.updated',
  summary: 'An investor was changed, or is no longer the default one because another is.',
  subject: 'company',
  fields: investor,
});

export const productEvents = [
  loanTypeCreated,
  loanTypeUpdated,
  loanTypeStatusChanged,
  feeTypeCreated,
  indexRateCreated,
  indexRateUpdated,
  indexRateDeleted,
  rateCapCreated,
  rateCapDeleted,
  merchantCreated,
  merchantUpdated,
  investorCreated,
  investorUpdated,
];

export const toldOfLoanType = (row: LoanTypeRow) => ({
  loanTypeId: row.id,
  loanTypeExternalId: row.external_id,
  version: row.version,
  status: row.status,
});

export const toldOfFeeType = (row: FeeTypeRow) => ({
  loanTypeId: row.loan_type_id,
  feeTypeId: row.id,
  feeType: row.fee_type,
  apiName: row.api_name,
});

export const toldOfIndexRate = (row: IndexRateRow) => ({
  loanTypeId: row.loan_type_id,
  indexRateId: row.id,
  effectiveDate: row.effective_date,
});

export const toldOfRateCap = (row: RateCapRow) => ({
  loanTypeId: row.loan_type_id,
  rateCapId: row.id,
  state: row.state,
  effectiveDate: row.effective_date,
});

export const toldOfMerchant = (row: MerchantRow) => ({
  merchantId: row.id,
  merchantExternalId: row.external_id,
  status: row.status,
});

export const toldOfInvestor = (row: InvestorRow) => ({
  investorId: row.id,
  investorExternalId: row.external_id,
  isDefault: row.is_default,
});
