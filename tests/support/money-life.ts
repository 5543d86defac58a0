// A borrower from whom the service collects, over months of a test clock: what may happen, drawn at random, and done by
// the routes that a client has.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { aLine } from './a-line.ts';
import { aDraw } from './begun-line.ts';
import { eventually } from './eventually.ts';
import { type Answer, aPerson, type Client, type Company, type House } from './house.ts';
import { aCard, anAccount } from './instruments.ts';
import { moveClock, setClock } from './test-clock.ts';
import type { Shown } from './told.ts';

export interface MoneyLife {
  readonly house: House;
  readonly api: Client;
  readonly companyId: string;
  readonly personId: string;
  readonly path: string;
  readonly instruments: readonly string[];
  /** Numbers and tokens that nothing may keep in the clear. */
  readonly numbers: readonly string[];
  now: string;
}

interface Chaos {
  readonly seed: number;
  readonly lossRate: number;
  readonly duplicateRate: number;
  readonly reorderRate: number;
  readonly delayRate: number;
}

interface Plan {
  readonly product: 'installment' | 'line';
  readonly kinds: readonly string[];
  readonly steps: readonly Step[];
}

interface Step {
  readonly days: number;
  readonly hours: number;
  readonly does: 'pay' | 'schedule' | 'cancel' | 'reverse' | 'revoke' | 'again';
  readonly cents: number;
  readonly which: number;
  readonly ahead: number;
}

const start = '2027-01-04T15:00:00Z';

/** Accounts of the simulator's catalogue; a wrong amount is a break that has a test of its own. */
const accounts = [
  ...['9000', '9000', '910100', '910101', '910104', '910903', '910204', '911004', '912903', '930100'],
  ...['9201', '9202', '9203', '9204', '9205', '9206', '9207', '9208', '9209', '9210', '9211', '9213', '9214', '9216'],
];
const cards = ['ok', '51', '91', '90', '92', '93', '94', '41'];

export const somePlan: fc.Arbitrary<Plan> = fc.record({
  product: fc.constantFrom('installment', 'line'),
  kinds: fc.array(fc.constantFrom(...accounts, ...cards.map((code) => `card ${code}`)), { minLength: 3, maxLength: 3 }),
  steps: fc.array(
    fc.record({
      days: fc.constantFrom(0, 0, 1, 2, 3, 9, 25),
      hours: fc.nat(9),
      does: fc.constantFrom('pay', 'pay', 'pay', 'schedule', 'schedule', 'cancel', 'reverse', 'revoke', 'again'),
      cents: fc.integer({ min: 100, max: 20_000 }),
      which: fc.nat(50),
      ahead: fc.integer({ min: 1, max: 20 }),
    }),
    { minLength: 6, maxLength: 14, size: 'max' },
  ),
});

let drawn = 0;

/** The digits that follow tell one account from another; a return says after how many days. */
function numberOf(kind: string): string {
  drawn += 1;
  const days = kind.startsWith('91') ? (kind.startsWith('9110') ? '040' : kind.startsWith('9129') ? '058' : '002') : '';
  const opening = kind.startsWith('91') ? kind.slice(0, 4) + days : kind;
  return opening + String(drawn).padStart(12 - opening.length, '0');
}

export async function aMoneyLife(
  house: House,
  { id: companyId, test: api }: Company,
  { product, kinds }: Plan,
  chaos?: Chaos,
): Promise<MoneyLife> {
  await setClock(api, start);
  const personId = (await api.made('/people', aPerson())).id as string;
  const numbers: string[] = [];
  const instruments: string[] = [];
  for (const kind of kinds) {
    const code = /^card (\w+)$/.exec(kind)?.[1];
    const number = code === undefined ? numberOf(kind) : `sim_card_${code}_${++drawn}`;
    const body =
      code === undefined
        ? anAccount({ accountNumber: number, routingNumber: '110000013' })
        : aCard({ cardNumber: null, token: number, accountNumberLastFour: '0002' });
    const [{ id }] = await api.made(`/people/${personId}/payment-instruments`, body);
    const changed = await api.put(`/people/${personId}/payment-instruments/${id}`, {
      status: 'active',
      verified: true,
    });
    assert.equal(changed.status, 200, JSON.stringify(changed.body));
    numbers.push(number);
    instruments.push(id);
  }
  if (chaos !== undefined) await makeChaos(house, companyId, chaos);
  const path = product === 'line' ? await aUsedLine(api, personId) : await anInstallmentLoan(api, personId);
  return { house, api, companyId, personId, path, instruments, numbers, now: start };
}

/** The settings of a company do not have it: it is for tests. */
async function makeChaos({ service }: House, companyId: string, chaos: Chaos): Promise<void> {
  for (const type of ['bankAccount', 'card']) {
    await service.database.pools.test.query(
      `insert into payment_providers (company_id, id, position, instrument_type, kind, settings, created_at)
       values ($1, $2, $3, $4, 'simulator', $5, now())`,
      [companyId, `PV-${type}-${companyId}`, service.position(), type, JSON.stringify({ chaos })],
    );
  }
}

async function anInstallmentLoan(api: Client, personId: string): Promise<string> {
  const { id: loanTypeId } = await api.made('/loan-types', {
    name: 'Of a history',
    fees: { late: { graceDays: 5, flatAmount: 15 }, nsfAmount: 20 },
    payments: { prepayment: 'shorten' },
  });
  const { id } = await api.made(`/people/${personId}/loans`, {
    loanTypeId,
    status: 'originated',
    atOrigination: {
      amountFinanced: 3650,
      interestRates: [{ rate: 0.1 }],
      paymentFrequency: 'monthly',
      specificDays: [1],
      periodicPaymentAmount: 500,
    },
  });
  const path = `/people/${personId}/loans/${id}`;
  await api.made(`${path}/activate`, {});
  return path;
}

async function aUsedLine(api: Client, personId: string): Promise<string> {
  const { path } = await aLine(api, {}, { personId });
  const draw = await aDraw(api, path);
  await api.made(`${draw}/purchases?sync=true`, { amount: 2_500, status: 'settled' });
  return path;
}

export const transactionsOf = async ({ api, path }: MoneyLife): Promise<Shown[]> => {
  const answer = await api.get(`${path}/transactions?limit=100`);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  assert.equal(answer.body.nextUrl ?? null, null, 'a page has them all');
  return answer.body.data;
};

const later = (at: string, seconds: number): string => new Date(Date.parse(at) + seconds * 1_000).toISOString();

export async function moveOn(life: MoneyLife, seconds: number): Promise<void> {
  if (seconds === 0) return;
  life.now = later(life.now, seconds);
  await moveClock(life.api, life.now);
}

/** Every order that may go now has been sent once. */
export const sentAll = ({ house, companyId }: MoneyLife): Promise<unknown> =>
  eventually('orders were sent', async () => {
    const { rows } = await house.service.database.pools.test.query(
      `select 1 from payment_attempts where company_id = $1 and state in ('ready', 'sending') and act_at is null`,
      [companyId],
    );
    return rows.length === 0;
  });

const dayOf = (at: string): string => at.slice(0, 10);
const picked = <T>(list: readonly T[], which: number): T | undefined => list[which % Math.max(1, list.length)];

export async function doStep(life: MoneyLife, { does, cents, which, ahead }: Step): Promise<Answer | undefined> {
  const { api, path, personId } = life;
  const paymentInstrumentId = picked(life.instruments, which);
  const payment = { type: 'oneTime', amount: cents / 100, paymentInstrumentId };
  const transactions = `${path}/transactions`;
  if (does === 'pay') return api.post(transactions, payment);
  if (does === 'schedule') {
    return api.post(transactions, { ...payment, scheduledDate: dayOf(later(life.now, ahead * 86_400)) });
  }
  if (does === 'revoke') {
    const all: Shown[] = (await api.get(`/people/${personId}/payment-authorizations?limit=100`)).body.data;
    const one = picked(all, which);
    return one && api.post(`/people/${personId}/payment-authorizations/${one.id}/revoke`, {});
  }
  const one = picked(await transactionsOf(life), which);
  if (one === undefined) return undefined;
  // The same request again, which a client sends that has heard nothing.
  if (does === 'again') return api.post(transactions, { ...payment, amount: one.actualAmount });
  return api.post(`${transactions}/${one.id}/${does}`, {});
}
