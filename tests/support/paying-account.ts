// A bank account of the borrower of a loan, to pay with. Without more said, its money is moved outside of this service.
import type { RoundLoan } from './round-loan.ts';

/** Returns the id. */
export async function payingAccount({ api, personId }: RoundLoan, more: object = {}): Promise<string> {
  const [made] = await api.made(`/people/${personId}/payment-instruments`, {
    instrumentType: 'bankAccount',
    isExternal: true,
    accountNumberLastFour: '4321',
    ...more,
  });
  return made.id;
}
