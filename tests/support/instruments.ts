// Payment instruments for tests: what is sent to make one of each kind, and a borrower to have them.
import { type Answer, aPerson, type Client } from './house.ts';

export const anAccount = (overrides: Record<string, unknown> = {}) => ({
  instrumentType: 'bankAccount',
  accountNumber: '000123456789',
  routingNumber: '021000021',
  accountType: 'checking',
  accountHolderType: 'personal',
  accountHolderName: 'Ada Lovelace',
  ...overrides,
});

export const aCard = (overrides: Record<string, unknown> = {}) => ({
  instrumentType: 'card',
  cardNumber: '4000 0000 0000 0002',
  cardType: 'debit',
  expirationMonth: 8,
  expirationYear: 2098,
  cvv: '123',
  accountHolderName: 'Ada Lovelace',
  ...overrides,
});

export const anExternal = (overrides: Record<string, unknown> = {}) => ({
  instrumentType: 'bankAccount',
  isExternal: true,
  accountNumberLastFour: '4321',
  ...overrides,
});

export const aNetwork = (overrides: Record<string, unknown> = {}) => ({
  instrumentType: 'paymentNetwork',
  paymentNetworkName: 'PayNearMe',
  ...overrides,
});

/** An account of the vendor of test mode. */
export const aLink = (overrides: Record<string, unknown> = {}) => ({
  instrumentType: 'plaid',
  accessToken: 'test_link_ok',
  accountIds: ['checking'],
  accountHolderName: 'Ada Lovelace',
  accountHolderType: 'personal',
  ...overrides,
});

/** What is shown instead of a number. */
export const token = /^[a-z0-9]{20}$/;

/** Creates a borrower and returns the path of their instruments. */
export const ofSomebody = async (api: Client): Promise<string> =>
  `/people/${(await api.made('/people', aPerson())).id}/payment-instruments`;

export const anInstrument = async (api: Client, path: string, body: object): Promise<Answer['body']> =>
  (await api.made(path, body))[0];
