// A loan that was paid off, and the money that goes back and forth after that, drawn at random.
import fc from 'fast-check';
import type { Answer, Client, Company, House } from './house.ts';
import { anAccount } from './instruments.ts';
import type { MoneyLife } from './money-life.ts';
import { aRoundLoan } from './round-loan.ts';
import { aUser, type SignedIn, signedIn } from './signed-in.ts';
import type { Shown } from './told.ts';

export interface PayoutLife extends MoneyLife {
  readonly people: readonly SignedIn[];
  readonly unverified: string;
}

interface PayoutStep {
  readonly days: number;
  readonly does: 'pay' | 'collect' | 'reimburse' | 'approve' | 'reject' | 'cancel';
  readonly cents: number;
  readonly which: number;
  readonly who: number;
}

/** What is drawn more often stands more often. */
const often: PayoutStep['does'][] = [
  ...(['pay', 'pay', 'collect', 'approve', 'approve', 'reject', 'cancel'] as const),
  ...(['reimburse', 'reimburse', 'reimburse', 'reimburse'] as const),
];

export const somePayouts: fc.Arbitrary<readonly PayoutStep[]> = fc.array(
  fc.record({
    days: fc.constantFrom(0, 0, 1, 2, 4, 8),
    does: fc.constantFrom(...often),
    cents: fc.integer({ min: 1, max: 70_000 }),
    which: fc.nat(20),
    who: fc.nat(1),
  }),
  { minLength: 10, maxLength: 20, size: 'max' },
);

let drawn = 0;

/** Good ones, and one whose debits come back after two days; in the end one that nobody has verified. */
const accounts = ['9000', '9000', '910100', '9000', '9000'];
const numberOf = (opening: string): string => opening + String(++drawn).padStart(12 - opening.length, '7');

export async function aPayoutLife(house: House, { id: companyId, test: api }: Company): Promise<PayoutLife> {
  const loan = await aRoundLoan(api, { start: '2027-01-04' });
  const instruments: string[] = [];
  const numbers = accounts.map(numberOf);
  for (const accountNumber of numbers) {
    const path = `/people/${loan.personId}/payment-instruments`;
    const [{ id }] = await api.made(path, anAccount({ accountNumber, routingNumber: '110000013' }));
    const isLast = instruments.length === accounts.length - 1;
    await api.put(`${path}/${id}`, { status: 'active', verified: !isLast });
    instruments.push(id);
  }
  const now = '2027-01-15T15:00:00.000Z';
  await loan.at(now);
  await loan.pay((await loan.owed()) + 700, { allowOverpayment: true });
  const people: SignedIn[] = [];
  for (const name of ['ada', 'grace']) {
    await aUser(house, api, { email: `${name}@acme.example` });
    people.push(await signedIn(house, api, `${name}@acme.example`));
  }
  const { personId, path } = loan;
  const unverified = instruments.at(-1) as string;
  return { house, api, companyId, personId, path, instruments, numbers, now, people, unverified };
}

const picked = <T>(list: readonly T[], which: number): T | undefined => list[which % Math.max(1, list.length)];

export async function doPayoutStep(life: PayoutLife, step: PayoutStep): Promise<Answer | undefined> {
  const { api, path, personId, instruments, people } = life;
  const { does, cents, which, who } = step;
  const caller = people[who] as Pick<Client, 'post'>;
  const amount = cents / 100;
  const paymentInstrumentId = picked(instruments, which);
  if (does === 'pay') {
    return api.post(`${path}/transactions`, { type: 'oneTime', isExternal: true, amount, allowOverpayment: true });
  }
  if (does === 'collect') return collectAgain(life, { amount, paymentInstrumentId });
  if (does === 'reimburse')
    return caller.post(`${path}/reimburse`, { reimbursementAmount: amount, paymentInstrumentId });
  if (does === 'cancel') {
    const all: Shown[] = (await api.get(`${path}/transactions?limit=100`)).body.data;
    const one = picked(
      all.filter(({ status }) => status === 'scheduled'),
      which,
    );
    return one && api.post(`${path}/transactions/${one.id}/cancel`, {});
  }
  const waiting: Shown[] = (await api.get('/payment-approvals?status=waiting')).body.data;
  const one = picked(waiting, which);
  return one && caller.post(`/people/${personId}/payment-approvals/${one.id}/${does}`, {});
}

/** While nothing has gone back, an old payment from outside turns out not to have come, and what is open is collected. */
async function collectAgain(
  { api, path }: PayoutLife,
  { amount, paymentInstrumentId }: { readonly amount: number; readonly paymentInstrumentId: string | undefined },
): Promise<Answer | undefined> {
  const all: Shown[] = (await api.get(`${path}/transactions?limit=100`)).body.data;
  const outside = all.filter(({ isExternal, status }) => isExternal && status === 'succeeded');
  const isBack = ({ paymentDetails, status }: Shown): boolean =>
    paymentDetails.reason === 'reimbursement' && status !== 'failed' && status !== 'canceled';
  const gone = all.some(isBack) ? undefined : outside.at(-1);
  if (gone !== undefined) await api.put(`${path}/transactions/${gone.id}`, { status: 'failed' });
  const { outstandingTotalAmount: owed } = (await api.get(`${path}/balances`)).body.data.outstandingBalances;
  const debit = { type: 'oneTime', amount: owed > 0 ? owed : amount, paymentInstrumentId };
  return api.post(`${path}/transactions`, debit);
}
