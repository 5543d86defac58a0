// Requests and answers of cards. Names: interface 3.5.2 and 3.14.
import Type, { type Static } from 'typebox';
import { Address, AddressInput } from '#capabilities/people/index.ts';
import {
  CardNumber,
  DateTime,
  Described,
  ExternalId,
  ForStaff,
  Id,
  Int,
  Named,
  Nullable,
  SecurityCode,
  StringEnum,
  Text,
} from '#platform/input/schemas.ts';
import { cardStatuses, cardTypes, fulfillmentStatuses, usageTypes } from './card-values.ts';

const id = (example: string) => Text({ max: 12, example });
const text = (max: number, example: string) => Nullable(Text({ max, example }));

const externalId = ExternalId({ max: 50, example: 'card-81' });
const token = Nullable(Text({ max: 255, example: 'acc_5f2c9e' }), {
  description: "The issuer's id of the account. Never the number of a card.",
});
const type = Nullable(StringEnum(cardTypes));
const status = StringEnum(cardStatuses, {
  description: '`unactivated` if not given. From `terminated` nothing leads on.',
});
const fulfillmentStatus = Nullable(StringEnum(fulfillmentStatuses), {
  description:
    'How far the plastic has come; null where nothing was ordered. `reordered`: a replacement was asked for.',
});

const kept = {
  usageType: Nullable(StringEnum(usageTypes)),
  expirationMonth: Nullable(Int({ min: 1, max: 12, example: 8 }), {
    description: 'The card is good through this month.',
  }),
  expirationYear: Nullable(Int({ min: 2000, max: 2099, example: 2099 })),
  network: text(50, 'visa'),
  firstName: text(100, 'Ada'),
  lastName: text(100, 'Lovelace'),
  nickname: text(100, 'Blue card'),
};

export const CardDetails = Named('CardDetails')({
  status,
  fulfillmentStatus,
  cardNumberLastFour: Nullable(Text({ max: 4, example: '1111' })),
  ...kept,
  address: Nullable(Address, { description: 'Where the card is sent to.' }),
});
export type CardDetails = Static<typeof CardDetails>;

export const Card = Type.Object(
  {
    id: id('CD-6M2W-K9QX'),
    object: Type.Literal('card'),
    externalId,
    companyId: id('CP-2W8D-K4TN'),
    personId: id('BO-3M8K-Q7TZ'),
    loanId: id('LN-4D7P-X2VC'),
    issuerId: ForStaff(Nullable(id('CI-8T5H-W2RD'))),
    token: ForStaff(token),
    type,
    cardDetails: CardDetails,
    createdAt: DateTime,
    updatedAt: Nullable(DateTime),
    deletedAt: Nullable(DateTime),
  },
  { title: 'Card' },
);
export type Card = Static<typeof Card>;

const CardDetailsInput = Type.Partial(
  Type.Object({
    status,
    fulfillmentStatus,
    cardNumberLastFour: Nullable(Text({ max: 10, example: '1111' }), {
      description: 'Follows from `pan` where that is sent.',
    }),
    ...kept,
    address: Nullable(AddressInput, { description: 'Changes by its parts.' }),
    pan: Nullable(CardNumber),
    cvvNumber: Nullable(SecurityCode),
  }),
  { title: 'CardDetailsInput' },
);
export type CardDetailsInput = Static<typeof CardDetailsInput>;

export const CardInput = Type.Object(
  {
    externalId: Type.Optional(externalId),
    issuerId: Type.Optional(
      Nullable(Id('CI', 'card issuer'), { description: 'With `token`, in place of `cardDetails`.' }),
    ),
    token: Type.Optional(token),
    type: Type.Optional(type),
    cardDetails: Type.Optional(
      Nullable(Described(CardDetailsInput, { description: 'In place of `issuerId` and `token`.' })),
    ),
  },
  { title: 'CardInput' },
);
export type CardInput = Static<typeof CardInput>;
