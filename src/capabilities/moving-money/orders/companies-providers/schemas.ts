import Type, { type Static } from 'typebox';
import { placeCredentials } from '#platform/file-places/place-settings.ts';
import { Amount, Bool, DateTime, Described, Int, Named, Nullable, StringEnum, Text } from '#platform/input/schemas.ts';
import { deeds, rails } from '../order/order.ts';
import { AchOriginator, AchOriginatorReplace } from './ach-schemas.ts';
import { instrumentTypes, kindNames } from './words.ts';

const url = Text({
  min: 1,
  max: 1_024,
  description: 'Where the bridge takes orders: an https address on the public internet, without a query.',
  example: 'https://payments.example.com/tenor',
});

const bridgeFields = {
  rails: Described(Type.Array(StringEnum(rails), { minItems: 1, maxItems: 3 }), {
    description: 'By which ways it moves money: `card` for cards; `ach`, `instant` or both for bank accounts.',
  }),
  deeds: Described(Type.Array(StringEnum(deeds), { minItems: 1, maxItems: 6 }), {
    description:
      'What it does: money from an instrument (`debit`), to it (`credit`), a charge paid back (`refund`), called off before it settles (`void`), or undone (`reversal`), or a new card looked at without a charge (`verify`). If not sent: `debit`, `credit` and `refund`.',
  }),
  keyLifetimeHours: Int({
    min: 2,
    max: 8_760,
    description: 'For how long it knows the key of an order again, from the first request on. 720 if not sent.',
  }),
  findLagSeconds: Int({
    min: 0,
    max: 86_400,
    description: 'After so long an order that it has taken can be found. 0 if not sent.',
  }),
  absenceIsFinal: Described(Bool, {
    description: 'An order that it does not know after that time never happened and never will. False if not sent.',
  }),
  poll: Described(Bool, { description: 'It has a list of events that we may ask for. True if not sent.' }),
  isSameDay: Described(Bool, { description: 'It takes orders that settle on the day itself. False if not sent.' }),
  amountMax: Nullable(Amount, { description: 'It takes no larger order. Without a limit if not sent.' }),
  cutOff: Text({
    min: 5,
    max: 5,
    description: 'HH:MM: orders of a banking day are sent before. 16:00 if not sent.',
    example: '16:00',
  }),
  timezone: Text({
    min: 1,
    max: 64,
    description: 'In which zone that is. America/New_York if not sent.',
    example: 'America/New_York',
  }),
  timeoutSeconds: Int({
    min: 5,
    max: 120,
    description: 'For so long we wait for an answer: longer than it waits for its processor. 60 if not sent.',
  }),
};

const Bridge = Named('PaymentBridge')({ url, ...bridgeFields });

const { rails: railsOf, ...others } = bridgeFields;
const BridgeReplace = Named('PaymentBridgeReplace')({
  url,
  rails: railsOf,
  ...(Object.fromEntries(Object.entries(others).map(([name, schema]) => [name, Type.Optional(schema)])) as {
    [K in keyof typeof others]: ReturnType<typeof Type.Optional<(typeof others)[K]>>;
  }),
});

const secret = Text({
  min: 44,
  max: 44,
  description:
    'Base64 of 32 random bytes (`openssl rand -base64 32`), by which both sides sign. Kept sealed and never shown. If not sent, the one before stays, for the same url alone.',
});

const Credentials = Type.Object({
  secret: Type.Optional(secret),
  ...placeCredentials,
});

export const ProviderReplace = Named('PaymentProviderReplace')({
  kind: StringEnum(kindNames, {
    description:
      '`http`: a bridge of yours. `ach`: a bank that takes files, for bank accounts. `simulator`: nobody is asked, test mode alone.',
  }),
  http: Type.Optional(Nullable(BridgeReplace, { description: 'For the kind http.' })),
  ach: Type.Optional(Nullable(AchOriginatorReplace, { description: 'For the kind ach.' })),
  credentials: Type.Optional(
    Nullable(Credentials, {
      description: 'For the kind http `secret`; for a bank by SFTP `privateKey` or `password`.',
    }),
  ),
  overlapHours: Type.Optional(
    Int({
      min: 0,
      max: 168,
      description: 'With new credentials: for how long the ones before are good as well; 24 if not sent.',
    }),
  ),
});
export type ProviderReplace = Static<typeof ProviderReplace>;

export const PaymentProvider = Named('PaymentProvider')({
  id: Text({ max: 12, description: 'PV-XXXX-XXXX. One that takes the place of another has an id of its own.' }),
  object: Type.Literal('paymentProvider'),
  companyId: Text({ max: 12 }),
  instrumentType: StringEnum(instrumentTypes),
  kind: StringEnum(kindNames),
  http: Nullable(Bridge),
  ach: Nullable(AchOriginator),
  previousCredentialsUntil: Nullable(DateTime, { description: 'Until then the credentials before are good as well.' }),
  noticesPath: Nullable(Text({ max: 200 }), { description: 'Where on this service it posts what it has to tell.' }),
  replacedAt: Nullable(DateTime, {
    description: 'Another one gets new orders since then; this one goes on with those that it has.',
  }),
  createdAt: DateTime,
  updatedAt: Nullable(DateTime),
});
export type PaymentProvider = Static<typeof PaymentProvider>;
