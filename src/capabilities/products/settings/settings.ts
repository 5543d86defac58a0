// Builds complete settings: from a name alone, from settings and a change of them, and from stored settings.
import { cents, zeroCents } from '@tenor/engine/values/cents.ts';
import { parseRate } from '@tenor/engine/values/rate.ts';
import { shownMetaData, storedMetaData } from '#platform/resource/meta-data.ts';
import {
  components,
  type LateFeeSettings,
  type LoanTypeSettings,
  type PeriodicFee,
  type SettingsInput,
  type StoredSettings,
} from './schema.ts';

type Fees = LoanTypeSettings['fees'];

/** Settings that may still miss a field without a default. */
export type SettingsDraft = Omit<LoanTypeSettings, 'fees'> & {
  readonly fees: Omit<Fees, 'late' | 'service' | 'membership'> & {
    readonly late: Partial<LateFeeSettings> | null;
    readonly service: Partial<PeriodicFee> | null;
    readonly membership: Partial<PeriodicFee> | null;
  };
};

const zeroRate = parseRate('0')!;

/** In the order of the schema: the order in which answers show them. */
export const defaultSettings = (name: string): LoanTypeSettings => ({
  type: 'installment',
  name,
  description: null,
  assetType: 'personalClosedEndUnsecured',
  assetDisplayName: name,
  timezone: null,
  currency: 'USD',
  cutOffTime: null,
  extraFields: null,
  interest: {
    dayCount: 'actual/365',
    accrualMethod: 'simple',
    rounding: 'cut',
    minRate: null,
    maxRate: null,
    maxAprNominal: null,
    maxAprEffective: null,
    indexFloor: null,
    indexCap: null,
    indexStepCap: null,
    afterRateChange: 'solveAgain',
  },
  payments: {
    roundingUnit: cents(1),
    roundingMode: 'up',
    interestOnlyPayments: 0,
    prepayment: 'nextDue',
    deadlines: 'asIs',
    dueDateMode: 'fixedDueDate',
  },
  fees: { origination: null, late: null, nsfAmount: null, service: null, membership: null },
  waterfall: { by: 'obligation', order: [...components] },
  delinquency: {
    toleranceAmount: zeroCents,
    accelerationDueWithin: null,
    chargeOffDueWithin: null,
    accrualAfterChargeOff: false,
    paymentAllowedWhenChargedOff: true,
  },
});

const defaultOrigination: NonNullable<Fees['origination']> = { charged: 'financed' };

/** Grace days and rule have no default: a lender says how long it waits, and which of two amounts counts. */
const blankLateFee = {
  graceDays: undefined,
  flatAmount: zeroCents,
  percent: zeroRate,
  rule: undefined,
  base: 'instalment',
  minAmount: null,
  maxAmount: null,
  yearlyCapAmount: null,
  lifetimeCapAmount: null,
  pyramiding: 'blocked',
} as const;

const blankPeriodicFee = { amount: undefined, capAmount: null };

/** A field that is not sent stays; objects change field by field, and null removes a fee. Nothing is checked yet. */
export function settingsAfter(before: LoanTypeSettings, sent: SettingsInput): SettingsDraft {
  const { type: _, assetDisplayName, interest, payments, fees, waterfall, delinquency, ...plain } = sent;
  const name = sent.name ?? before.name;
  return {
    ...before,
    ...plain,
    assetDisplayName: assetDisplayName === undefined ? before.assetDisplayName : (assetDisplayName ?? name),
    interest: { ...before.interest, ...interest },
    payments: { ...before.payments, ...payments },
    fees: feesAfter(before.fees, fees ?? {}),
    waterfall: { ...before.waterfall, ...waterfall },
    delinquency: { ...before.delinquency, ...delinquency },
  };
}

function feesAfter(before: Fees, sent: NonNullable<SettingsInput['fees']>): SettingsDraft['fees'] {
  return {
    origination: after<NonNullable<Fees['origination']>>(defaultOrigination, before.origination, sent.origination),
    late: lateFeeAfter(before.late, sent.late),
    nsfAmount: sent.nsfAmount === undefined ? before.nsfAmount : sent.nsfAmount,
    service: after<Partial<PeriodicFee>>(blankPeriodicFee, before.service, sent.service),
    membership: after<Partial<PeriodicFee>>(blankPeriodicFee, before.membership, sent.membership),
  };
}

/** The blank gives the order of the fields. */
function after<T extends object>(blank: object, before: T | null, sent: Partial<T> | null | undefined): T | null {
  if (sent === undefined) return before;
  return sent && ({ ...blank, ...before, ...sent } as T);
}

function lateFeeAfter(
  before: LateFeeSettings | null,
  sent: Partial<LateFeeSettings> | null | undefined,
): Partial<LateFeeSettings> | null {
  const merged = after<Partial<LateFeeSettings>>(blankLateFee, before, sent);
  if (!sent || merged === null || sent.rule !== undefined) return merged;
  const { rule: _, ...rest } = merged;
  const rule = ruleOf(merged, before);
  return rule === undefined ? rest : { ...merged, rule };
}

/** If only one amount is above zero, its rule applies; with both, the rule before, if both were above zero then too. */
function ruleOf(
  { flatAmount = zeroCents, percent = zeroRate }: Partial<LateFeeSettings>,
  before: LateFeeSettings | null,
): LateFeeSettings['rule'] | undefined {
  if (flatAmount === 0) return 'percent';
  if (percent === zeroRate) return 'flat';
  return before && before.flatAmount !== 0 && before.percent !== zeroRate ? before.rule : undefined;
}

/** Stored settings in the order of the schema; a setting that is newer than the stored ones has its default. */
export const wholeSettings = ({ extraFields = null, ...stored }: StoredSettings): LoanTypeSettings =>
  // Nothing is missing: stored settings were checked.
  settingsAfter(defaultSettings(stored.name), {
    ...stored,
    extraFields: shownMetaData(extraFields),
  }) as LoanTypeSettings;

export const storedSettings = ({ extraFields, ...settings }: LoanTypeSettings): StoredSettings => ({
  ...settings,
  extraFields: storedMetaData(extraFields),
});
