// The parts of settings that loan types of several products share. Names are those of the interface where it has one;
// the choices are those of the engine, so that nobody can choose what the engine does not know.
import type { Component } from '@tenor/engine/account/terms.ts';
import type { Rounding } from '@tenor/engine/interest/exact.ts';
import { dayCounts } from '@tenor/engine/time/day-count.ts';
import Type, { type Static } from 'typebox';
import {
  Amount,
  Bool,
  Described,
  Int,
  MetaData,
  Named,
  Nullable,
  Rate,
  StringEnum,
  Text,
} from '#platform/input/schemas.ts';

export const accrualMethods = ['simple', 'compound', 'compoundWithFees'] as const;
const roundings = ['cut', 'halfEven', 'halfUp'] as const satisfies readonly Rounding[];
export const components = ['fees', 'interest', 'principal'] as const satisfies readonly Component[];

const daysMax = 3660;

export const rateOrNone = (description: string) =>
  Nullable(Rate, { description: `${description} Null (the default): none.` });
export const amountOrNone = (description: string) =>
  Nullable(Amount, { description: `${description} Null (the default): none.` });
export const amount = (description: string) => Described(Amount, { description });
export const flag = (description: string, example: boolean) => Described(Bool, { description, example });

export const daysPastDue = (description: string) =>
  Nullable(Int({ min: 1, max: daysMax, example: 120 }), { description: `${description} Null (the default): never.` });

const cutOffTime = Type.Unsafe<string>({
  type: 'string',
  pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]$',
  'x-expected': 'a time of day written HH:MM:SS, such as 17:00:00',
  description: 'A time of day, HH:MM:SS.',
  examples: ['17:00:00'],
});

/** How interest accrues, and the bounds of rates. */
export const interestParts = {
  dayCount: StringEnum(dayCounts, {
    description:
      'How days become parts of a year. Default actual/365. periodic: each period of the due dates is the same part (a month a twelfth, a week a 52nd), whatever its days. actual/actual period: 366 days in a period that holds 29 February. 30/360 bond: without the February rule.',
  }),
  accrualMethod: StringEnum(accrualMethods, {
    description:
      'Whether unpaid interest (compoundWithFees: and unpaid fees) join the principal on the day after a due date. Default simple: never.',
  }),
  rounding: StringEnum(roundings, {
    description: 'What becomes of a part of a cent when interest comes due. Default cut.',
  }),
  minRate: rateOrNone('The lowest interest rate a loan may have.'),
  maxRate: rateOrNone('The highest interest rate a loan may have.'),
};
export const indexParts = {
  indexFloor: rateOrNone('Index and spread together are at least this.'),
  indexCap: rateOrNone('Index and spread together are at most this.'),
  indexStepCap: rateOrNone('How far index and spread together may move at one change of the index.'),
};

export const deadlines = StringEnum(['asIs', 'following'], {
  description: 'Whether the deadline of a due date on which banks are closed moves to the next open day. Default asIs.',
});

export const nsfAmount = amountOrNone('Charged when a payment comes back.');

export const PeriodicFee = Named('PeriodicFeeSettings')({
  amount: amount('Charged on each due date; on a line with each statement.'),
  capAmount: amountOrNone('All of them together are at most this.'),
});
export type PeriodicFee = Static<typeof PeriodicFee>;
export const PeriodicFeeInput = Type.Partial(PeriodicFee, { title: 'PeriodicFeeSettingsInput' });

export const waterfallOrder = Type.Array(StringEnum(components), {
  minItems: components.length,
  maxItems: components.length,
  description: 'The order within that. Default fees, interest, principal.',
  examples: [[...components]],
});

export const Delinquency = Named('DelinquencySettings')({
  toleranceAmount: amount('An obligation of which less than this is missing counts as paid. Default 0.'),
  accelerationDueWithin: daysPastDue('Days past due on which everything comes due by itself.'),
  chargeOffDueWithin: daysPastDue('Days past due on which the loan is charged off by itself.'),
  accrualAfterChargeOff: flag('Whether interest goes on after a charge-off. Default false.', false),
  paymentAllowedWhenChargedOff: flag('Whether payments are taken after a charge-off. Default true.', true),
});

const assetType = Text({
  min: 1,
  max: 100,
  description:
    'What the loans are called in reports. Default personalClosedEndUnsecured; of lines of credit personalOpenEndUnsecured.',
  example: 'personalClosedEndUnsecured',
});
const assetDisplayName = Text({ min: 1, max: 100, description: 'What borrowers read.', example: 'Personal loan' });

export const plainSettings = {
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

export const extraFields = Described(MetaData, {
  description: 'Fields of your own: kept and given back unchanged, within the limits of metadata. Null clears them.',
  example: { program: 'north' },
});
