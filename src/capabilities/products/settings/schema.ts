// What a loan type settles for all its loans. Names are those of the interface where it has one; the choices are those
// of the engine, so that nobody can choose what the engine does not know.
import type { Component, LateFee } from '@tenor/engine/account/terms.ts';
import type { Rounding } from '@tenor/engine/interest/exact.ts';
import { dayCounts } from '@tenor/engine/time/day-count.ts';
import Type, { type Static } from 'typebox';
import { Amount, Bool, Described, Int, MetaData, Nullable, Rate, StringEnum, Text } from '#platform/input/schemas.ts';

const accrualMethods = ['simple', 'compound', 'compoundWithFees'] as const;
const roundings = ['cut', 'halfEven', 'halfUp'] as const satisfies readonly Rounding[];
const afterRateChanges = ['solveAgain', 'keepPayment'] as const;
const roundingModes = ['up', 'nearest', 'down'] as const;
const prepayments = ['nextDue', 'lastDue', 'shorten', 'reamortize'] as const;
const originationCharges = ['financed', 'deducted', 'firstPayment', 'spread', 'apart'] as const;
const lateFeeRules = ['flat', 'percent', 'greater', 'lesser'] as const satisfies readonly LateFee['rule'][];
const lateFeeBases = ['instalment', 'overdue'] as const satisfies readonly LateFee['base'][];
export const components = ['fees', 'interest', 'principal'] as const satisfies readonly Component[];

/** The engine never computes more payments than these. */
const paymentsMax = 1200;
const daysMax = 3660;

const rate = (description: string) => Nullable(Rate, { description: `${description} Null (the default): none.` });
const amountOrNone = (description: string) =>
  Nullable(Amount, { description: `${description} Null (the default): none.` });
const amount = (description: string) => Described(Amount, { description });
const flag = (description: string, example: boolean) => Described(Bool, { description, example });

const daysPastDue = (description: string) =>
  Nullable(Int({ min: 1, max: daysMax, example: 120 }), { description: `${description} Null (the default): never.` });

const cutOffTime = Type.Unsafe<string>({
  type: 'string',
  pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]$',
  'x-expected': 'a time of day written HH:MM:SS, such as 17:00:00',
  description: 'A time of day, HH:MM:SS.',
  examples: ['17:00:00'],
});

const Interest = Type.Object({
  dayCount: StringEnum(dayCounts, { description: 'How days become parts of a year. Default actual/365.' }),
  accrualMethod: StringEnum(accrualMethods, {
    description:
      'Whether unpaid interest (compoundWithFees: and unpaid fees) join the principal on the day after a due date. Default simple: never.',
  }),
  rounding: StringEnum(roundings, {
    description: 'What becomes of a part of a cent when interest comes due. Default cut.',
  }),
  minRate: rate('The lowest interest rate a loan may have.'),
  maxRate: rate('The highest interest rate a loan may have.'),
  maxAprNominal: rate('The highest nominal annual percentage rate.'),
  maxAprEffective: rate('The highest effective annual percentage rate.'),
  indexFloor: rate('Index and spread together are at least this.'),
  indexCap: rate('Index and spread together are at most this.'),
  indexStepCap: rate('How far index and spread together may move at one change of the index.'),
  afterRateChange: StringEnum(afterRateChanges, {
    description: 'What a changed rate does to the payment. Default solveAgain: it is computed anew.',
  }),
});

const Payments = Type.Object({
  roundingUnit: amount('A computed payment is a multiple of this. Default 0.01.'),
  roundingMode: StringEnum(roundingModes, {
    description: 'Which multiple. Default up, so that the last payment is the smallest.',
  }),
  interestOnlyPayments: Int({
    min: 0,
    max: paymentsMax,
    description: 'So many first payments are the interest of their period. Default 0.',
  }),
  prepayment: StringEnum(prepayments, {
    description:
      'What money beyond everything due does: nextDue makes the next payments smaller, lastDue and shorten end the loan earlier, reamortize computes the payment anew. Default nextDue.',
  }),
  deadlines: StringEnum(['asIs', 'following'], {
    description:
      'Whether the deadline of a due date on which banks are closed moves to the next open day. Default asIs.',
  }),
  dueDateMode: StringEnum(['fixedDueDate'], {
    description: 'What the days of a loan (specificDays) mean: its due dates. The only one yet.',
  }),
});

const OriginationFee = Type.Object({
  charged: StringEnum(originationCharges, {
    description:
      'Added to the principal (financed, the default), kept back from what is paid out, due with the first payment, spread over all payments, or due apart on the day of activation.',
  }),
});

const LateFeeSettings = Type.Object({
  graceDays: Int({ min: 0, max: 366, example: 10, description: 'Days after the due date until it is charged.' }),
  flatAmount: amount('Default 0.'),
  percent: Described(Rate, { description: 'Of the base, 0.05 is five percent. Default 0.', example: 0.05 }),
  rule: StringEnum(lateFeeRules, {
    description: 'Which of the two is charged. May be left out where only one is above zero; it is then that one.',
  }),
  base: StringEnum(lateFeeBases, {
    description: 'What the percentage is taken of: the unpaid instalment (the default), or all that is overdue.',
  }),
  minAmount: amountOrNone('The fee is at least this.'),
  maxAmount: amountOrNone('The fee is at most this.'),
  yearlyCapAmount: amountOrNone('All late fees of a calendar year together are at most this.'),
  lifetimeCapAmount: amountOrNone('All late fees of the loan together are at most this.'),
  pyramiding: StringEnum(['blocked', 'allowed'], {
    description:
      'Whether an instalment that is short only by earlier late fees brings a further one. Default blocked (12 CFR 1026.36).',
  }),
});

const PeriodicFee = Type.Object({
  amount: amount('Charged on each due date.'),
  capAmount: amountOrNone('All of them together are at most this.'),
});

const Fees = Type.Object({
  origination: Nullable(OriginationFee, {
    description:
      'How the origination fee of a loan is charged; each loan has its own amount. Null (the default): none.',
  }),
  late: Nullable(LateFeeSettings, { description: 'Null (the default): none.' }),
  nsfAmount: amountOrNone('Charged when a payment comes back.'),
  service: Nullable(PeriodicFee, { description: 'Null (the default): none.' }),
  membership: Nullable(PeriodicFee, { description: 'Null (the default): none.' }),
});

const Waterfall = Type.Object({
  by: StringEnum(['obligation', 'component'], {
    description:
      'Whether a payment fills the oldest obligation first (the default), or component by component, and the oldest first within each.',
  }),
  order: Type.Array(StringEnum(components), {
    minItems: components.length,
    maxItems: components.length,
    description: 'The order within that. Default fees, interest, principal.',
    examples: [[...components]],
  }),
});

const Delinquency = Type.Object({
  toleranceAmount: amount('An obligation of which less than this is missing counts as paid. Default 0.'),
  accelerationDueWithin: daysPastDue('Days past due on which everything comes due by itself.'),
  chargeOffDueWithin: daysPastDue('Days past due on which the loan is charged off by itself.'),
  accrualAfterChargeOff: flag('Whether interest goes on after a charge-off. Default false.', false),
  paymentAllowedWhenChargedOff: flag('Whether payments are taken after a charge-off. Default true.', true),
});

const assetType = Text({
  min: 1,
  max: 100,
  description: 'What the loans are called in reports. Default personalClosedEndUnsecured.',
  example: 'personalClosedEndUnsecured',
});
const assetDisplayName = Text({ min: 1, max: 100, description: 'What borrowers read.', example: 'Personal loan' });

const plainSettings = {
  name: Text({ min: 1, max: 100, example: 'Personal loan' }),
  description: Nullable(Text({ max: 1000, example: 'Up to 36 months, for customers of two years.' })),
  assetType,
  assetDisplayName: Described(assetDisplayName, { description: 'What borrowers read. Default the name.' }),
  timezone: Nullable(Text({ min: 1, max: 64, example: 'America/Chicago' }), {
    description: 'The dates of its loans are computed in this zone. Null (the default): that of the company.',
  }),
  currency: StringEnum(['USD'], { description: 'The only one yet.' }),
  cutOffTime: Nullable(cutOffTime, {
    description: 'What arrives later counts for the next day. Null (the default): midnight.',
  }),
};

const extraFields = Described(MetaData, {
  description: 'Fields of your own: kept and given back unchanged, within the limits of metadata. Null clears them.',
  example: { program: 'north' },
});

/** A loan keeps the settings that it was originated with: a change makes a new version. */
export const LoanTypeSettings = Type.Object(
  {
    type: StringEnum(['installment'], { description: 'Lines of credit are not offered yet.' }),
    ...plainSettings,
    extraFields,
    interest: Interest,
    payments: Payments,
    fees: Fees,
    waterfall: Waterfall,
    delinquency: Delinquency,
  },
  { title: 'LoanTypeSettings' },
);
export type LoanTypeSettings = Static<typeof LoanTypeSettings>;
/** As they are stored: fields of the lender's own as the text that was sent, so that nothing in them changes. */
export type StoredSettings = Omit<LoanTypeSettings, 'extraFields'> & { readonly extraFields?: string | null };
export type LateFeeSettings = Static<typeof LateFeeSettings>;
export type PeriodicFee = Static<typeof PeriodicFee>;

/** `lineOfCredit` is accepted here and refused later with its own error, LineOfCreditNotOffered. */
const askedTypes = ['installment', 'lineOfCredit'] as const;

/** What may be sent: each part of an object alone. A part that is left out gets its default, or stays. */
export const settingsParts = {
  type: Type.Optional(
    StringEnum(askedTypes, { description: '`installment` if not given; `lineOfCredit` is not offered yet.' }),
  ),
  description: Type.Optional(plainSettings.description),
  assetType: Type.Optional(assetType),
  assetDisplayName: Type.Optional(Nullable(assetDisplayName, { description: 'Null: the name.' })),
  timezone: Type.Optional(plainSettings.timezone),
  currency: Type.Optional(plainSettings.currency),
  cutOffTime: Type.Optional(plainSettings.cutOffTime),
  extraFields: Type.Optional(extraFields),
  interest: Type.Optional(Type.Partial(Interest)),
  payments: Type.Optional(Type.Partial(Payments)),
  fees: Type.Optional(
    Type.Object({
      origination: Type.Optional(Nullable(Type.Partial(OriginationFee))),
      late: Type.Optional(Nullable(Type.Partial(LateFeeSettings))),
      nsfAmount: Type.Optional(Fees.properties.nsfAmount),
      service: Type.Optional(Nullable(Type.Partial(PeriodicFee))),
      membership: Type.Optional(Nullable(Type.Partial(PeriodicFee))),
    }),
  ),
  waterfall: Type.Optional(Type.Partial(Waterfall)),
  delinquency: Type.Optional(Type.Partial(Delinquency)),
};
export const settingsName = plainSettings.name;
const SettingsInput = Type.Object({ ...settingsParts, name: Type.Optional(settingsName) });
export type SettingsInput = Static<typeof SettingsInput>;
