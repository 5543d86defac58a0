// Money, rates and statuses in the random life of an installment loan.
import fc from 'fast-check';
import type { Shown } from '../begun-loan.ts';
import type { Answer } from '../house.ts';
import { amount, dayBefore, daysBack, listOf, type NamedAct, named, pick, picked, type Subject } from './act.ts';

const transactionsOf = async (life: Subject, type: string): Promise<Shown[]> =>
  (await listOf(life, 'transactions')).filter((one) => one.transactionType === type);

export const someAct: fc.Arbitrary<NamedAct> = fc.oneof(
  fc.record({ sum: amount, back: fc.option(daysBack), pending: fc.boolean() }).map(({ sum, back, pending }) =>
    named(`pay ${sum}${back === null ? '' : ` ${back} days back`}${pending ? ' pending' : ''}`, (life, { date, api }) =>
      api.post(`${life.path}/transactions`, {
        type: 'oneTime',
        isExternal: true,
        amount: sum,
        status: pending ? 'pending' : 'succeeded',
        allowOverpayment: true,
        ...(back === null ? {} : { effectiveDate: dayBefore(date, back) }),
      }),
    ),
  ),
  fc.record({ times: fc.integer({ min: 20, max: 60 }), back: fc.constantFrom(0, 0, 3) }).map(({ times, back }) =>
    named(`pay a cent ${times} times ${back} days back`, async (life, { date, api }) => {
      let last: Answer | undefined;
      for (let i = 0; i < times && (last === undefined || last.status < 300); i++) {
        last = await api.post(`${life.path}/transactions`, {
          type: 'oneTime',
          isExternal: true,
          amount: 0.01,
          allowOverpayment: true,
          effectiveDate: dayBefore(date, back),
        });
      }
      return last;
    }),
  ),
  fc.record({ sum: amount, back: fc.option(daysBack) }).map(({ sum, back }) =>
    named(`credit ${sum} ${back}`, (life, { date, api }) =>
      api.post(`${life.path}/transactions`, {
        type: 'serviceCredit',
        amount: sum,
        serviceCreditsDetails: { reason: 'goodwill', sponsor: 'loanServicer' },
        ...(back === null ? {} : { effectiveDate: dayBefore(date, back) }),
      }),
    ),
  ),
  fc.record({ which: pick, status: fc.constantFrom('failed', 'succeeded') }).map(({ which, status }) =>
    named(`${status} ${which}`, async (life, { api }) => {
      const one = picked(await transactionsOf(life, 'payment'), which);
      return one ? api.put(`${life.path}/transactions/${one.id}`, { status }) : undefined;
    }),
  ),
  fc.record({ which: pick, back: daysBack }).map(({ which, back }) =>
    named(`backdate ${which} ${back}`, async (life, { api, date }) => {
      const one = picked(await life.read('/transactions?limit=100'), which) as Shown | undefined;
      const effectiveDate = dayBefore(date, back);
      return one ? api.post(`${life.path}/transactions/${one.id}/backdate`, { effectiveDate }) : undefined;
    }),
  ),
  fc.record({ which: pick }).map(({ which }) =>
    named(`reverse credit ${which}`, async (life, { api }) => {
      const one = picked(await transactionsOf(life, 'serviceCredit'), which);
      return one ? api.post(`${life.path}/transactions/${one.id}/reverse`, {}) : undefined;
    }),
  ),
  fc.record({ which: pick }).map(({ which }) =>
    named(`cancel fee ${which}`, async (life, { api }) => {
      const one = picked((await life.read('/fees')) as Shown[], which);
      return one ? api.post(`${life.path}/fees/${one.id}/cancel`, {}) : undefined;
    }),
  ),
  fc
    .record({ rate: fc.integer({ min: 0, max: 3600 }), shift: fc.integer({ min: -120, max: 60 }) })
    .map(({ rate, shift }) =>
      named(`rate ${rate} in ${shift}`, (life, { api, date }) =>
        api.post(`${life.path}/rates`, {
          interestRate: { annualRate: rate / 10_000, effectiveDate: dayBefore(date, -shift) },
        }),
      ),
    ),
  fc
    .record({ rate: fc.integer({ min: 0, max: 900 }), shift: fc.integer({ min: -120, max: 30 }) })
    .map(({ rate, shift }) =>
      named(`index ${rate} in ${shift}`, (_, { api, date, loanTypeId }) =>
        api.post(`/loan-types/${loanTypeId}/index-rates`, {
          rate: rate / 10_000,
          effectiveDate: dayBefore(date, -shift),
        }),
      ),
    ),
  fc
    .constantFrom<[string, object]>(
      ['freeze', {}],
      ['unfreeze', { shiftDueDates: true }],
      ['unfreeze', { retroactivelyAccrueInterest: true }],
      ['accelerate', {}],
      ['reverse-accelerate', {}],
      ['charge-off', { chargedOffReason: 'age' }],
      ['reverse-charge-off', {}],
      ['refresh', {}],
    )
    .map(([action, body]) => named(action, (life, { api }) => api.post(`${life.path}/${action}`, body))),
);
