// A loan that is paid off on 2027-03-10 by a debit, and a check that had come the day before: what is too much is credit
// of the borrower, which is safe at the end of Monday the 15th.
import assert from 'node:assert/strict';
import type { Shown } from './begun-loan.ts';
import { eventually } from './eventually.ts';
import type { Client } from './house.ts';
import { anAccount } from './instruments.ts';
import { aRoundLoan, type RoundLoan } from './round-loan.ts';

export interface Overpaid {
  readonly loan: RoundLoan;
  readonly account: string;
  readonly payoff: Shown;
  /** What was paid back, the newest first. */
  back(): Promise<Shown[]>;
}

/** An account of the simulator. */
export const goodNumber = '900000000011';

export async function anOwnAccount(api: Client, { personId }: RoundLoan, accountNumber: string): Promise<string> {
  const path = `/people/${personId}/payment-instruments`;
  const [{ id }] = await api.made(path, anAccount({ accountNumber }));
  assert.equal((await api.put(`${path}/${id}`, { status: 'active', verified: true })).status, 200);
  return id;
}

/** The whole is collected from the account; then the check is found. */
export async function anOverpaidLoan(api: Client, accountNumber = goodNumber, check = 25): Promise<Overpaid> {
  const loan = await aRoundLoan(api, { start: '2027-01-01' });
  const account = await anOwnAccount(api, loan, accountNumber);
  await loan.at('2027-03-10T15:00:00Z');
  const owed = await loan.owed();
  const made = await api.made(`${loan.path}/transactions`, {
    type: 'oneTime',
    amount: owed,
    paymentInstrumentId: account,
  });
  const read = async (): Promise<Shown> => loan.read(`/transactions/${made.id}`);
  await eventually('it was accepted', async () => (await read()).status === 'pending');
  await loan.pay(check, { effectiveDate: '2027-03-09', allowOverpayment: true });
  assert.equal((await loan.read()).status, 'paidOff');
  return {
    loan,
    account,
    payoff: await read(),
    async back() {
      const all: Shown[] = (await api.get(`${loan.path}/transactions?limit=100`)).body.data;
      return all.filter(({ paymentDetails }) => paymentDetails.reason === 'reimbursement');
    },
  };
}
