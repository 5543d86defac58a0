// Requests and answers of payment instruments.
import Type, { type Static } from 'typebox';
import { Address, AddressInput } from '#capabilities/people/index.ts';
import {
  Amount,
  Bool,
  DateTime,
  Described,
  ExternalId,
  ForStaff,
  Int,
  Named,
  Nullable,
  PayingCard,
  SecurityCode,
  StringEnum,
  Text,
} from '#platform/input/schemas.ts';
import { linkStatuses, linkVendors } from './providers/link-vendor.ts';
import {
  accountHolderTypes,
  accountTypes,
  cardTypes,
  firstStatuses,
  instrumentStatuses,
  instrumentTypes,
  requestedTypes,
} from './rules/instrument-values.ts';

const id = (example: string) => Text({ max: 12, example });
const externalId = ExternalId({ max: 50, example: 'acct-81' });
const status = StringEnum(instrumentStatuses, { description: 'It only moves on: pending, active, inactive.' });
const stampOf = (word: string) => Nullable(DateTime, { description: `Since when it is, or was, ${word}.` });
const mask = (of: string) =>
  Nullable(Text({ max: 20, example: 'k3v9q2m7x1c8z5w4t6r0' }), {
    description: `An opaque token in place of the number of ${of}.`,
  });

const isExternal = Described(Bool, {
  description: 'True: it is only recorded. Nobody verifies it, and what is paid with it is paid outside.',
  example: false,
});
const verified = Described(Bool, { description: 'Whether it is known to belong to its holder.', example: false });
const nickname = Nullable(Text({ max: 100, example: 'Household account' }));
const institutionName = Nullable(Text({ max: 100, example: 'Wabash Savings Bank' }));
const lastFour = Nullable(Text({ max: 4, example: '6789' }), {
  description: 'The last digits of the account or the card.',
});
const routingNumber = Nullable(Text({ max: 20, example: '021000021' }));
const accountType = Nullable(StringEnum(accountTypes));
const accountHolderType = Nullable(StringEnum(accountHolderTypes));
const accountHolderName = Nullable(Text({ max: 100, example: 'Ada Lovelace' }), {
  description: 'Letters, digits and spaces only.',
});
const cardType = Nullable(StringEnum(cardTypes));
const expirationMonth = Nullable(Int({ min: 1, max: 12, example: 8 }));
const expirationYear = Nullable(Int({ min: 2000, max: 2099, example: 2029 }));
const paymentNetworkName = Nullable(Text({ max: 100, example: 'PayNearMe' }));
const inactiveReason = Nullable(Text({ max: 255, example: 'account closed' }), {
  description: 'Why it is inactive. For an inactive one only.',
});
const token = Nullable(Text({ max: 255, example: 'tok_9f2c71' }), {
  description:
    'What your payment provider gave for a card that is not external, in place of its number. Kept sealed, never shown.',
});
const failureText = (description: string) => Nullable(Text({ max: 500 }), { description });
const isBlockedForDebits = Described(Bool, {
  description:
    'True since a return that forbids further debits, or because somebody said so. Credits may still go there.',
  example: false,
});

const isBlockedForCredits = Described(Bool, {
  description: 'True since somebody there has refused money, or because somebody said so. Debits may still be made.',
  example: false,
});

const AccountLinkError = Named('AccountLinkError')({
  errorType: StringEnum(linkStatuses),
  errorTypeByVendor: Text({ max: 100, example: 'ITEM_ERROR' }),
  errorCodeByVendor: Text({ max: 100, example: 'ITEM_LOGIN_REQUIRED' }),
  errorDescriptionInternal: Text({ max: 500, example: 'The bank asks the borrower to sign in again.' }),
  errorDescriptionBorrower: Text({ max: 500, example: 'Sign in to your bank again.' }),
});

const dataServices = Type.Array(Text({ min: 1, max: 50, example: 'balance' }), {
  maxItems: 20,
  description: 'What the borrower has agreed to, in the words of the vendor.',
});
const lastErrorCommunicationAt = Nullable(DateTime, {
  description: 'When the borrower was last told that the link does not work.',
});

export const AccountLink = Named('AccountLink')({
  vendor: StringEnum(linkVendors),
  accessToken: Text({ max: 20, example: 'k3v9q2m7x1c8z5w4t6r0', description: 'An opaque token in place of it.' }),
  itemId: Text({ max: 255, example: 'item-ok' }),
  accountId: Text({ max: 255, example: 'checking' }),
  dataServices,
  status: StringEnum(linkStatuses, {
    description: 'With `needsLogin` balances are not to be had; debits go on, since the numbers stay good.',
  }),
  recentError: Nullable(AccountLinkError),
  errorCommunicationsSent: Int({ min: 0, max: 1_000_000, example: 0 }),
  lastErrorCommunicationAt,
});

export type AccountLink = Static<typeof AccountLink>;

export const AccountLinkUpdate = Named('AccountLinkUpdate')({
  dataServices: Type.Optional(dataServices),
  lastErrorCommunicationAt: Type.Optional(
    Described(lastErrorCommunicationAt, {
      description:
        'When you have told the borrower that the link does not work. Each later instant counts as one more time.',
    }),
  ),
});
export type AccountLinkUpdate = Static<typeof AccountLinkUpdate>;

const accessText = Text({
  min: 1,
  max: 255,
  example: 'test_link_ok',
  description:
    'The token of the vendor that opens the accounts. Kept sealed, never shown. Test mode knows `test_link_ok`, `test_link_low`, `test_link_then_login`, `test_link_silent` and `test_link_rubbish`.',
});
const accountIds = Type.Array(Text({ min: 1, max: 255, example: 'checking' }), {
  minItems: 1,
  maxItems: 10,
  description:
    'Which of its accounts. Test mode has `checking`, and with `test_link_ok` also `savings` and `household`, the account of the examples.',
});

export const AccountLinkCreate = Type.Object(
  {
    vendor: Type.Optional(StringEnum(linkVendors, { description: 'That of the installation.' })),
    accessToken: accessText,
    accountId: Text({ min: 1, max: 255, example: 'checking', description: 'Which of its accounts: this one.' }),
    dataServices: Type.Optional(dataServices),
  },
  { title: 'AccountLinkCreate' },
);
export type AccountLinkCreate = Static<typeof AccountLinkCreate>;

const amountOnAccount = (description: string) => Nullable(Amount, { description });
const availableBalanceAmount = amountOnAccount('What may be drawn now, where the bank says so.');
const currentBalanceAmount = amountOnAccount('What is booked.');
const currency = Text({ min: 3, max: 3, example: 'USD' });

const SuccessfulBalance = Named('SuccessfulBalance')({
  createdAt: DateTime,
  availableBalanceAmount,
  currentBalanceAmount,
  currency,
});

export const InstrumentBalance = Type.Object(
  {
    id: Text({ max: 12, example: 'PT-5K8W-R3NB', description: 'The id of the payment instrument.' }),
    availableBalanceAmount,
    currentBalanceAmount,
    currency: Nullable(currency),
    error: Nullable(AccountLinkError, {
      description: 'Why the last question had no answer; then the amounts are null.',
    }),
    lastSuccessfulBalance: Nullable(SuccessfulBalance),
  },
  { title: 'InstrumentBalance' },
);
export type InstrumentBalance = Static<typeof InstrumentBalance>;

export const PaymentInstrument = Type.Object(
  {
    id: id('PT-5K8W-R3NB'),
    object: StringEnum(instrumentTypes, { description: 'The same as instrumentType.' }),
    externalId,
    companyId: id('CP-2W8D-K4TN'),
    personId: id('BO-3M8K-Q7TZ'),
    instrumentType: StringEnum(instrumentTypes),
    status,
    pendingAt: stampOf('pending'),
    activeAt: stampOf('active'),
    inactiveAt: stampOf('inactive'),
    inactiveReason,
    failureReason: failureText('Why money did not go through, or came back.'),
    failureDescriptionShort: failureText('The same in a few words.'),
    failureDescriptionLong: ForStaff(failureText('The same in a sentence.')),
    isBlockedForDebits,
    isBlockedForCredits,
    isExternal,
    verified,
    nickname,
    institutionName,
    accountNumber: mask('an account'),
    accountNumberLastFour: lastFour,
    routingNumber,
    accountType,
    accountHolderType,
    accountHolderName,
    cardType,
    cardNumber: mask('a card'),
    expirationMonth,
    expirationYear,
    avsResult: ForStaff(
      Nullable(Text({ max: 10, example: 'Y' }), {
        description:
          'For a card, once its provider has looked at it: whether the address is that of its holder, as a letter of the network (Y both parts, A the street, Z the ZIP, N neither, U unknown). It decides nothing.',
      }),
    ),
    address: Nullable(Address, { description: 'Where the bills of a card go.' }),
    paymentNetworkName,
    accountLink: ForStaff(
      Nullable(AccountLink, { description: 'For an account that a vendor has linked to its bank.' }),
    ),
    createdAt: DateTime,
    updatedAt: Nullable(DateTime),
    deletedAt: Nullable(DateTime),
  },
  { title: 'PaymentInstrument' },
);
export type PaymentInstrument = Static<typeof PaymentInstrument>;

const number = (example: string, description: string) => Nullable(Text({ max: 40, example }), { description });

export const PaymentInstrumentCreate = Type.Object(
  {
    instrumentType: StringEnum(requestedTypes, {
      description: 'A `check` can only be external. `plaid` makes a bank account of each account that its token opens.',
    }),
    externalId: Type.Optional(externalId),
    isExternal: Type.Optional(isExternal),
    status: Type.Optional(
      Nullable(StringEnum(firstStatuses), {
        description:
          'For an external one (active if nothing is sent) and for a payment network. An account or a card that is not external is pending until it is verified, whatever is sent.',
      }),
    ),
    nickname: Type.Optional(nickname),
    institutionName: Type.Optional(institutionName),
    accountNumber: Type.Optional(
      number('000123456789', 'For an account: 5 to 17 digits, 4 will do for an external one. Kept sealed.'),
    ),
    accountNumberLastFour: Type.Optional(
      Nullable(Text({ max: 10, example: '6789' }), {
        description: 'For an account or a card that is external and whose whole number is not known.',
      }),
    ),
    routingNumber: Type.Optional(routingNumber),
    accountType: Type.Optional(accountType),
    accountHolderType: Type.Optional(accountHolderType),
    accountHolderName: Type.Optional(accountHolderName),
    cardType: Type.Optional(cardType),
    cardNumber: Type.Optional(Nullable(PayingCard)),
    token: Type.Optional(token),
    expirationMonth: Type.Optional(expirationMonth),
    expirationYear: Type.Optional(expirationYear),
    cvv: Type.Optional(Nullable(SecurityCode)),
    accessToken: Type.Optional(Nullable(accessText)),
    accountIds: Type.Optional(Nullable(accountIds)),
    address: Type.Optional(Nullable(AddressInput)),
    paymentNetworkName: Type.Optional(paymentNetworkName),
  },
  { title: 'PaymentInstrumentCreate' },
);
export type PaymentInstrumentCreate = Static<typeof PaymentInstrumentCreate>;

const fixed = <S extends Type.TSchema>(schema: S) =>
  Type.Optional(Described(schema, { description: 'Cannot change; may be sent as it is shown.' }));

export const PaymentInstrumentUpdate = Type.Object(
  {
    externalId: Type.Optional(externalId),
    status: Type.Optional(status),
    inactiveReason: Type.Optional(inactiveReason),
    verified: Type.Optional(verified),
    isBlockedForDebits: Type.Optional(
      Described(isBlockedForDebits, {
        description:
          'True forbids debits. False allows them again, and needs the permission payment.instrument:force as well.',
      }),
    ),
    isBlockedForCredits: Type.Optional(
      Described(isBlockedForCredits, {
        description:
          'True forbids money to it. False allows it again, and needs the permission payment.instrument:force as well.',
      }),
    ),
    nickname: Type.Optional(nickname),
    accountType: Type.Optional(accountType),
    accountHolderType: Type.Optional(accountHolderType),
    accountHolderName: Type.Optional(accountHolderName),
    accountLink: Type.Optional(
      Nullable(AccountLinkUpdate, { description: 'The same as a PUT of the link; null changes nothing.' }),
    ),
    instrumentType: fixed(StringEnum(requestedTypes)),
    isExternal: fixed(Bool),
    accountNumber: fixed(Nullable(Text({ max: 40 }))),
    accountNumberLastFour: fixed(Nullable(Text({ max: 10 }))),
    routingNumber: fixed(Nullable(Text({ max: 20 }))),
    cardNumber: fixed(Nullable(Text({ max: 40 }))),
  },
  { title: 'PaymentInstrumentUpdate' },
);
export type PaymentInstrumentUpdate = Static<typeof PaymentInstrumentUpdate>;
