// The rules for a new payment instrument, kind by kind. All mistakes are collected, so that the refusal names them all.
import type { Problem } from '#platform/errors.ts';
import { cardNumbersIn } from '#platform/input/card-number.ts';
import type { PaymentInstrumentCreate } from '../schemas.ts';
import type { Checked } from './checked.ts';
import type { AccountHolderType, AccountType, CardType, FirstStatus, InstrumentType } from './instrument-values.ts';
import * as numbers from './numbers.ts';

export interface CheckedInstrument {
  readonly type: InstrumentType;
  readonly isExternal: boolean;
  readonly status: FirstStatus;
  /** The number of an account, digits only, or the token of a card from the provider. */
  readonly number: string | null;
  /** Whether a number was sent, kept or not. */
  readonly hasNumber: boolean;
  readonly lastFour: string | null;
  readonly routingNumber: string | null;
  readonly accountType: AccountType | null;
  readonly accountHolderType: AccountHolderType | null;
  readonly accountHolderName: string | null;
  readonly cardType: CardType | null;
  readonly expirationMonth: number | null;
  readonly expirationYear: number | null;
  readonly networkName: string | null;
  readonly institutionName: string | null;
  readonly nickname: string | null;
}

interface CheckOptions {
  readonly skipsChecksum: boolean;
  readonly today: numbers.Month;
  /** The numbers come from the bank, which does not say whose they are: the holder may follow. */
  readonly isLinked?: boolean;
}

type Field = keyof PaymentInstrumentCreate;
export type Sent = PaymentInstrumentCreate & { readonly instrumentType: InstrumentType };

const ofAccounts: readonly Field[] = ['accountNumber', 'accountNumberLastFour', 'routingNumber', 'accountType'];
const ofCards: readonly Field[] = [
  ...(['cardNumber', 'token', 'accountNumberLastFour', 'cardType', 'expirationMonth'] as const),
  ...(['expirationYear', 'cvv', 'address'] as const),
];

/** The fields of each kind, besides those that all kinds share. */
const ownFields: Readonly<Record<InstrumentType, readonly Field[]>> = {
  bankAccount: ofAccounts,
  check: ofAccounts,
  card: ofCards,
  paymentNetwork: ['paymentNetworkName'],
};
const fieldsOfSome: readonly Field[] = [...new Set(Object.values(ownFields).flat())];

/** The fields without which no payment could be made. An external instrument, which is only recorded, needs fewer. */
const requiredFields: Readonly<Record<InstrumentType, Partial<Readonly<Record<Field, string>>>>> = {
  bankAccount: {
    accountNumber: '5 to 17 digits',
    routingNumber: 'nine digits',
    accountType: 'checking or savings',
    accountHolderType: 'personal or business',
    accountHolderName: 'the name of the holder of the account',
  },
  card: {
    token: 'what the payment provider gave for the card',
    accountNumberLastFour: 'the last four digits of the card',
    expirationMonth: 'the month to the end of which the card is good, 1 to 12',
    expirationYear: 'the year in which the card ends, in four digits',
    cardType: 'debit or credit',
    accountHolderName: 'the name on the card',
  },
  paymentNetwork: { paymentNetworkName: 'the name of the network' },
  check: {},
};

type Fields = { readonly [F in Field]?: unknown };

const isSent = (input: Fields, field: Field): boolean => input[field] !== undefined && input[field] !== null;

/** The problems of fields that were sent although they belong to another kind. */
export const misplacedFields = (type: InstrumentType, input: Fields): Problem[] =>
  fieldsOfSome
    .filter((field) => isSent(input, field) && !ownFields[type].includes(field))
    .map((path) => ({ path, message: `does not go with ${type}`, expected: 'nothing, or another instrumentType' }));

/**
 * Whether a kind must have the field, after a change too: payments will be made with an instrument that is not
 * external.
 */
export const isRequired = (type: InstrumentType, isExternal: boolean, field: Field): boolean =>
  (!isExternal || type === 'paymentNetwork') && requiredFields[type][field] !== undefined;

function missingFields(input: Sent): Problem[] {
  const { instrumentType: type, isExternal = false } = input;
  const missing = Object.entries(requiredFields[type])
    .filter(([path]) => isRequired(type, isExternal, path as Field) && !isSent(input, path as Field))
    .map(([path, expected]) => ({ path, message: 'is required', expected }));
  const number = type === 'card' ? 'cardNumber' : 'accountNumber';
  const isKnown = isSent(input, number) || isSent(input, 'accountNumberLastFour');
  if (!isExternal || isKnown || (type !== 'bankAccount' && type !== 'card')) return missing;
  return [...missing, { path: number, message: 'is required', expected: 'the number, or accountNumberLastFour' }];
}

type Given = PaymentInstrumentCreate[Field];

/** Reads a field by its rule. A wrong value is added to the problems and counts as not sent. */
const reading =
  (problems: Problem[]) =>
  <T extends Given>(path: string, given: T | null | undefined, rule: (value: T) => Checked<T>): T | null => {
    if (given === null || given === undefined) return null;
    const checked = rule(given);
    if ('value' in checked) return checked.value;
    problems.push({ path, message: checked.problem, expected: checked.expected });
    return null;
  };

/** The instrument as it will be stored, or all problems. */
export function checkInstrument(input: Sent, options: CheckOptions): CheckedInstrument | readonly Problem[] {
  const { instrumentType: type, isExternal = false } = input;
  const missing = missingFields(input).filter(({ path }) => !options.isLinked || !path.startsWith('accountHolder'));
  const problems: Problem[] = [...misplacedFields(type, input), ...missing];
  if (type === 'check' && !isExternal) {
    problems.push({ path: 'isExternal', message: 'must be true: a check is only recorded', expected: 'true' });
  }
  if (isExternal && isSent(input, 'token')) {
    const message = 'is of a card that the service charges, and this one is external';
    problems.push({ path: 'token', message, expected: 'nothing, or isExternal false' });
  }
  problems.push(...cardNumbersIn(textsOf(input)));
  const read = reading(problems);
  const number = read('accountNumber', input.accountNumber, (text) => numbers.checkAccountNumber(text, { isExternal }));
  const token = read('token', input.token, numbers.checkToken);
  const sentFour = read('accountNumberLastFour', input.accountNumberLastFour, numbers.checkLastFour);
  const lastFour = (number ?? input.cardNumber)?.slice(-4) ?? sentFour;
  if (sentFour !== null && sentFour !== lastFour) {
    const expected = 'the last four digits of the number, or nothing';
    problems.push({ path: 'accountNumberLastFour', message: 'does not belong to the number', expected });
  }
  const checked: CheckedInstrument = {
    type,
    isExternal,
    status: firstStatus(input),
    number: number ?? token,
    hasNumber: (number ?? token ?? input.cardNumber ?? null) !== null,
    lastFour,
    routingNumber: read('routingNumber', input.routingNumber, (text) => numbers.checkRoutingNumber(text, options)),
    accountType: input.accountType ?? null,
    accountHolderType: input.accountHolderType ?? null,
    accountHolderName: read('accountHolderName', input.accountHolderName, numbers.checkHolderName),
    cardType: input.cardType ?? null,
    ...expirationOf(input, isExternal, options.today, problems),
    networkName: read('paymentNetworkName', input.paymentNetworkName, checkNetworkName),
    institutionName: input.institutionName?.trim() || null,
    nickname: input.nickname?.trim() || null,
  };
  return problems.length === 0 ? checked : problems;
}

/** Account numbers and holders have rules of their own, by which no card's number is one. */
const textsOf = ({ token, externalId, nickname, institutionName, paymentNetworkName }: Sent) => ({
  token,
  externalId,
  nickname,
  institutionName,
  paymentNetworkName,
});

/** An account or a card that payments will be made with is pending until it is verified, whatever was sent. */
function firstStatus({ instrumentType: type, isExternal = false, status }: Sent): FirstStatus {
  if (!isExternal && type !== 'paymentNetwork') return 'pending';
  return status ?? (isExternal ? 'active' : 'pending');
}

function checkNetworkName(text: string): Checked<string> {
  const name = text.trim();
  return name === '' ? { problem: 'is empty', expected: 'the name of the network' } : { value: name };
}

/** An external card may have expired: it only records what was paid with. */
function expirationOf(input: Sent, isExternal: boolean, today: numbers.Month, problems: Problem[]) {
  const { expirationMonth: month = null, expirationYear: year = null } = input;
  if (!isExternal && month !== null && year !== null && numbers.isPast({ month, year }, today)) {
    const path = year < today.year ? 'expirationYear' : 'expirationMonth';
    problems.push({ path, message: 'is past: the card is no longer good', expected: 'a month that is not over' });
  }
  return { expirationMonth: month, expirationYear: year };
}
