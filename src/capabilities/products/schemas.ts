// Requests and answers of loan types, their fee types and rates, and of merchants and investors.
import Type, { type Static, type TObject, type TProperties } from 'typebox';
import {
  DateOnly,
  DateTime,
  Described,
  ExternalId,
  Int,
  Nullable,
  Rate,
  StringEnum,
  Text,
} from '#platform/input/schemas.ts';
import { InstallmentSettings } from './settings/installment/schema.ts';
import { LineSettings } from './settings/line/schema.ts';
import { LoanTypeSettings, settingsName, settingsParts } from './settings/schema.ts';

const id = (example: string) => Text({ max: 12, example });
const stamps = { createdAt: DateTime, updatedAt: Nullable(DateTime), deletedAt: Nullable(DateTime) };
const companyId = id('CP-2W8D-K4TN');
const loanTypeId = id('LT-5V2N-Q8RD');
const externalId = (example: string) => ExternalId({ max: 255, example });

// ---- loan types -----------------------------------------------------------------------------------------------------

export const activities = ['active', 'inactive'] as const;
const loanTypeStatus = StringEnum(activities, { description: '`active` if not given. An inactive one gets no loans.' });
const version = Int({
  min: 1,
  max: 1_000_000,
  description: 'The version of the settings. A loan keeps that of its origination.',
});

const shownBefore = { companyId, externalId: externalId('installment'), version, status: loanTypeStatus };
const ofType = <P extends TProperties>(title: string, settings: TObject<P>) =>
  Type.Object(
    { id: loanTypeId, object: Type.Literal('loanType'), ...shownBefore, ...settings.properties, ...stamps },
    { title },
  );

export const InstallmentLoanType = ofType('InstallmentLoanType', InstallmentSettings);
export const LineLoanType = ofType('LineOfCreditLoanType', LineSettings);

/** The line comes first: an answer is known by the sections that it always has. */
export const LoanType = Type.Union([LineLoanType, InstallmentLoanType], {
  title: 'LoanType',
  description: 'With the settings of its loans: of lines of credit, or of installment loans.',
});
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

// ---- fee types ------------------------------------------------------------------------------------------------------

/** Fees that the settings can charge. */
const settledFees = ['originationFee', 'serviceFee', 'membershipFee', 'lateFee', 'nsfFee'] as const;
const settledLineFees = ['drawFee', 'serviceFee', 'membershipFee', 'lateFee', 'nsfFee'] as const;
export const settledFeesOf = { installment: settledFees, lineOfCredit: settledLineFees } as const;
/** Fees that are charged with a purchase which names them, or by hand. */
export const purchaseFees = ['purchaseFee', 'foreignTransactionFee'] as const;
export type PurchaseFeeKind = (typeof purchaseFees)[number];
/** Fees that are added to a loan type: the settings do not charge them. Of an installment loan and of a line. */
export const addedFees = ['modificationFee', 'adHoc', ...purchaseFees] as const;
/** Every kind of fee, by the one name that answers, requests and events have for it. */
export const feeKinds = [...settledFees, 'drawFee', ...addedFees] as const;
export type FeeKind = (typeof feeKinds)[number];

// ---- rates ----------------------------------------------------------------------------------------------------------

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

export const IndexRateUpdate = Type.Partial(IndexRateCreate, { title: 'IndexRateUpdate' });
export type IndexRateUpdate = Static<typeof IndexRateUpdate>;
