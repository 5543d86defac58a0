// A borrower whose loan is paid by autopay, for stories of it.
import assert from 'node:assert/strict';
import type { Shown } from './begun-loan.ts';
import type { Client, House } from './house.ts';
import { anAccount } from './instruments.ts';
import { aRoundLoan, type RoundLoan } from './round-loan.ts';
import { told } from './told.ts';

/** Accounts of the simulator: their digits say what becomes of a debit. */
export const good = '900000000011';
export const withoutFunds = '910100200025';
export const notAuthorised = '911004000041';

export interface Payer {
  readonly loan: RoundLoan;
  readonly autopay: string;
  readonly paymentInstrumentId: string;
}

/** A loan of 500.00 on the first of each month, from January 1st 2026 on, and an account. */
export async function aPayer(
  api: Client,
  accountNumber = good,
  options?: Parameters<typeof aRoundLoan>[1],
): Promise<Payer> {
  const loan = await aRoundLoan(api, options);
  const paymentInstrumentId = await anAccountOf(api, loan, accountNumber);
  return { loan, autopay: `${loan.path}/autopay`, paymentInstrumentId };
}

export async function anAccountOf(
  api: Client,
  { personId }: { readonly personId: string },
  accountNumber: string,
): Promise<string> {
  const path = `/people/${personId}/payment-instruments`;
  const [{ id }] = await api.made(path, anAccount({ accountNumber }));
  assert.equal((await api.put(`${path}/${id}`, { status: 'active', verified: true })).status, 200);
  return id;
}

/** Oldest first. */
export const transactionsOf = async (api: Client, { path }: { readonly path: string }): Promise<Shown[]> =>
  (await api.get(`${path}/transactions?limit=100`)).body.data.toReversed();

/** The day on which each counts, its amount and its status. */
export const inShort = async (api: Client, loan: { readonly path: string }): Promise<string[]> =>
  (await transactionsOf(api, loan)).map(
    ({ timestamps, actualAmount, status }) => `${timestamps.effectiveDate} ${actualAmount.toFixed(2)} ${status}`,
  );

export const eventsOf = async (
  house: House,
  api: Client,
  { personId }: { readonly personId: string },
  type: string,
): Promise<Shown[]> => (await told(house, api, `personId=${personId}`)).filter(({ eventType }) => eventType === type);
