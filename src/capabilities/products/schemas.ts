// Requests and answers of loan types, their fee types and rates, and of merchants and investors.
import Type, { type Static } from 'typebox';
import { Address, AddressInput, type UsState, usStates } from '#capabilities/people/index.ts';
import {
  Amount,
  DateOnly,
  DateTime,
  Described,
  ExternalId,
  Int,
  Nullable,
  Rate,
  StringEnum,
  Text,
  WithoutEffect,
} from '#platform/input/schemas.ts';
import { LoanTypeSettings, settingsName, settingsParts } from './settings/schema.ts';

export { LoanTypeSettings } from './settings/schema.ts';

const id = (example: string) => Text({ max: 12, example });
const stamps = { createdAt: DateTime, updatedAt: Nullable(DateTime), deletedAt: Nullable(DateTime) };
const companyId = id('CP-2W8D-K4TN');
const loanTypeId = id('LT-5V2N-Q8RD');
const externalId = (example: string) => ExternalId({ max: 255, example });

// ---- loan types ------------------------------------------------------------------------------------------------------

export const activities = ['active', 'inactive'] as const;
const loanTypeStatus = StringEnum(activities, { description: '`active` if not given. An inactive one gets no loans.' });
const version = Int({ min: 1, max: 1_000_000, description: 'Of the settings. A loan keeps that of its origination.' });

export const LoanType = Type.Object(
  {
    id: loanTypeId,
    object: Type.Literal('loanType'),
    companyId,
    externalId: externalId('installment'),
    version,
    status: loanTypeStatus,
    ...LoanTypeSettings.properties,
    ...stamps,
  },
  { title: 'LoanType' },
);
export type LoanType = Static<typeof LoanType>;

export const LoanTypeCreate = Type.Object(
  {
    externalId: Type.Optional(externalId('installment')),
    status: Type.Optional(loanTypeStatus),
    name: settingsName,
    ...settingsParts,
  },
  { title: 'LoanTypeCreate' },
);
export type LoanTypeCreate = Static<typeof LoanTypeCreate>;

export const LoanTypeUpdate = Type.Object(
  { ...LoanTypeCreate.properties, name: Type.Optional(settingsName) },
  { title: 'LoanTypeUpdate' },
);
export type LoanTypeUpdate = Static<typeof LoanTypeUpdate>;

export const LoanTypeVersion = Type.Object(
  {
    id: Text({ max: 20, description: 'The id of the loan type, a dot and the version.', example: 'LT-5V2N-Q8RD.1' }),
    object: Type.Literal('loanTypeVersion'),
    loanTypeId,
    version,
    settings: LoanTypeSettings,
    createdAt: DateTime,
  },
  { title: 'LoanTypeVersion' },
);
export type LoanTypeVersion = Static<typeof LoanTypeVersion>;

// ---- fee types -------------------------------------------------------------------------------------------------------

/** What settings can charge. */
export const settledFees = ['originationFee', 'serviceFee', 'membershipFee', 'lateFee', 'nsfFee'] as const;
/** What is charged by hand. */
export const addedFees = ['modificationFee', 'adHoc'] as const;
export const feeKinds = [...settledFees, ...addedFees] as const;

const FeeName = Type.Object({
  displayName: Text({ min: 1, max: 100, description: 'What borrowers read.', example: 'Copy of documents' }),
  apiName: Type.Unsafe<string>({
    type: 'string',
    maxLength: 60,
    pattern: '^[A-Za-z][A-Za-z0-9_]*$',
    'x-expected': 'a name of up to 60 letters, digits and underscores that begins with a letter, such as documentCopy',
    description: 'What programs say: letters, digits and underscores. Once in a loan type.',
    examples: ['documentCopy'],
  }),
});

export const FeeType = Type.Object(
  {
    id: id('FT-7B3M-W9KC'),
    object: Type.Literal('feeType'),
    loanTypeId,
    feeType: StringEnum(feeKinds, { example: 'adHoc' }),
    name: FeeName,
    amount: Nullable(Amount, {
      description:
        'What is charged at once, where it is fixed. Null where it differs: an origination fee is that of the loan, a late fee may be a percentage.',
    }),
    capAmount: Nullable(Amount, { description: 'What all of them together are at most. Null: no cap.' }),
    ...stamps,
  },
  { title: 'FeeType' },
);
export type FeeType = Static<typeof FeeType>;

export const FeeTypeCreate = Type.Object(
  {
    feeType: StringEnum(addedFees, { description: 'The others follow from the settings.', example: 'adHoc' }),
    name: FeeName,
    amount: Type.Optional(
      WithoutEffect(
        Nullable(Amount, { description: 'Charged where no other amount is given. Null (the default): none.' }),
        'fees that are added by hand',
      ),
    ),
  },
  { title: 'FeeTypeCreate' },
);
export type FeeTypeCreate = Static<typeof FeeTypeCreate>;

// ---- rates -----------------------------------------------------------------------------------------------------------

const indexRate = Described(Rate, { description: 'From -1 to 1; 0.0525 is 5.25 percent.', example: 0.0525 });

export const IndexRate = Type.Object(
  {
    id: id('RA-2K8P-D4XN'),
    object: Type.Literal('indexRate'),
    loanTypeId,
    rate: indexRate,
    effectiveDate: Described(DateOnly, { description: 'The first day of the rate.' }),
    endDate: Nullable(DateOnly, { description: 'The last one: the day before the next rate. Null: no later one yet.' }),
    ...stamps,
  },
  { title: 'IndexRate' },
);
export type IndexRate = Static<typeof IndexRate>;

export const IndexRateChange = Type.Object(
  {
    ...IndexRate.properties,
    operationId: Nullable(id('OP-7KQ2-M9XA'), {
      description: 'The operation that replays the loans. Null where no day that has come has another rate now.',
    }),
  },
  { title: 'IndexRateChange' },
);
export type IndexRateChange = Static<typeof IndexRateChange>;

export const IndexRateCreate = Type.Object(
  { rate: indexRate, effectiveDate: IndexRate.properties.effectiveDate },
  { title: 'IndexRateCreate' },
);
export type IndexRateCreate = Static<typeof IndexRateCreate>;

export const IndexRateUpdate = Type.Partial(IndexRateCreate);
export type IndexRateUpdate = Static<typeof IndexRateUpdate>;

/** The schema wants to see that there is one. */
const states = usStates as readonly [UsState, ...UsState[]];

const capFields = {
  state: Nullable(StringEnum(states, { example: 'IN' }), {
    description: 'The two letters of the state of the borrower. Null: all.',
  }),
  maxRate: Described(Rate, { description: 'The highest interest rate of a new loan there.', example: 0.36 }),
  effectiveDate: Described(DateOnly, {
    description: 'For loans originated from this day on, until the next cap of the same state.',
  }),
};

export const RateCap = Type.Object(
  { id: id('RC-9T4H-B6WM'), object: Type.Literal('rateCap'), loanTypeId, ...capFields, ...stamps },
  { title: 'RateCap' },
);
export type RateCap = Static<typeof RateCap>;

export const RateCapCreate = Type.Object(
  { ...capFields, state: Type.Optional(capFields.state) },
  { title: 'RateCapCreate' },
);
export type RateCapCreate = Static<typeof RateCapCreate>;

// ---- merchants and investors -----------------------------------------------------------------------------------------

const businessName = Text({ min: 1, max: 200, example: 'Lakeside Dental' });
const contactPart = (max: number, example: string) => Nullable(Text({ max, example }));
const merchantContact = {
  primaryContactName: contactPart(200, 'Mary Somerville'),
  primaryContactEmail: contactPart(320, 'mary@lakeside.example'),
  primaryContactPhone: contactPart(60, '+13175551212'),
};
const merchantStatus = StringEnum(activities, { description: '`active` if not given.' });

export const Merchant = Type.Object(
  {
    id: id('MR-4J7C-Z2QV'),
    object: Type.Literal('merchant'),
    companyId,
    externalId: externalId('shop-12'),
    businessName,
    address: Nullable(Address),
    ...merchantContact,
    status: merchantStatus,
    ...stamps,
  },
  { title: 'Merchant' },
);
export type Merchant = Static<typeof Merchant>;

export const MerchantUpdate = Type.Object(
  {
    externalId: Type.Optional(externalId('shop-12')),
    businessName: Type.Optional(businessName),
    address: Type.Optional(Nullable(AddressInput, { description: 'Changes by its parts.' })),
    primaryContactName: Type.Optional(merchantContact.primaryContactName),
    primaryContactEmail: Type.Optional(merchantContact.primaryContactEmail),
    primaryContactPhone: Type.Optional(merchantContact.primaryContactPhone),
    status: Type.Optional(merchantStatus),
  },
  { title: 'MerchantUpdate' },
);
export type MerchantUpdate = Static<typeof MerchantUpdate>;

export const MerchantCreate = Type.Object({ ...MerchantUpdate.properties, businessName }, { title: 'MerchantCreate' });
export type MerchantCreate = Static<typeof MerchantCreate>;

const investorName = Text({ min: 1, max: 200, example: 'Acme Lending' });
const isDefault = Type.Boolean({ description: 'Whose the loans are that name no investor. Exactly one is it.' });

export const Investor = Type.Object(
  {
    id: id('IR-6N9F-T3XB'),
    object: Type.Literal('investor'),
    companyId,
    externalId: externalId('fund-1'),
    name: investorName,
    isDefault,
    ...stamps,
  },
  { title: 'Investor' },
);
export type Investor = Static<typeof Investor>;

export const InvestorCreate = Type.Object(
  {
    externalId: Type.Optional(externalId('fund-1')),
    name: investorName,
    isDefault: Type.Optional(
      Type.Boolean({ description: 'True takes it from the one that is it now. False if not given.' }),
    ),
  },
  { title: 'InvestorCreate' },
);
export type InvestorCreate = Static<typeof InvestorCreate>;

export const InvestorUpdate = Type.Partial(InvestorCreate);
export type InvestorUpdate = Static<typeof InvestorUpdate>;
