// The settings of a loan type of any product, and what may be sent of them. Each product has its own sections; fields of
// the same name mean the same.
import Type, { type Static, type TObject, type TProperties } from 'typebox';
import { Named, Nullable, StringEnum } from '#platform/input/schemas.ts';
import { InstallmentSettings } from './installment/schema.ts';
import { LineSettings } from './line/schema.ts';
import { extraFields, PeriodicFeeInput, plainSettings } from './parts.ts';

export const LoanTypeSettings = Type.Union([LineSettings, InstallmentSettings]);
export type LoanTypeSettings = Static<typeof LoanTypeSettings>;
/** As they are stored: fields of the lender's own as the text that was sent, so that nothing in them changes. */
type Stored<T> = Omit<T, 'extraFields'> & { readonly extraFields?: string | null };
export type StoredSettings = Stored<InstallmentSettings> | Stored<LineSettings>;

export const schemaOf = { installment: InstallmentSettings, lineOfCredit: LineSettings } as const;

const { interest, payments, fees, waterfall, delinquency, reAge } = InstallmentSettings.properties;
const line = LineSettings.properties;

/** Some of the fields of several sections. Where two have a field, the later one takes more. */
const Parts = <A extends TProperties, B extends TProperties>(title: string, a: TObject<A>, b: TObject<B>) =>
  Type.Partial(Type.Object({ ...a.properties, ...b.properties }), { title });

const [late, lineLate] = [fees.properties.late.anyOf[0], line.fees.properties.late.anyOf[0]];
const override = line.gracePeriod.properties.minPaymentCalculationOverride.anyOf[0];

/** What may be sent: each part of an object alone. A part that is left out gets its default, or stays. */
export const settingsParts = {
  type: Type.Optional(
    StringEnum(['installment', 'lineOfCredit'], {
      description: 'What its loans are: installment, if not given. It stays; so does which settings there are.',
    }),
  ),
  description: Type.Optional(plainSettings.description),
  assetType: Type.Optional(plainSettings.assetType),
  assetDisplayName: Type.Optional(Nullable(plainSettings.assetDisplayName, { description: 'Null: the name.' })),
  timezone: Type.Optional(plainSettings.timezone),
  currency: Type.Optional(plainSettings.currency),
  cutOffTime: Type.Optional(plainSettings.cutOffTime),
  extraFields: Type.Optional(extraFields),
  regulation: Type.Optional(line.regulation),
  interest: Type.Optional(Parts('InterestSettingsInput', interest, line.interest)),
  payments: Type.Optional(Parts('PaymentSettingsInput', payments, line.payments)),
  minPaymentCalculation: Type.Optional(
    Type.Partial(line.minPaymentCalculation, { title: 'MinimumPaymentSettingsInput' }),
  ),
  gracePeriod: Type.Optional(
    Named('GracePeriodSettingsInput')({
      ...Type.Partial(line.gracePeriod).properties,
      minPaymentCalculationOverride: Type.Optional(Nullable(Type.Partial(override, { title: 'MinimumOverrideInput' }))),
    }),
  ),
  fees: Type.Optional(
    Named('FeeSettingsInput')({
      origination: Type.Optional(
        Nullable(Type.Partial(fees.properties.origination.anyOf[0], { title: 'OriginationFeeSettingsInput' })),
      ),
      draw: Type.Optional(Type.Partial(line.fees.properties.draw, { title: 'DrawFeeSettingsInput' })),
      late: Type.Optional(Nullable(Parts('LateFeeSettingsInput', late, lineLate))),
      nsfAmount: Type.Optional(fees.properties.nsfAmount),
      service: Type.Optional(Nullable(PeriodicFeeInput)),
      membership: Type.Optional(Nullable(PeriodicFeeInput)),
      firstYearCap: Type.Optional(line.fees.properties.firstYearCap),
    }),
  ),
  draws: Type.Optional(
    Named('DrawSettingsInput')({
      ...Type.Partial(line.draws).properties,
      autoAmortization: Type.Optional(
        Nullable(
          Type.Partial(line.draws.properties.autoAmortization.anyOf[0], { title: 'AutoAmortizationSettingsInput' }),
        ),
      ),
    }),
  ),
  purchases: Type.Optional(Type.Partial(line.purchases, { title: 'PurchaseSettingsInput' })),
  disputes: Type.Optional(Type.Partial(line.disputes, { title: 'DisputeSettingsInput' })),
  waterfall: Type.Optional(Parts('WaterfallInput', waterfall, line.waterfall)),
  delinquency: Type.Optional(Type.Partial(delinquency, { title: 'DelinquencySettingsInput' })),
  reAge: Type.Optional(Type.Partial(reAge, { title: 'ReAgeSettingsInput' })),
};
export const settingsName = plainSettings.name;
const SettingsInput = Type.Object({ ...settingsParts, name: Type.Optional(settingsName) });
export type SettingsInput = Static<typeof SettingsInput>;
